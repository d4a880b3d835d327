import { expect, it } from 'vitest'
import { descriptionOf } from '../../testing/check-tester.ts'
import { createInspector } from './inspect.ts'

const inspector = createInspector(
  descriptionOf(`
openapi: 3.0.3
info: { title: t, version: '1' }
paths:
  /numbers:
    get:
      responses:
        '200': { description: ok, content: { application/json: { schema: { type: array, items: { type: integer } } } } }
  /items:
    get:
      responses:
        '200':
          description: ok
          content:
            application/json:
              schema:
                type: array
                items:
                  type: object
                  properties: { id: { type: integer }, kind: { type: string, enum: [a] } }
`),
)

const inspect = (path: string, items: readonly unknown[]) =>
  inspector.inspect({
    ...{ method: 'GET', path, status: 200, headers: { 'content-type': 'application/json' } },
    body: JSON.stringify(items),
  })

it('groups more violating items than a call accepts arguments into one finding with their count and three locations', () => {
  const { outcome, findings, notChecked } = inspect('/numbers', Array(150_000).fill('x'))
  expect({ outcome, notChecked }).toEqual({ outcome: 'received', notChecked: [] })
  expect(findings.map(({ ruleId, evidence }) => [ruleId, evidence?.samples])).toEqual([['type-conformance', 150_000]])
  const groups = findings[0]?.evidence?.examples?.map(({ instancePointer }) => instancePointer)
  expect(groups).toEqual(['/0', '/1', '/10'])
})

it('reports each unknown enum value and each kind of item violation separately', () => {
  const { findings } = inspect('/items', [
    { kind: 'b' },
    { kind: 'c' },
    { kind: 'b', id: 'x' },
    { kind: 'b' },
    { kind: 'b' },
  ])
  const seen = findings.map(({ ruleId, evidence }) => [ruleId, evidence?.observed, evidence?.samples])
  expect(seen.sort()).toEqual([
    ['enum-conformance', 'b', 4],
    ['enum-conformance', 'c', 1],
    ['type-conformance', 'x', 1],
  ])
})
