import { expect, it } from 'vitest'
import { driftFinding } from '../../testing/sample-report.ts'
import { type BaselineEntry, isAcceptedBy, joinHints, matchBaseline, staleHint } from './match.ts'

const entry: BaselineEntry = { fingerprint: 'd000000000000001', reason: 'they know', owner: 'team-a' }
const today = '2026-11-20'

it('marks accepted findings and leaves the others new', () => {
  const other = driftFinding({ fingerprint: 'd000000000000002' })
  const { findings, unmatched } = matchBaseline([driftFinding(), other], { entries: [entry] }, today)
  expect(findings.map((finding) => finding.state)).toEqual(['accepted', 'new'])
  expect(unmatched).toEqual([])
})

it.each([
  ['2026-11-21', 'accepted'],
  ['2026-11-20', 'accepted'],
  ['2026-11-19', 'expired'],
])('accepts until the end of the expiry day: %s → %s', (expires, state) => {
  const { findings } = matchBaseline([driftFinding()], { entries: [{ ...entry, expires }] }, today)
  expect(findings[0]?.state).toBe(state)
})

it('lists entries without a matching finding', () => {
  expect(matchBaseline([], { entries: [entry] }, today)).toEqual({ findings: [], unmatched: [entry] })
})

it('does not modify its input', () => {
  const finding = Object.freeze(driftFinding())
  matchBaseline([finding], { entries: [entry] }, today)
  expect(finding.state).toBe('new')
})

it.each([
  [{}, 'd000000000000001'],
  [{ ruleId: 'null-conformance' }, 'd000000000000001 (null-conformance)'],
])('names an unused entry: %j', (parts, name) => {
  expect(staleHint({ ...entry, ...parts }, 'matches no finding here')).toEqual({
    message: `the baseline entry ${name} matches no finding here. team-a accepted it because: they know`,
    n: 0,
  })
})

const shared = driftFinding({ reaches: ['GET /a', 'GET /b', 'GET /c'] })

it.each([
  ['without operations', {}, 'accepted', undefined, []],
  ['with all its operations', { operations: ['GET /a', 'GET /b', 'GET /c'] }, 'accepted', undefined, []],
  [
    'with one of its operations',
    { operations: ['GET /a'] },
    'accepted',
    ['GET /b', 'GET /c'],
    ['is accepted, and is now also on 2 more operations: GET /b, GET /c'],
  ],
  [
    'limited to two of its operations',
    { operations: ['GET /a', 'GET /c'], limited: true },
    'new',
    ['GET /b'],
    ['is accepted on other operations only, and is now also on 1 more operation: GET /b'],
  ],
  [
    'limited to all its operations',
    { operations: ['GET /a', 'GET /b', 'GET /c'], limited: true },
    'accepted',
    undefined,
    [],
  ],
])('matches a finding of several operations with an entry %s', (_, parts, state, joined, hints) => {
  const baseline = { entries: [{ ...entry, ...parts }] }
  const { findings } = matchBaseline([shared], baseline, today)
  expect(findings.map((finding) => [finding.state, finding.joined])).toEqual([[state, joined]])
  expect(joinHints(findings, baseline).map(({ message }) => message)).toEqual(
    hints.map((hint) => `d000000000000001 (null-conformance) ${hint}`),
  )
  expect(isAcceptedBy(baseline.entries[0], shared)).toBe(state === 'accepted')
})
