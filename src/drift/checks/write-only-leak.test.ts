import { expect, it } from 'vitest'
import { inspectionOf, violationsOf } from '../../testing/check-tester.ts'

const components = '{ schemas: { Secret: { type: string, writeOnly: true } } }'
const schema =
  '{ type: object, required: [name, code], properties: { name: { type: string }, code: { $ref: "#/components/schemas/Secret" } } }'

it('reports a writeOnly property in a response, also through $ref, and hides its value', () => {
  const { findings } = inspectionOf({ components, schema, body: { name: 'a', code: 'hunter2' } })
  expect(findings).toMatchObject([{ ruleId: 'write-only-leak', severity: 'error', site: { pointer: '/code' } }])
  expect(JSON.stringify(findings)).not.toContain('hunter2')
})

it('requires only the other properties in a response', () => {
  expect(violationsOf({ components, schema, body: { name: 'a' } })).toEqual([])
  expect(violationsOf({ components, schema, body: {} })).toEqual(['required-conformance /name'])
})
