import { expect, it } from 'vitest'
import { inspectionOf, violationsOf } from '../../testing/check-tester.ts'

const responses = '{ 200: { description: ok }, default: { description: error } }'

it('reports a server error, documented or not', () => {
  expect(inspectionOf({ responses, status: 500, headers: {} }).findings).toMatchObject([
    { ruleId: 'server-error', severity: 'error', message: 'status 500', site: { part: '500' } },
  ])
})

it('is silent about a refusal', () => {
  expect(violationsOf({ responses, status: 404, headers: {} })).toEqual([])
})
