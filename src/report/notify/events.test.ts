import { expect, it } from 'vitest'
import type { Finding } from '../../model/finding.ts'
import { coverage, driftFinding, monitorReport } from '../../testing/sample-report.ts'
import { eventsOf, nothingNotified } from './events.ts'
import { changeComment } from './issue-text.ts'
import { notificationOf } from './notification.ts'
import { slackMessage } from './slack-message.ts'
import { stateIn } from './state.ts'

const operations = Array.from({ length: 60 }, (_, at) => `GET /${String(at).padStart(2, '0')}`)

/** Returns the report of a run that called these operations, with one finding shared by some of them. */
function reportOf(reaches: readonly string[], called = operations) {
  const site = { operation: reaches[0] ?? '', direction: 'response', part: '404', pointer: '' } as const
  const shared: Finding = driftFinding({ site: { ...site, status: '404' }, ruleId: 'status-code-conformance', reaches })
  const subjects = called.map((operation) => ({ operation, calls: 1, outcomes: { received: 1 }, findings: 0 }))
  const uncalled = operations.filter((each) => !called.includes(each)).map((operation) => ({ operation, findings: 0 }))
  const rules = [{ id: 'status-code-conformance', kind: 'check' as const, title: 't' }]
  const all = [...subjects, ...uncalled]
  return monitorReport({ findings: reaches.length === 0 ? [] : [shared], subjects: all, rules, coverage })
}

/** Returns the state after storing and reading it. */
function notified(reaches: readonly string[]) {
  const state = stateIn(JSON.parse(JSON.stringify(eventsOf(reportOf(reaches), nothingNotified).state)))
  if (state === undefined) throw new Error('the state can be read')
  return state
}

it('notifies once when a finding affects more operations', () => {
  const before = notified(operations.slice(0, 2))
  const report = reportOf(operations.slice(0, 4))
  const events = eventsOf(report, before)
  expect(events).toMatchObject({ added: [], joined: [{ joined: ['GET /02', 'GET /03'] }], changed: true, grew: true })
  expect(changeComment(report, events, undefined)).toContain('now also on `GET /02, GET /03`')
  const notification = notificationOf(report, events, undefined)
  expect(notification).toMatchObject({ joined: [{ operations: ['GET /02', 'GET /03'] }], new: [] })
  expect(notification && JSON.stringify(slackMessage(notification))).toContain('*now also on* GET /02, GET /03')
  const after = eventsOf(report, events.state)
  expect(after).toMatchObject({ joined: [], changed: false, grew: false })
  expect(notificationOf(report, after, undefined)).toBeUndefined()
})

it('omits operations that no longer show the finding', () => {
  expect(eventsOf(reportOf(operations.slice(0, 1)), notified(operations.slice(0, 2)))).toMatchObject({
    ...{ added: [], joined: [], fixed: [], unseen: [], changed: false },
  })
})

it.each([
  ['all of them were called', operations.slice(0, 2), operations, 1],
  ['one of them was not called', operations.slice(0, 2), operations.slice(1), 0],
  ['a single one was called', operations.slice(0, 1), operations, 1],
  ['more than are remembered were called', operations, operations, 1],
])('says what is fixed when %s', (_, reaches, called, fixed) => {
  const events = eventsOf(reportOf([], called), notified(reaches))
  expect([events.fixed.length, events.unseen.length]).toEqual([fixed, 1 - fixed])
})

it('does not fix a shared finding while one of its operations is inconclusive', () => {
  const report = reportOf([])
  const last = report.subjects.at(-1)
  const subjects = report.subjects.map((each) => (each === last ? { ...each, outcomes: { unreachable: 1 } } : each))
  expect(eventsOf({ ...report, subjects }, notified(operations)).unseen).toHaveLength(1)
})

it('does not count a failed run as clean', () => {
  const error = { code: 'UNREACHABLE', message: 'No response.', hint: 'Try again.' }
  const before = { ...nothingNotified, clean: 1 }
  expect(eventsOf({ ...reportOf([]), couldNotCheck: error }, before).state.clean).toBe(1)
  expect(eventsOf(reportOf([]), before).state.clean).toBe(2)
})
