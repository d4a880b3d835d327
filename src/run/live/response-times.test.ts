import { expect, it } from 'vitest'
import type { CallRecord } from '../../suite/calls/record.ts'
import { monitorReport } from '../../testing/sample-report.ts'
import { responseTimesIn, responseTimesOf, withResponseTimes } from './response-times.ts'

function call(milliseconds: number, parts: Partial<CallRecord> = {}): CallRecord {
  const rest = { test: '', curl: '', findings: [], notChecked: [], sent: [] }
  return { operation: 'GET /loans', outcome: 'received', status: 200, milliseconds, ...rest, ...parts }
}

const hundred = Array.from({ length: 100 }, (_, index) => call(100 - index))
const times = { startedAt: '2026-11-20T08:00:00.000Z', milliseconds: 9 }

it('computes percentiles by the nearest rank', () => {
  expect(responseTimesOf(hundred)).toMatchObject({ 'GET /loans': { count: 100, p50: 50, p95: 95 } })
  expect(responseTimesOf([call(7)])).toMatchObject({ 'GET /loans': { count: 1, p50: 7, p95: 7 } })
  expect(responseTimesOf([call(7), call(9), call(30)])).toMatchObject({ 'GET /loans': { p50: 9, p95: 30 } })
})

it('excludes rejections and responses from outside the application', () => {
  const others = [call(1, { status: 404 }), call(1, { status: 500 }), call(1, { outcome: 'gateway', status: 502 })]
  const { status: _, ...none } = call(1, { outcome: 'unreachable' })
  expect(responseTimesOf([...others, none, call(20, { status: 304 })])).toEqual({
    'GET /loans': { count: 1, p50: 20, p95: 20, all: [20] },
  })
})

it('merges shards to the result of the whole run', () => {
  const more = [call(3, { operation: 'DELETE /loans/{id}', status: 204 }), call(500)]
  const parts = [hundred.slice(0, 30), [...hundred.slice(30), ...more], []]
  const shards = parts.map((calls) => monitorReport({ times: withResponseTimes(times, responseTimesOf(calls), true) }))
  const whole = responseTimesOf([...hundred, ...more])
  expect(responseTimesIn(shards)).toEqual(whole)
  expect(Object.keys(whole)).toEqual(['DELETE /loans/{id}', 'GET /loans'])
})

it("keeps individual times only in a shard's report", () => {
  expect(withResponseTimes(times, responseTimesOf([call(7)]), false).operations).toEqual({
    'GET /loans': { count: 1, p50: 7, p95: 7 },
  })
  expect(withResponseTimes(times, {})).toEqual(times)
})
