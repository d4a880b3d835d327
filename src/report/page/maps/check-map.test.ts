import { expect, it } from 'vitest'
import type { Subject } from '../../../model/report.ts'
import { driftFinding } from '../../../testing/sample-report.ts'
import { cellOf } from './check-map.tsx'

const subject = (parts: Partial<Subject>): Subject => ({ operation: 'GET /loans', calls: 1, findings: 0, ...parts })

it.each<[string, Partial<Subject>, string]>([
  ['a response of the application', { outcomes: { received: 1 }, statuses: [200] }, 'passed'],
  ['a response and a failure', { outcomes: { received: 2 }, statuses: [200, 500] }, 'passed'],
  ['a server error alone', { outcomes: { received: 1 }, statuses: [500] }, 'not reached'],
  ['a connection that was reset', { outcomes: { received: 1 }, statuses: [] }, 'not reached'],
  ['values that do not exist', { outcomes: { received: 1 }, statuses: [404], notReached: true }, 'not reached'],
  ['a gateway', { outcomes: { gateway: 1 }, statuses: [502] }, 'inconclusive'],
  ['no call', { calls: 0 }, 'not called'],
])('%s: %s → %s', (_what, parts, words) => {
  expect(cellOf(subject(parts), []).words).toBe(words)
})

it('shows findings even if the operation is also inconclusive or not reached', () => {
  const failed = subject({ outcomes: { received: 1 }, statuses: [500] })
  expect(cellOf(failed, [driftFinding()])).toMatchObject({ look: 'failed', sign: '1' })
})
