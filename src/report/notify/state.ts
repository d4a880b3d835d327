import { toolError } from '../../model/errors.ts'
import type { FixedFinding } from '../../model/report.ts'
import { isObject, own, ownArray, ownString } from '../../util/json.ts'
import type { AlertState } from './events.ts'

/** What has been notified of an API, by where it was notified. */
export type NotifiedStates = Readonly<Record<string, AlertState>>

/** The states in values by where was notified; `store`: what they were read from. Throws STORE_BROKEN. */
export function statesIn(values: readonly (readonly [string, unknown])[], store: string): NotifiedStates {
  return Object.fromEntries(
    values.map(([name, value]) => {
      const state = stateIn(value)
      if (state === undefined) throw toolError('STORE_BROKEN', [store, `what it says of ${name} cannot be read`])
      return [name, state]
    }),
  )
}

/** The state in a value read from a file or an issue; undefined for what this version does not understand. */
export function stateIn(value: unknown): AlertState | undefined {
  if (!isObject(value) || own(value, 'v') !== 1 || !Array.isArray(own(value, 'open'))) return undefined
  const [more, clean] = [own(value, 'more'), own(value, 'clean')]
  const digest = ownString(value, 'digest')
  if (typeof more !== 'number' || typeof clean !== 'number' || digest === '') return undefined
  const open = ownArray(value, 'open').map((each): FixedFinding => {
    const operation = ownString(each, 'operation')
    const operations = ownArray(each, 'operations').filter((one) => typeof one === 'string')
    return {
      fingerprint: ownString(each, 'fingerprint'),
      ruleId: ownString(each, 'ruleId'),
      ...(operation !== '' && { operation }),
      location: ownString(each, 'location'),
      ...(operations.length > 0 && { operations }),
    }
  })
  return open.every(({ fingerprint }) => /^[0-9a-f]{16}$/.test(fingerprint))
    ? { v: 1, open, more, digest, clean }
    : undefined
}
