import { expect, it } from 'vitest'
import { driftFinding, monitorReport } from '../../testing/sample-report.ts'
import { eventsOf, nothingNotified } from './events.ts'
import { changeComment, issueBody } from './issue-text.ts'

const report = monitorReport({ findings: [driftFinding()] })
const events = eventsOf(report, nothingNotified)
const runUrl = 'https://github.com/o/r/actions/runs/7'
const start = report.times?.startedAt ?? ''

it('links issue and comment to the run, if known', () => {
  expect(issueBody(report, events, { cleanRuns: 1, runUrl })).toContain(` · last run [${start}](${runUrl})\n`)
  expect(issueBody(report, events, { cleanRuns: 1 })).toContain(` · last run ${start}\n`)
  expect(changeComment(report, events, runUrl)).toContain(`1 open ([${start}](${runUrl}))\n`)
  expect(changeComment(report, events, undefined)).toContain(`1 open (${start})\n`)
})

it('creates no events from a failed run', () => {
  const couldNotCheck = { code: 'BLIND', message: 'm', hint: 'h' }
  const blind = monitorReport({
    couldNotCheck,
    partial: true,
    findings: [driftFinding({ fingerprint: 'd000000000000002' })],
  })
  expect(eventsOf(blind, events.state)).toMatchObject({
    added: [],
    fixed: [],
    settled: [],
    changed: false,
    grew: false,
  })
})
