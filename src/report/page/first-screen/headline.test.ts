import { expect, it } from 'vitest'
import { monitorReport } from '../../../testing/sample-report.ts'
import { headlineOf } from './headline.ts'

const called = { operation: 'GET /loans', calls: 1, outcomes: { received: 1 }, findings: 0 }
const row = {
  operation: 'PUT /loans',
  what: 'its responses',
  because: 'no suite calls it',
  kind: 'not-called' as const,
}

it.each([
  [{ notWritable: true as const }, [], 'Not called: 2 (2 as the target is not writable).'],
  // The most common reason wins, even if an uncommon one is listed first.
  [{ notWritable: true as const }, [row], 'Not called: 2 (2 as the target is not writable).'],
  [{}, [row], 'Not called: 2 (no suite calls it).'],
])('says why operations were not called: %j', (how, notChecked, expected) => {
  const subjects = ['POST', 'PUT'].map((method) => ({ operation: `${method} /loans`, calls: 0, findings: 0, ...how }))
  expect(headlineOf(monitorReport({ subjects: [called, ...subjects], notChecked })).notes).toEqual([expected])
})
