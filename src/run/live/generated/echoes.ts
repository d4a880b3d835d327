import type { GeneratedCase } from '../../../drift/generation/case.ts'
import type { Json } from '../../../model/json.ts'
import type { CallRecord } from '../../../suite/calls/record.ts'
import { nodeAt, pointerTokens } from '../../../util/pointer.ts'

/** Invalid values that the API took: what returns them later says again that they were taken. */
export interface Echoes {
  /** Notes what an accepted invalid request has written. */
  note(one: GeneratedCase, record: CallRecord): void
  /** The record without the findings about values that invalid requests have written. */
  without(record: CallRecord): CallRecord
}

/** Starts with nothing. */
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

/** The property that a pointer leads to; `''` for the whole. */
function nameOf(pointer: string): string {
  return pointerTokens(pointer).findLast((token) => token !== '*') ?? ''
}
