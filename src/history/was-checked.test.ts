import { expect, it } from 'vitest'
import type { Report } from '../model/report.ts'
import { coverage, monitorReport } from '../testing/sample-report.ts'
import { operationIn, wasChecked } from './was-checked.ts'

const check = (id: string) => ({ id, kind: 'check' as const, title: '' })
const [loans, ...others] = coverage.byOperation
const without200: Partial<Report> = {
  coverage: {
    ...coverage,
    byOperation: [...(loans ? [{ ...loans, answers: { '200': 0, '404': 1 } }] : []), ...others],
  },
}
const subjects = (calls: number, outcomes: object) => [{ operation: 'GET /loans', calls, outcomes, findings: 0 }]
const place = 'GET /loans 200 application/json [].status'

it.each<[string, Partial<Report>, string, boolean]>([
  ['all tests, and the status was answered', {}, 'null-conformance', true],
  ['some tests', { partial: true }, 'null-conformance', false],
  ['a shard', { shard: { index: 1, count: 2 } }, 'null-conformance', false],
  ['no call', { subjects: subjects(0, {}) }, 'null-conformance', false],
  ['a call without an answer', { subjects: subjects(2, { received: 1, gateway: 1 }) }, 'null-conformance', false],
  ['no answer of its status', without200, 'null-conformance', false],
  ['no answer of its status, which was the violation', without200, 'server-error', true],
  ['no longer described', { subjects: [] }, 'null-conformance', true],
  ['a check that is switched off', { rules: [] }, 'null-conformance', false],
  ['what a test expects', { rules: [] }, 'expectation-failed', true],
  ['nothing was made up', {}, 'negative-accepted', false],
  ['something was made up', { rules: [check('negative-accepted')] }, 'negative-accepted', true],
])('whether a finding is gone: %s', (_what, parts, ruleId, expected) => {
  expect(wasChecked({ ...monitorReport(), ...parts }, { ruleId, operation: 'GET /loans', place })).toBe(expected)
})

it('reads the operation off the words about a place', () => {
  const found = (text: string) => operationIn(text, monitorReport())
  expect([found(place), found('GET /loans'), found('GET /loans/{id} 200'), found('')]).toEqual([
    'GET /loans',
    'GET /loans',
    undefined,
    undefined,
  ])
})
