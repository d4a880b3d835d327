import { toolError } from '../../model/errors.ts'
import type { FixedFinding } from '../../model/report.ts'
import { isObject, own, ownArray, ownString } from '../../util/json.ts'
import type { AlertState } from './events.ts'

/** Notification states of an API by target. */
export type NotifiedStates = Readonly<Record<string, AlertState>>

/** Parses states by target. `store` names their source in errors. Throws STORE_BROKEN. */
export function statesIn(values: readonly (readonly [string, unknown])[], store: string): NotifiedStates {
  return Object.fromEntries(
    values.map(([name, value]) => {
      const state = stateIn(value)
      if (state === undefined) throw toolError('STORE_BROKEN', [store, `its state of ${name} is invalid`])
      return [name, state]
    }),
  )
}

/** Parses a state from a file or issue. Returns undefined if this version doesn't understand it. */
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
