import { describe, expect, it } from 'vitest'
import type { Report } from '../model/report.ts'
import { coverage, driftFinding, monitorReport } from '../testing/sample-report.ts'
import { fixedSince, withCauses } from './cause.ts'
import { addRuns, emptyLedger, originOf } from './ledger.ts'
import type { FindingFacts, RunRecord } from './run-record.ts'
import { type FindingLocation, isOff, wasChecked } from './was-checked.ts'

const held = { snapshot: 'b06', sha256: 'a' }
const factsOf = (name: string, parts: Partial<FindingFacts> = {}): FindingFacts => ({
  ...{ fingerprint: name, ruleId: 'null-conformance', operation: 'GET /loans', location: 'x', pointer: '' },
  ...parts,
})

function ran(day: number, parts: Partial<RunRecord> = {}): RunRecord {
  return {
    ...{ v: 3, kind: 'run', ...held, target: 'sandbox', milliseconds: 1, calls: 1, outcome: 'clean', inconclusive: [] },
    startedAt: `2026-11-0${day}T08:00:00.000Z`,
    counts: { error: 0, warning: 0, info: 0, accepted: 0 },
    ...{ operations: ['GET /loans', 'POST /loans'], received: { 'GET /loans': ['200'] }, findings: [] },
    checks: ['null-conformance'],
    ...parts,
  }
}

describe('fixed findings', () => {
  it('are sorted by location and fingerprint, with their operation if they have one', () => {
    const facts = [
      factsOf('c', { location: 'b' }),
      factsOf('b', { location: 'a' }),
      factsOf('a', { location: 'b', operation: undefined as never }),
    ]
    const before = addRuns(emptyLedger, [ran(1, { findings: ['c', 'b', 'a'], facts })])
    expect(fixedSince(before, addRuns(before, [ran(2)]))).toStrictEqual([
      { fingerprint: 'b', ruleId: 'null-conformance', operation: 'GET /loans', location: 'a' },
      { fingerprint: 'a', ruleId: 'null-conformance', location: 'b' },
      { fingerprint: 'c', ruleId: 'null-conformance', operation: 'GET /loans', location: 'b' },
    ])
  })

  it('exclude findings that a partial run did not see, or that a run could not have seen', () => {
    const before = addRuns(emptyLedger, [ran(1, { findings: ['a'], facts: [factsOf('a')] })])
    const fixed = (parts: Partial<RunRecord>) => fixedSince(before, addRuns(before, [ran(2, parts)])).length
    expect([{ partial: true as const }, { unseen: ['a'] }, {}].map(fixed)).toEqual([0, 0, 1])
  })

  it('keep the day on which they disappeared', () => {
    const runs = [ran(1, { findings: ['a'], facts: [factsOf('a')] }), ran(2), ran(3)]
    expect(addRuns(emptyLedger, runs).findingRecords.a?.gone?.startedAt).toBe(ran(2).startedAt)
  })

  it('are unknown for a fingerprint without facts', () => {
    expect(addRuns(emptyLedger, [ran(1, { findings: ['a'] })]).findingRecords).toEqual({})
  })
})

it('a ledger has the operations, statuses and checks of each complete run', () => {
  const moment = { ...held, startedAt: ran(1).startedAt }
  const { checked, first } = addRuns(emptyLedger, [ran(1, { inconclusive: ['POST /loans'] })])
  expect(checked).toEqual({ '': moment, 'GET /loans': moment, 'GET /loans 200': moment, 'null-conformance': moment })
  expect(first).toEqual(moment)
  expect(addRuns(emptyLedger, [ran(1, { partial: true })])).toMatchObject({ checked: {}, received: {}, checks: [] })
  const unknown = addRuns(emptyLedger, [ran(1, { operations: undefined as never })])
  expect(Object.keys(unknown.checked)).toEqual(['', 'null-conformance'])
  expect(emptyLedger.checks).toEqual([])
})

describe('the cause of a finding', () => {
  const { checked, first } = addRuns(emptyLedger, [ran(1)])
  const ledger = { checked, ...(first === undefined ? {} : { first }) }
  const kind = (facts: Pick<FindingFacts, 'ruleId' | 'operation' | 'part'>) => originOf(ledger, facts, held).kind

  it.each<[string, Pick<FindingFacts, 'ruleId' | 'operation' | 'part'>, string]>([
    [
      'its status was received',
      { ruleId: 'null-conformance', operation: 'GET /loans', part: '200' },
      'provider-changed',
    ],
    ['its status was not', { ruleId: 'null-conformance', operation: 'GET /loans', part: '404 a' }, 'unknown'],
    [
      'its part begins with no status',
      { ruleId: 'null-conformance', operation: 'GET /loans', part: 'query 404' },
      'provider-changed',
    ],
    [
      'a test expects something, which is no check',
      { ruleId: 'expectation-failed', operation: 'GET /loans' },
      'provider-changed',
    ],
    ['it belongs to no operation', { ruleId: 'null-conformance' }, 'provider-changed'],
    ['its check took no part', { ruleId: 'type-conformance', operation: 'GET /loans' }, 'unknown'],
  ])('%s', (_what, facts, expected) => {
    expect(kind(facts)).toBe(expected)
  })

  it('is the first run if there was no earlier one', () => {
    const none = { checked: {} }
    expect(originOf(none, { ruleId: 'null-conformance' }, held)).toEqual({ kind: 'never-conformed', under: 'b06' })
    expect(withCauses([driftFinding()], emptyLedger, addRuns(emptyLedger, [ran(1)]))).toEqual([driftFinding()])
  })
})

describe('whether a run checked a finding', () => {
  const [loans, ...others] = coverage.byOperation
  const report = monitorReport()
  const without: Report = {
    ...report,
    coverage: { ...coverage, byOperation: [...others, ...(loans ? [{ ...loans, responses: { '200': 0 } }] : [])] },
  }
  const at = (parts: Partial<FindingLocation>): FindingLocation => ({
    operation: 'GET /loans',
    location: 'GET /loans 200 a',
    ...parts,
  })

  it.each(['auth-ignored', 'negative-accepted', 'positive-rejected', 'server-error', 'status-code-conformance'])(
    'for the status that %s is about: it is gone when it is not received',
    (ruleId) => {
      const rules = [{ id: ruleId, kind: 'check' as const, title: '' }]
      expect(wasChecked({ ...without, rules }, at({ ruleId }))).toBe(true)
      const body = [{ id: 'type-conformance', kind: 'check' as const, title: '' }]
      expect(wasChecked({ ...without, rules: body }, at({ ruleId: 'type-conformance' }))).toBe(false)
    },
  )

  it('without an operation, or with an unknown rule', () => {
    expect(wasChecked(report, { location: 'a test' })).toBe(true)
    expect(wasChecked(report, { ...at({}), ruleId: undefined })).toBe(true)
    expect(wasChecked({ ...report, rules: [] }, { ...at({}), ruleId: undefined })).toBe(true)
    const other = { ...report, subjects: [{ operation: 'POST /loans', calls: 0, outcomes: {}, findings: 0 }] }
    expect(wasChecked(other, at({}))).toBe(true)
    expect(wasChecked(other, { location: 'POST /loans' })).toBe(true)
  })

  it('at a status missing from the coverage', () => {
    const { coverage: _, ...bare } = report
    expect(wasChecked(bare, at({}))).toBe(true)
    expect(wasChecked({ ...report, coverage: { ...coverage, byOperation: [] } }, at({}))).toBe(true)
    expect(wasChecked(without, at({ location: 'GET /loans' }))).toBe(true)
  })

  it.each([
    ['null-conformance', true, false],
    ['negative-accepted', false, false],
    ['auth-ignored', false, false],
    ['positive-rejected', false, false],
    ['expectation-failed', false, false],
  ])('with %s, which is off if the check took no part: %s', (ruleId, withoutIt, withIt) => {
    const rules = [{ id: ruleId, kind: 'check' as const, title: '' }]
    expect([isOff({ rules: [] }, ruleId), isOff({ rules }, ruleId)]).toEqual([withoutIt, withIt])
  })
})
