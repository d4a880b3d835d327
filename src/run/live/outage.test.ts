import { expect, test } from 'vitest'
import type { CallRecord } from '../../suite/calls/record.ts'
import { nothingRun } from '../../suite/running/collect.ts'
import { requireResponses } from './outage.ts'

const target = {
  baseUrl: 'http://demo',
  label: 'demo',
  writable: false,
  credentials: [
    { type: 'bearer', name: 'DEMO_TOKEN', prefix: '/b', token: 't' },
    { type: 'bearer', name: 'OTHER_TOKEN', prefix: '/zz', token: 't' },
  ],
} as const

/** Parses calls such as `GET /a received`, `GET /b gateway 503` or `GET /c unreachable timeout`. */
function calls(...lines: string[]): CallRecord[] {
  return lines.map((line) => {
    const [method, path, outcome, reason = '200'] = line.split(' ')
    const lost = outcome === 'unreachable'
    return {
      operation: `${method} ${path}`,
      test: 't',
      // The cast is safe, because the lines below only use outcomes.
      outcome: outcome as CallRecord['outcome'],
      ...(lost ? { failure: `${reason}: because` } : { status: Number(reason) }),
      curl: '',
      findings: [],
      notChecked: [],
      milliseconds: 1,
      sent: [],
    }
  })
}

const outageOf = (...lines: string[]) => requireResponses({ ...nothingRun, calls: calls(...lines) }, 's', target)

test.each([
  [['GET /a received']],
  [['GET /a received', 'GET /b gateway 503']],
  // Different kinds of losses.
  [['GET /a received', 'GET /b gateway 503', 'GET /c unreachable timeout']],
  // Many calls, but one operation.
  [['GET /a received', 'GET /b gateway 503', 'GET /b gateway 503', 'GET /b gateway 503']],
  // Every operation got a response at some point.
  [['GET /a received', 'GET /b gateway 503', 'GET /b received', 'GET /c gateway 503', 'GET /c received']],
])('%j can be checked', (lines) => {
  expect(() => outageOf(...lines)).not.toThrow()
})

test('an outage of most operations is reported once, and the run fails', () => {
  const run = () => outageOf('GET /a received', 'GET /b gateway 503', 'GET /c gateway 504', 'GET /a gateway 503')
  expect(run).toThrow(
    'Most of demo could not be checked: 2 of 3 operations called were gateway (2 calls gateway (503), 1 call gateway (504)).',
  )
})

test('uncalled operations count towards the outage that stopped the calls', () => {
  const run = () =>
    outageOf(
      'GET /a received',
      'GET /b unreachable timeout',
      'GET /c unreachable breaker-open',
      'GET /d received',
      'GET /e unreachable breaker-open',
    )
  expect(run).toThrow(/3 of 5 operations called were unreachable \(1 call unreachable \(timeout\), 2 calls not made/)
})

test.each([
  ['unauthorized 403', /what DEMO_TOKEN may do/],
  ['rate-limited 429', /target\.rateLimit/],
  ['unreachable timeout', /service runs/],
  ['gateway 503', /behind the gateway/],
  ['inconclusive 200', /what the service sends/],
])('the hint suggests a fix for %s', (lost, hint) => {
  const run = () => outageOf('GET /a received', `GET /b ${lost}`, `GET /bb ${lost}`)
  expect(run).toThrow(expect.objectContaining({ code: 'OUTAGE', hint: expect.stringMatching(hint) }))
})
