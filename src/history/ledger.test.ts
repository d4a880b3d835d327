import { expect, it } from 'vitest'
import type { Finding } from '../model/finding.ts'
import { contractFinding, driftFinding } from '../testing/sample-report.ts'
import { fixedSince, withCauses } from './cause.ts'
import { addRuns, emptyLedger, type Held, type Ledger } from './ledger.ts'
import type { RunRecord } from './run-record.ts'

const { fingerprint } = driftFinding()
const facts = {
  fingerprint,
  ruleId: 'null-conformance',
  operation: 'GET /loans',
  location: 'x',
  pointer: '/*/status',
  part: '200',
}
const b06: Held = { snapshot: 'b06', sha256: 'a' }
const b07: Held = { snapshot: 'b07', sha256: 'b' }

/** A run on a day. `seen`: whether it saw the finding. */
function ran(day: number, held: Held, seen: boolean, parts: Partial<RunRecord> = {}): RunRecord {
  return {
    ...{ v: 3, kind: 'run', ...held, target: 'sandbox', milliseconds: 1, calls: 1, outcome: 'clean', inconclusive: [] },
    startedAt: `2026-11-${String(day).padStart(2, '0')}T08:00:00.000Z`,
    counts: { error: 0, warning: 0, info: 0, accepted: 0 },
    operations: ['GET /loans', 'POST /loans'],
    received: { 'GET /loans': ['200'] },
    checks: ['null-conformance'],
    findings: seen ? [fingerprint] : [],
    facts: [facts],
    ...parts,
  }
}

/** Returns the finding as a run reports it after a ledger. */
function said(before: Ledger, held: Held, finding = driftFinding()): Finding | undefined {
  return withCauses([finding], before, addRuns(before, [ran(28, held, true)]))[0]
}

const inconclusive = { inconclusive: ['GET /loans'] }
const outage = { outcome: 'outage' as const, operations: undefined as never }
const green = 'green on 2026-11-01, run of b06'

it.each<[string, readonly RunRecord[], Held, string | undefined]>([
  ['the first run says nothing', [], b06, undefined],
  ['only an outage before', [ran(1, b06, false, outage)], b06, undefined],
  ['the same snapshot was green', [ran(1, b06, false)], b06, `provider-changed: ${green}`],
  ['it was green under another snapshot', [ran(1, b06, false)], b07, `contract-changed: ${green}, red under b07`],
  [
    'there since the first run',
    [ran(1, b06, true), ran(2, b06, true)],
    b06,
    'never-conformed: there since the first run, 2026-11-01',
  ],
  [
    'an outage came first',
    [ran(1, b06, false, outage), ran(2, b06, true)],
    b06,
    'never-conformed: there since the first run, 2026-11-02',
  ],
  ['never checked before', [ran(1, b06, false, inconclusive)], b06, 'unknown: not checked before'],
  ['tests were left out', [ran(1, b06, false, { partial: true })], b06, 'unknown: not checked before'],
  [
    'not called at first',
    [ran(1, b06, false, inconclusive), ran(2, b06, true)],
    b06,
    'unknown: not checked before, 2026-11-02',
  ],
  [
    'only errors were received before',
    [ran(1, b06, false, { received: { 'GET /loans': ['404'] } })],
    b06,
    'unknown: not checked before',
  ],
  [
    'its check was switched off before',
    [ran(1, b06, false, { checks: ['type-conformance'] })],
    b06,
    'unknown: not checked before',
  ],
  [
    'its check took part, and its status was received, but not in the same run',
    [ran(1, b06, false, { received: {} }), ran(2, b06, false, { checks: [] })],
    b06,
    'unknown: not checked before',
  ],
  [
    'received statuses and checked operations are kept until a later run',
    [ran(0, b06, false), ran(1, b06, false, { received: undefined as never, checks: undefined as never })],
    b06,
    `provider-changed: ${green}`,
  ],
  [
    'the cause stays when the contract is edited',
    [ran(1, b06, false), ran(2, b06, true)],
    b07,
    `provider-changed: ${green}`,
  ],
  [
    'an outage between is no green run',
    [ran(1, b06, true), ran(2, b06, false, outage)],
    b06,
    'never-conformed: there since the first run, 2026-11-01',
  ],
  [
    'nor is an inconclusive one',
    [ran(1, b06, true), ran(2, b06, false, inconclusive)],
    b06,
    'never-conformed: there since the first run, 2026-11-01',
  ],
])('cause: %s', (_what, runs, held, expected) => {
  const finding = said(addRuns(emptyLedger, runs), held)
  expect(finding?.cause && `${finding.cause.kind}: ${finding.cause.evidence}`).toBe(expected)
  expect(finding?.state).toBe(finding?.cause?.firstSeen === undefined ? 'new' : 'open')
})

it('a finding that disappeared is regressed until it disappears again or is accepted', () => {
  const runs = [ran(1, b06, true), ran(2, b06, false)]
  const state = (ledger: typeof runs, finding = driftFinding()) => said(addRuns(emptyLedger, ledger), b06, finding)
  const back = { kind: 'provider-changed', evidence: 'green on 2026-11-02, run of b06' }
  const seen = { firstSeen: '2026-11-01T08:00:00.000Z', lastSeen: '2026-11-01T08:00:00.000Z' }
  expect(state(runs)).toMatchObject({ state: 'regressed', cause: { ...back, ...seen } })
  const later = state([...runs, ran(3, b06, true)])
  expect(later).toMatchObject({ state: 'regressed', cause: { ...back, lastSeen: '2026-11-03T08:00:00.000Z' } })
  expect(state(runs, driftFinding({ state: 'accepted' }))?.state).toBe('accepted')
  expect(state(runs, contractFinding())).toEqual(contractFinding())
})

it('a finding is fixed once, by a run that checked its operation', () => {
  const before = addRuns(emptyLedger, [ran(1, b06, true)])
  const fixed = (run: RunRecord) => fixedSince(before, addRuns(before, [run])).map((each) => each.fingerprint)
  expect(fixed(ran(2, b06, false))).toEqual([fingerprint])
  expect([ran(2, b06, true), ran(2, b06, false, inconclusive), ran(2, b06, false, outage)].flatMap(fixed)).toEqual([])
  const after = addRuns(before, [ran(2, b06, false)])
  expect(fixedSince(after, addRuns(after, [ran(3, b06, false)]))).toEqual([])
})

it('adding runs one by one or at once gives the same result without mutating the input', () => {
  const runs = [ran(1, b06, false), ran(2, b06, true), ran(3, b07, false), ran(4, b07, true)]
  const frozen = Object.freeze({ ...emptyLedger, findingRecords: Object.freeze({}) })
  const whole = addRuns(frozen, runs)
  expect(runs.reduce((ledger, run) => addRuns(ledger, [run]), emptyLedger)).toEqual(whole)
  expect(JSON.parse(JSON.stringify(whole))).toEqual(whole)
})

it('counts the runs since a finding last appeared, unless an earlier version began to record it', () => {
  const days = [true, true, false, true, true, true].map((isSeen, day) => ran(day + 1, b06, isSeen))
  const passedIn = (runs: readonly RunRecord[], known = emptyLedger) => said(addRuns(known, runs), b06)?.cause?.runs
  expect(days.map((_, count) => passedIn(days.slice(0, count)))).toEqual([undefined, 2, 3, 1, 2, 3])
  const { runs: _, ...old } = addRuns(emptyLedger, days.slice(0, 1)).findingRecords[fingerprint] ?? expect.fail()
  const oldLedger = { ...addRuns(emptyLedger, days.slice(0, 1)), findingRecords: { [fingerprint]: old } }
  expect([passedIn([], oldLedger), passedIn(days.slice(1, 2), oldLedger)]).toEqual([undefined, undefined])
  expect(passedIn(days.slice(1, 4), oldLedger)).toBe(2)
})
