import { expect, test } from 'vitest'
import type { Json } from '../../model/json.ts'
import { withUpcomingMoments } from './moments.ts'

const moment = '2026-01-02T03:04:05Z'
const later = '2037-01-02T03:04:05Z'
const changed = (body: Json, fixed: readonly string[] = [], isTaken = true): Json =>
  withUpcomingMoments({
    body,
    freedom: (at) => (fixed.includes(at) ? 'fixed' : 'free'),
    accepts: () => isTaken,
  })

test.each([
  ...[
    'expiresAt',
    'expires_at',
    'expires',
    'expiry',
    'expiration_date',
    'tokenExpiresOn',
    'endsAt',
    'end_time',
    'ends',
  ],
  ...['endDate', 'until', 'valid_until', 'validTo', 'notAfter', 'dueDate', 'due_at', 'deadline', 'scheduledAt'],
  ...['scheduled_time', 'schedule_date', 'runAt', 'send_at', 'publishAt', 'nextRun', 'remindAt'],
])('%s is moved to the future', (name) => {
  expect(changed({ [name]: moment })).toEqual({ [name]: later })
})

test.each([
  ...[
    'createdAt',
    'updated_at',
    'birthDate',
    'startsAt',
    'since',
    'lastSeen',
    'from',
    'timestamp',
    'friend',
    'weekend',
  ],
  ...['endpoint', 'dueling', 'nextcloud'],
])('%s is not changed', (name) => {
  const value = name === 'endpoint' || name === 'nextcloud' || name === 'dueling' ? 'text' : moment
  expect(changed({ [name]: value })).toEqual({ [name]: value })
})

test('changes dates and timestamps in objects and lists', () => {
  expect(changed({ due_on: '2026-01-02', tasks: [{ until: '2026-01-02T03:04:07Z' }] })).toEqual({
    due_on: '2037-01-02',
    tasks: [{ until: '2037-01-02T03:04:07Z' }],
  })
})

test('keeps examples, the value under test, and values whose change would be invalid', () => {
  expect(changed({ expires: '2020-05-05T00:00:00Z' })).toEqual({ expires: '2020-05-05T00:00:00Z' })
  expect(changed({ expires: moment }, ['body /expires'])).toEqual({ expires: moment })
  expect(changed({ expires: moment }, [], false)).toEqual({ expires: moment })
})
