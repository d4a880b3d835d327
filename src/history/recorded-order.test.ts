import { expect, it } from 'vitest'
import { fixedSince, stateOf } from './cause.ts'
import { addRuns, emptyLedger } from './ledger.ts'
import type { FindingFacts, RunRecord } from './run-record.ts'
import { ledgerOf, recordsIn } from './store.ts'

const facts: FindingFacts = {
  ...{ fingerprint: 'a', ruleId: 'null-conformance', operation: 'GET /loans', location: 'x', pointer: '' },
}

function ran(time: string, parts: Partial<RunRecord> = {}): RunRecord {
  return {
    ...{ v: 3, kind: 'run', snapshot: 'b06', sha256: 'a', target: 'sandbox', milliseconds: 1, calls: 1 },
    ...{ outcome: 'clean', startedAt: time, counts: { error: 0, warning: 0, info: 0, accepted: 0 } },
    ...{ operations: ['GET /loans'], inconclusive: [], findings: [], checks: ['null-conformance'] },
    ...parts,
  }
}

const at = (minutes: string): string => `2026-11-20T${minutes}:00.000Z`
const historyOf = (lines: readonly RunRecord[]) => recordsIn(lines)

it('overlapping runs with the same finding have the same cause, count and first time, in any order of completion', () => {
  const [first, second, third] = ['08:00', '08:01', '08:02'].map((time) => ran(at(time), { findings: ['a'] }))
  if (first === undefined || second === undefined || third === undefined) throw new Error('three runs')
  for (const lines of [
    [{ ...first, facts: [facts] }, second, third],
    [{ ...second, facts: [facts] }, first, third],
    [{ ...third, facts: [facts] }, second, first],
    // After merging branches, the line with the facts isn't the first run that saw the finding.
    [first, second, { ...third, facts: [facts] }, first],
  ]) {
    const record = ledgerOf(historyOf(lines), 'sandbox').findingRecords.a
    expect(record).toMatchObject({ runs: 3, first: { startedAt: first.startedAt }, cause: { kind: 'never-conformed' } })
    expect(record?.gone).toBeUndefined()
  }
})

it.each([at('12:30'), '2099-01-01T00:00:00.000Z'])('a run dated %s is fixed by the next one, once', (late) => {
  const lines = [ran(late, { findings: ['a'], facts: [facts] }), ran(at('11:00')), ran(at('11:05')), ran(at('11:10'))]
  const fixed = lines.map((run, index) => {
    const before = ledgerOf(historyOf(lines.slice(0, index)), 'sandbox')
    return fixedSince(before, addRuns(before, [run])).length
  })
  expect(fixed).toEqual([0, 1, 0, 0])
  expect(ledgerOf(historyOf(lines), 'sandbox').findingRecords.a?.gone?.startedAt).toBe(at('11:00'))
  expect(recordsIn(lines).runs.at(-1)?.startedAt).toBe(at('11:10'))
})

it('a finding is new or regressed in the run recorded first, and known in the others', () => {
  const seen = ran(at('08:00'), { findings: ['a'], facts: [facts] })
  const lines = [seen, ran(at('08:01')), { ...seen, startedAt: at('08:02') }, { ...seen, startedAt: at('08:03') }]
  const states = lines.map((_, index) => stateOf(addRuns(emptyLedger, lines.slice(0, index)), 'a'))
  expect(states).toEqual([
    { state: 'new', isNew: true },
    { state: 'open', isNew: false },
    { state: 'regressed', isNew: true },
    { state: 'regressed', isNew: false },
  ])
})
