import { expect, it } from 'vitest'
import type { RunRecord } from '../../../history/run-record.ts'
import { changeSince, isSourceLost } from './reported.ts'

const snapshot = (id: string, sha256 = id) => ({ ...{ api: 'shop', id, order: 1, file: '', source: '' }, sha256 })

/** `b01`: checked against it. `b01→b02`: the published description differs. `b02=b01`: a snapshot with the content of another. */
function held(text: string, parts: Partial<RunRecord> = {}): RunRecord {
  const [, id = '', sha256 = id, published] = /^(\w+)(?:=(\w+))?(?:→(\w+))?$/.exec(text) ?? []
  return {
    ...{ v: 3, kind: 'run', snapshot: id, sha256, target: 't', milliseconds: 1, calls: 1, outcome: 'clean' },
    ...{ startedAt: '2026-11-20T08:00:00Z', findings: [], inconclusive: [] },
    counts: { error: 0, warning: 0, info: 0, accepted: 0 },
    ...(published !== undefined && { published }),
    ...parts,
  }
}

const outage = held('b02', { outcome: 'outage' })
const undelivered = held('b02', { undelivered: true })

it.each<
  [what: string, runs: readonly RunRecord[], snapshots: string, published: string, base: string, isReported: boolean]
>([
  ['a first run compares with the snapshot before', [], 'b01 b02', '', 'b01', false],
  ['nothing to compare with', [], 'b01', '', '', false],
  ['held to it', [held('b01'), held('b02')], 'b01 b02', '', 'b01', true],
  ['the same base as when it was reported', [held('b01'), held('b03')], 'b01 b02 b03', '', 'b01', true],
  ['stored in an outage', [held('b01'), outage], 'b01 b02 b03', '', 'b01', false],
  ['not delivered', [held('b01'), undelivered], 'b01 b02', '', 'b01', false],
  ['published, reported and taken', [held('b01→b02')], 'b01 b02', '', 'b01', true],
  [
    'published, not delivered and taken',
    [held('b01'), held('b01→b02', { undelivered: true })],
    'b01 b02',
    '',
    'b01',
    false,
  ],
  ['published and taken back', [held('b01→b02'), held('b01')], 'b01 b02', '', 'b01', false],
  ['published again', [held('b01→b02')], 'b01', 'b02', 'b01', true],
  ['published anew', [held('b01→b02')], 'b01', 'b03', 'b01', false],
  ['published, beside a snapshot that no run saw', [held('b01')], 'b01 b02', 'b03', 'b01', false],
  ['a change back', [held('b01'), held('b02')], 'b01 b02 b03=b01', '', 'b02', false],
  ['an older snapshot by its id', [held('b01'), held('b02')], 'b01', '', '', true],
  ['stored again under another id', [held('b01'), held('b09=x')], 'b01 b02=x', '', 'b01', true],
])('%s', (_, runs, snapshots, published, base, isReported) => {
  const all = snapshots.split(' ').map((text) => snapshot(...(text.split('=') as [string, string?])))
  const change = changeSince(runs, all, published || undefined)
  expect(change.base?.id ?? '').toBe(base)
  if (base !== '') expect(change.isReported).toBe(isReported)
})

it('a source is lost after three consecutive runs that cannot read it; outages do not count', () => {
  const unread = held('b01', { unread: true })
  expect(isSourceLost([unread])).toBe(false)
  expect(isSourceLost([held('b01'), unread, outage, unread])).toBe(true)
  expect(isSourceLost([unread, unread, held('b01')])).toBe(false)
})
