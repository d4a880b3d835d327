import { expect, it } from 'vitest'
import { createInspector } from '../../drift/checking/inspect.ts'
import { locationsOf } from '../../model/locations.ts'
import { descriptionOf } from '../../testing/check-tester.ts'
import { confirmByRetry, type InspectedCall } from './confirm-by-retry.ts'

const description = descriptionOf(`{ openapi: 3.1.0, info: { title: t, version: "1" },
  paths: { /a: { get: { responses: { 200: { content: { application/json: { schema:
    { type: object, properties: { x: { $ref: "#/components/schemas/N" }, y: { $ref: "#/components/schemas/N" } } } } } } } } } },
  components: { schemas: { N: { type: integer } } } }`)
const inspector = createInspector(description)

function call(body: string): InspectedCall {
  const [operation] = description.operations
  if (operation === undefined) throw new Error('the description has one')
  const observation = {
    ...{
      request: { method: 'GET', path: '/a', headers: {} },
      status: 200,
      body,
      milliseconds: 1,
      authenticated: false,
    },
    headers: { 'content-type': 'application/json' },
  }
  return { observation, inspection: inspector.inspectOperation(operation, observation) }
}

const any = { text: 'any', explicit: false, met: () => true }

it.each([
  ['{"x":"1","y":"1"}', '{"x":"1","y":"1"}', ['/x', '/y'], 0],
  ['{"x":"1","y":"1"}', '{"x":1,"y":"1"}', ['/y'], 1],
  ['{"x":"1","y":1}', '{"x":1,"y":"1"}', [], 1],
  ['{"x":"1","y":"1"}', '{"x":1,"y":1}', [], 2],
])('of %s and then %s, only findings repeated at the same location count', async (first, second, pointers, rows) => {
  const { inspection } = await confirmByRetry(call(first), async () => call(second), any)
  expect(inspection.findings.flatMap(locationsOf).map(({ pointer }) => pointer)).toEqual(pointers)
  expect(inspection.notChecked).toHaveLength(rows)
})
