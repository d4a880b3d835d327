import { expect, it } from 'vitest'
import { inspectionOf, violationsOf } from '../../testing/check-tester.ts'

const responses = '{ 200: { description: ok }, default: { description: error } }'

it('reports a server error, documented or not', () => {
  expect(inspectionOf({ responses, status: 500, headers: {} }).findings).toMatchObject([
    { ruleId: 'server-error', severity: 'error', message: 'status 500', site: { part: '500' } },
  ])
})

it('ignores client errors', () => {
  expect(violationsOf({ responses, status: 404, headers: {} })).toEqual([])
})

it('belongs to its operation even if a shared response documents it', () => {
  const input = { responses: '{ 500: { $ref: "#/components/responses/E" } }', status: 500, headers: {} }
  const components = '{ responses: { E: { description: error } } }'
  const [finding] = inspectionOf({ ...input, components }).findings
  expect(finding?.site).toEqual({ operation: 'GET /things', direction: 'response', part: '500', pointer: '' })
  expect(finding?.source.revision?.line).toBe(4)
})
