import { expect, it } from 'vitest'
import { addRuns, emptyLedger } from './ledger.ts'
import { isRunRecord, type RunRecord } from './run-record.ts'
import { operationTrends, timeToFix, trendPoint } from './trend.ts'

const operation = 'GET /loans'

/** A run on a day of November with these findings. */
function run(day: number, findings: readonly string[], parts: Partial<RunRecord> = {}): RunRecord {
  return {
    ...{ v: 3, kind: 'run', startedAt: `2026-11-${String(day).padStart(2, '0')}T08:00:00.000Z`, milliseconds: 1 },
    ...{ snapshot: 'b07', sha256: 'b'.repeat(64), target: 'sandbox', outcome: 'drift', calls: 1, findings },
    counts: { error: findings.length, warning: 0, info: 0, accepted: 0 },
    facts: findings.map((fingerprint) => ({
      ...{ fingerprint, ruleId: 'server-error', operation, location: operation, pointer: '' },
    })),
    ...{ operations: [operation], inconclusive: [] },
    ...parts,
  }
}

const day = 86_400_000
const after = (...runs: readonly RunRecord[]) => timeToFix(addRuns(emptyLedger, runs))

it('counts from the first run that saw a finding to the one that no longer did', () => {
  expect(after(run(1, ['a']), run(2, ['a']))).toBeUndefined()
  expect(after(run(1, ['a']), run(2, ['a']), run(5, []))).toEqual({ findings: 1, median: 4 * day })
  expect(after(run(1, ['a', 'b']), run(2, ['b']), run(5, []))).toEqual({ findings: 2, median: 2.5 * day })
})

it('counts from its return for a finding that came back', () => {
  const back = [run(1, ['a']), run(2, []), run(10, ['a']), run(11, ['a'])]
  expect(after(...back)).toBeUndefined()
  expect(after(...back, run(13, []))).toEqual({ findings: 1, median: 3 * day })
})

it('does not count an outage as a fix', () => {
  expect(after(run(1, ['a']), run(2, [], { outcome: 'outage' }))).toBeUndefined()
})

it('skips findings that an earlier version did not record completely', () => {
  const ledger = addRuns(emptyLedger, [run(1, ['a']), run(2, []), run(3, ['a']), run(4, [])])
  const records = Object.values(ledger.findingRecords).map(({ came: _, ...rest }) => [rest.fingerprint, rest])
  expect(timeToFix({ ...ledger, findingRecords: Object.fromEntries(records) })).toBeUndefined()
})

it('aligns response times of an operation with the runs', () => {
  const runs = [
    run(1, []),
    run(2, [], { responseTimes: { [operation]: [12, 40] } }),
    run(3, [], { responseTimes: { [operation]: [15, 90], 'DELETE /loans': [3, 3] } }),
  ]
  expect(operationTrends(runs)).toEqual([
    { operation: 'DELETE /loans', p50: [null, null, 3], p95: [null, null, 3] },
    { operation, p50: [null, 12, 15], p95: [null, 40, 90] },
  ])
  expect(operationTrends([run(1, [])])).toBeUndefined()
})

it('includes version, release and the number of new findings', () => {
  const { outcome, startedAt, snapshot, counts } = run(1, ['a'])
  const point = { outcome, startedAt, snapshot, ...counts }
  expect(trendPoint(run(1, ['a']))).toEqual(point)
  const more = { version: '2.1.0', release: 'v2.1.0', counts: { ...counts, new: 1 } }
  expect(trendPoint(run(1, ['a'], more))).toEqual({ ...point, version: '2.1.0', release: 'v2.1.0', new: 1 })
})

it('accepts a record with response times, and rejects other values there', () => {
  expect(isRunRecord(run(1, [], { responseTimes: { [operation]: [12, 40] } }))).toBe(true)
  const broken = JSON.parse('{"responseTimes": {"GET /loans": [12]}}')
  expect(isRunRecord({ ...run(1, []), ...broken })).toBe(false)
})
