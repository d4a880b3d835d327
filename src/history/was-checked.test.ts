import { expect, it } from 'vitest'
import type { Report } from '../model/report.ts'
import { coverage, monitorReport } from '../testing/sample-report.ts'
import { operationIn, wasChecked } from './was-checked.ts'

const check = (id: string) => ({ id, kind: 'check' as const, title: '' })
const [loans, ...others] = coverage.byOperation
const without200: Partial<Report> = {
  coverage: {
    ...coverage,
    byOperation: [...(loans ? [{ ...loans, responses: { '200': 0, '404': 1 } }] : []), ...others],
  },
}
const subjects = (calls: number, outcomes: object) => [{ operation: 'GET /loans', calls, outcomes, findings: 0 }]
const location = 'GET /loans 200 application/json [].status'

it.each<[string, Partial<Report>, string, boolean]>([
  ['all tests, and the status was received', {}, 'null-conformance', true],
  ['some tests', { partial: true }, 'null-conformance', false],
  ['a shard', { shard: { index: 1, count: 2 } }, 'null-conformance', false],
  ['no call', { subjects: subjects(0, {}) }, 'null-conformance', false],
  ['a call without a response', { subjects: subjects(2, { received: 1, gateway: 1 }) }, 'null-conformance', false],
  ['no response of its status', without200, 'null-conformance', false],
  ['no response of its status, which was the violation', without200, 'server-error', true],
  ['no longer described', { subjects: [] }, 'null-conformance', true],
  ['a check that is switched off', { rules: [] }, 'null-conformance', false],
  ['what a test expects', { rules: [] }, 'expectation-failed', true],
  ['nothing was generated', {}, 'negative-accepted', false],
  ['something was generated', { rules: [check('negative-accepted')] }, 'negative-accepted', true],
])('whether a finding is gone: %s', (_what, parts, ruleId, expected) => {
  expect(wasChecked({ ...monitorReport(), ...parts }, { ruleId, operation: 'GET /loans', location })).toBe(expected)
})

it('extracts the operation from a location text', () => {
  const found = (text: string) => operationIn(text, monitorReport())
  expect([found(location), found('GET /loans'), found('GET /loans/{id} 200'), found('')]).toEqual([
    'GET /loans',
    'GET /loans',
    undefined,
    undefined,
  ])
})
