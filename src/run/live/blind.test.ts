import { expect, it } from 'vitest'
import type { CallRecord } from '../../suite/calls/record.ts'
import { blindnessOf, countResponses, mergeResponses } from './blind.ts'

/** Creates call records from `200`, `401 blind` or `404 neutral` and their count. */
function calls(...groups: (readonly [string, number, string?])[]): CallRecord[] {
  return groups.flatMap(([line, times, operation = 'GET /a']) => {
    const [status, blindness] = line.split(' ')
    const facts = { operation, test: 't', outcome: 'received', status: Number(status), authenticated: true } as const
    const rest = { curl: '', findings: [], notChecked: [], milliseconds: 1, sent: [] }
    // The cast is safe, because the lines only use these words.
    const declared = blindness === undefined ? {} : { blindness: blindness as 'blind' | 'neutral' }
    return Array.from({ length: times }, () => ({ ...facts, ...declared, ...rest }))
  })
}

it.each([
  [
    calls(['200', 109], ['204', 1, 'PUT /a/{id}'], ['401 blind', 203]),
    '203 of 313 responses were 401: the credentials stopped working after `PUT /a/{id}`.',
  ],
  [calls(['403 blind', 6]), '6 of 6 responses were 403: the credentials were refused.'],
  [calls(['404 blind', 6], ['200', 5]), '6 of 11 responses were 404: what the contract describes was not found there.'],
  [
    calls(['401 blind', 4], ['404 blind', 3]),
    '7 of 7 responses were 401, 403 or 404 (4 401, 3 404): the credentials were refused.',
  ],
  // Documented rejections of generated requests don't count.
  [
    calls(['404 neutral', 90], ['404 blind', 6], ['200', 5]),
    '6 of 101 responses were 404: what the contract describes was not found there.',
  ],
  [calls(['404 neutral', 90], ['200', 5]), undefined],
  [calls(['401 blind', 6], ['200', 6]), undefined],
  // Too few calls.
  [calls(['404 blind', 4]), undefined],
  // A test expects the rejection.
  [calls(['401', 50]), undefined],
])('a run is blind if most responses show nothing (%#)', (records, message) => {
  expect(blindnessOf(countResponses(records))?.message).toBe(message)
})

it('merged shards give the same result as the whole run', () => {
  const parts = [calls(['200', 3], ['401 blind', 5]), calls(['401 blind', 2], ['404 neutral', 2])]
  expect(mergeResponses(parts.map(countResponses))).toMatchObject({ total: 12, neutral: 2, blind: { 401: 7 } })
})

it('names a credential rejected in every call, but not one accepted in some call', () => {
  const sent = (name: string) => ({
    ...{ time: '', method: 'GET', target: '/a', milliseconds: 1, bytes: 0, retries: 0 },
    credentials: [name],
  })
  const call = (name: string, status: number): CallRecord => ({
    ...{ operation: 'GET /a', test: 't', status, authenticated: true, curl: '', findings: [], notChecked: [] },
    ...{ milliseconds: 1, sent: [sent(name)], outcome: status < 400 ? 'received' : 'unauthorized' },
  })
  const counts = countResponses([call('OLD', 401), call('GOOD', 200), call('GOOD', 403)])
  expect(counts.refused).toEqual({ OLD: 401 })
  expect(mergeResponses([counts, counts]).refused).toEqual({ OLD: 401 })
})
