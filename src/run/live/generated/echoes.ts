import type { GeneratedCase } from '../../../drift/generation/case.ts'
import type { Json } from '../../../model/json.ts'
import type { CallRecord } from '../../../suite/calls/record.ts'
import { nodeAt, pointerTokens } from '../../../util/pointer.ts'

/** Tracks invalid values that the API accepted, because responses containing them later would repeat the same finding. */
export interface Echoes {
  /** Records the values written by an accepted invalid request. */
  note(one: GeneratedCase, record: CallRecord): void
  /** Removes findings about values written by invalid requests. */
  without(record: CallRecord): CallRecord
}

export function createEchoes(): Echoes {
  const written = new Set<string>()
  const key = (name: string, value: Json): string => JSON.stringify([name, value])
  return {
    note({ mode, location, input: { body } }, { status = 0 }) {
      const [whole, pointer = ''] = /^body(?: (\/.*))?$/.exec(location) ?? []
      if (mode !== 'negative' || whole === undefined || body === undefined || status < 200 || status > 299) return
      const value = nodeAt(body, pointer.replaceAll('/*', '/0'))
      if (value !== undefined) written.add(key(nameOf(pointer), value))
    },
    without(record) {
      if (written.size === 0 || record.findings.length === 0) return record
      const findings = record.findings.filter(({ evidence, site }) => {
        const observed = evidence?.observed
        return observed === undefined || !written.has(key(nameOf(site.pointer), observed))
      })
      return findings.length === record.findings.length ? record : { ...record, findings }
    },
  }
}

/** Returns the property name a pointer leads to; `''` for the whole body. */
function nameOf(pointer: string): string {
  return pointerTokens(pointer).findLast((token) => token !== '*') ?? ''
}
