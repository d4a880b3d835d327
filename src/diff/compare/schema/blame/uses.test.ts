import { expect, it } from 'vitest'
import type { Json, JsonObject } from '../../../../model/json.ts'
import { findingsBetween } from '../../../../testing/rule-tester.ts'

const count = 40

/** Unions whose branches lead to all of them, each branch with a limit of its own. */
function unions(limit: JsonObject): string {
  const branch = (index: number): Json => ({
    type: 'object',
    required: ['kind'],
    properties: {
      kind: { enum: [`k${index}`] },
      value: { type: 'string', ...limit },
      next: { $ref: `#/components/schemas/U${index}` },
    },
  })
  const union = { oneOf: Array.from({ length: count }, (_, index) => branch(index)) }
  const schemas = Object.fromEntries(Array.from({ length: count }, (_, index) => [`U${index}`, union]))
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/U0' } } }
  const post = { requestBody: { content }, responses: {} }
  return JSON.stringify({
    ...{ openapi: '3.1.0', info: { title: 'T', version: '1' } },
    ...{ paths: { '/x': { post } }, components: { schemas } },
  })
}

it('judges edits by their own location when too many lie around each other, and says so', () => {
  const findings = findingsBetween(unions({}), unions({ maxLength: 5 }))
  expect(findings).toHaveLength(count * count)
  expect(new Set(findings.map(({ verdict, reaches }) => `${verdict} ${reaches.join()}`))).toEqual(
    new Set(['breaking POST /x']),
  )
  expect(findings.map(({ witness }) => witness?.reason)).toContain(
    'too much was edited around it: it is judged by its own location alone',
  )
})
