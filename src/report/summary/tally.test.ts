import { describe, expect, it } from 'vitest'
import { findingStates } from '../../model/finding.ts'
import {
  contractFinding,
  diffReport,
  driftFinding,
  history,
  manyFindings,
  monitorReport,
} from '../../testing/sample-report.ts'
import html from '../reporters/html.tsx'
import markdown from '../reporters/markdown.ts'
import text from '../reporters/text.ts'
import { contractTally, liveTally, mainTally, stateOf, stateWords, tallyOf, verdictWords } from './tally.ts'
import { operationTally, runVerdict } from './verdict.ts'

const plain = { colour: false }
const sum = (counts: Readonly<Record<string, number>>) => Object.values(counts).reduce((all, each) => all + each, 0)

it.each([0, 1, 2, 7, 97])('the numbers of %i findings add up', (count) => {
  const report = monitorReport({ findings: manyFindings(count), history: history(3), fixed: 1 })
  for (const tally of [liveTally(report), contractTally(report), tallyOf(report.findings)]) {
    const { fixed: _, ...now } = tally.states
    expect(sum(now)).toBe(tally.total)
    expect(sum(tally.severities)).toBe(tally.unaccepted)
    expect(sum(tally.verdicts)).toBe(tally.unaccepted)
    expect(tally.unaccepted + tally.states.accepted).toBe(tally.total)
  }
  expect(liveTally(report).total + contractTally(report).total).toBe(report.findings.length)
  expect(liveTally(report).states).toEqual(report.summary.drift)
  expect(tallyOf(report.findings).severities).toEqual(report.summary.severities)
  expect(liveTally(report).states.fixed).toBe(report.history?.fixed.length)
})

it('every format shows the numbers of the tally', () => {
  const report = monitorReport({ findings: manyFindings(30), history: history(3), fixed: 1 })
  const words = stateWords(mainTally(report))
  expect(words).toBe('7 new · 0 open · 5 regressed · 5 expired · 5 accepted · 1 fixed')
  for (const { render } of [text, markdown, html]) expect(render(report, plain)).toContain(words)
  const diff = diffReport({ findings: [contractFinding(), contractFinding({ state: 'accepted' })] })
  expect(verdictWords(mainTally(diff))).toBe('1 breaking · 1 accepted breaking change')
  for (const { render } of [text, markdown, html]) expect(render(diff, plain)).toContain('1 breaking · 1 accepted')
})

it('counts each operation once, and the counts add up', () => {
  const some = { calls: 1, outcomes: { received: 1 }, findings: 0 }
  const report = monitorReport({
    subjects: [
      { operation: 'GET /clean', ...some },
      { operation: 'GET /drifted', ...some },
      { operation: 'GET /drifted-and-gateway', ...some, outcomes: { received: 1, gateway: 1 } },
      { operation: 'GET /gateway', ...some, outcomes: { gateway: 1 } },
      { operation: 'GET /gone', ...some, notReached: true },
      { operation: 'GET /info', ...some },
      { operation: 'GET /accepted', ...some },
      { operation: 'POST /not-called', calls: 0, findings: 0 },
    ],
    findings: [
      driftFinding({ reaches: ['GET /drifted', 'GET /drifted-and-gateway'] }),
      driftFinding({ reaches: ['GET /info'], severity: 'info', site: { operation: 'GET /info', pointer: '' } }),
      driftFinding({
        reaches: ['GET /accepted'],
        state: 'accepted',
        site: { operation: 'GET /accepted', pointer: '' },
      }),
    ],
  })
  const { total, ...each } = operationTally(report)
  expect(each).toEqual({ clean: 3, drifted: 2, inconclusive: 1, notReached: 1, notCalled: 1 })
  expect(sum(each)).toBe(total)
})

describe('the verdict of a run', () => {
  const warning = driftFinding({ severity: 'warning', verdict: 'risky' })
  const uncalled = [{ operation: 'GET /loans', calls: 0, findings: 0 }]
  const couldNotCheck = { code: 'OUTAGE', message: 'No response.', hint: 'Look.' }
  it.each([
    ['clean', monitorReport()],
    ['clean', monitorReport({ findings: [driftFinding({ state: 'accepted' })] })],
    ['clean', monitorReport({ findings: [contractFinding()] })],
    ['failed', monitorReport({ findings: [driftFinding()] })],
    ['failed', monitorReport({ findings: [warning], failOn: 'warning' })],
    ['findings', monitorReport({ findings: [warning] })],
    ['findings', monitorReport({ findings: [driftFinding()], failOn: 'never' })],
    ['partial', monitorReport({ subjects: uncalled })],
    ['could-not-check', monitorReport({ couldNotCheck, findings: [driftFinding()] })],
    ['failed', diffReport({ findings: [contractFinding()] })],
    ['clean', diffReport()],
    ['partial', diffReport({ notChecked: [{ what: 'GET /a', because: 'of b' }] })],
  ] as const)('is %s', (verdict, report) => {
    expect(runVerdict(report)).toBe(verdict)
  })
})

it.each([
  ['new', driftFinding()],
  ['open since 18 Nov 2026, 08:00 UTC, 3 runs', driftFinding({ state: 'open', cause: causeOf(3) })],
  ['open since 18 Nov 2026, 08:00 UTC, 1 run', driftFinding({ state: 'open', cause: causeOf(1) })],
  ['open since 18 Nov 2026, 08:00 UTC', driftFinding({ state: 'open', cause: causeOf(undefined) })],
  ['regressed since 18 Nov 2026, 08:00 UTC', driftFinding({ state: 'regressed', cause: causeOf(1) })],
  ['accepted', driftFinding({ state: 'accepted' })],
])('%s', (words, finding) => {
  expect(stateOf(finding)).toBe(words)
  expect(findingStates).toContain(finding.state)
})

function causeOf(runs: number | undefined) {
  const firstSeen = '2026-11-18T08:00:00.000Z'
  return { kind: 'provider-changed', evidence: '', firstSeen, ...(runs !== undefined && { runs }) } as const
}
