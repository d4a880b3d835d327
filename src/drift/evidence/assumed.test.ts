import { expect, test } from 'vitest'
import type { GeneratedRequest } from '../../model/live/generated.ts'
import { descriptionOf } from '../../testing/check-tester.ts'
import { createInspector } from '../checking/inspect.ts'

const described = (marks: Readonly<Record<string, string>>) =>
  descriptionOf(`
openapi: 3.0.3
info: { title: t, version: '1' }
x-assumed: ${marks.root ?? '[]'}
security: [{ token: [] }]
paths:
  /orders:
    post:
      x-assumed: ${marks.operation ?? '[]'}
      ${marks.security === undefined ? '' : 'security: [{ token: [] }]'}
      parameters:
        - { name: page, in: query, required: true, x-assumed: ${marks.parameter ?? '[]'}, schema: { type: string, maxLength: 3, x-assumed: ${marks.text ?? '[]'} } }
      requestBody:
        x-assumed: ${marks.body ?? '[]'}
        content: { application/json: { schema: { $ref: '#/components/schemas/Order' } } }
      responses: { '200': { description: d }, '400': { description: d } }
components:
  securitySchemes: { token: { type: http, scheme: bearer } }
  schemas:
    Order:
      type: object
      required: [id, note]
      x-assumed: ${marks.schema ?? '[]'}
      properties:
        id: { type: string }
        note: { type: string, maxLength: 5, x-assumed: ${marks.note ?? '[]'} }
`)

const note = '/components/schemas/Order/properties/note'
const lacks = { mode: 'negative', location: 'body /note', what: 'is missing', keyword: 'required', schemaPointer: note }
const long = { ...lacks, what: 'is longer than allowed', keyword: 'maxLength' }
const auth = { mode: 'auth', location: 'request', what: 'has no credential' }
const none = { mode: 'positive', location: 'body', what: 'is left out', keyword: 'required' }
const page = { mode: 'negative', location: 'query page' }

test.each<[marks: Readonly<Record<string, string>>, request: object, status: number, isAssumed: boolean]>([
  [{}, auth, 200, false],
  [{ operation: '[security]', security: 'own' }, auth, 200, true],
  [{ operation: '[security]', security: 'own' }, lacks, 200, false],
  [{ root: '[security]' }, auth, 200, true],
  [{ root: '[security]', security: 'own' }, auth, 200, false],
  [{}, lacks, 200, false],
  [{ schema: '[required]' }, lacks, 200, true],
  [{ schema: '[required]' }, long, 200, false],
  [{ schema: '{ required: { except: [id] } }' }, lacks, 200, true],
  [{ schema: '{ required: { except: [note] } }' }, lacks, 200, false],
  [{ note: '[maxLength]' }, long, 200, true],
  [{ note: '[type]' }, long, 200, false],
  [{ note: 'true' }, long, 200, true],
  [{ body: '[required]' }, none, 400, true],
  [{}, none, 400, false],
  [{ parameter: '[required]' }, { ...page, what: 'is missing', keyword: 'required' }, 200, true],
  [{ parameter: '[required]' }, { ...page, what: 'is longer than allowed', keyword: 'maxLength' }, 200, false],
  [{ text: '[maxLength]' }, { ...page, what: 'is longer than allowed', keyword: 'maxLength' }, 200, true],
])('reports a refuted guess as assumed: %j %j', (marks, request, status, isAssumed) => {
  const description = described(marks)
  const [operation] = description.operations
  if (operation === undefined) throw new Error('the description has no operation')
  const sent = { method: 'POST', path: '/orders', headers: {} }
  const observation = { request: sent, status, headers: {}, milliseconds: 1, authenticated: true }
  // The table rows contain the remaining members.
  const generated = { id: 'x-1', ...request } as GeneratedRequest
  const { findings } = createInspector(description).inspectOperation(operation, observation, { generated })
  expect(findings).toHaveLength(1)
  const [finding] = findings
  expect([finding?.assumed ?? false, finding?.severity === 'info']).toEqual([isAssumed, isAssumed])
  expect(finding?.message.startsWith('the assumption is wrong: ')).toBe(isAssumed)
})
