import { expect, it } from 'vitest'
import { descriptionOf, draftsOf, exchangeOf, violationsOf } from '../../testing/check-tester.ts'
import { createInspector } from '../checking/inspect.ts'
import check from './content-type-conformance.ts'

const schema = '{ type: object, required: [id] }'
const sent = (type: string) => ({ 'content-type': type })

it.each([['application/json; charset=utf-8'], ['Application/JSON'], ['application/vnd.bank+json']])(
  'accepts %s for application/json, and checks the body',
  (type) => {
    expect(violationsOf({ schema, headers: sent(type), body: {} })).toEqual(['required-conformance /id'])
  },
)

it('reports another type, and still checks a body that is JSON', () => {
  const violations = violationsOf({ schema, headers: sent('text/plain'), body: {} })
  expect(violations).toEqual(['content-type-conformance', 'required-conformance /id'])
  expect(draftsOf(check, { schema, headers: sent('text/plain'), raw: 'hello' })).toMatchObject([
    { key: 'text/plain', message: 'is sent as text/plain; documented: application/json' },
  ])
})

it('reports a body without a Content-Type', () => {
  expect(draftsOf(check, { schema, headers: {}, body: { id: 1 } })).toMatchObject([{ key: 'none' }])
})

it('matches ranges and parameters', () => {
  const content = (type: string) => `{ 200: { description: ok, content: { "${type}": {} } } }`
  expect(violationsOf({ responses: content('text/*'), headers: sent('text/csv'), raw: 'a' })).toEqual([])
  expect(violationsOf({ responses: content('*/*'), headers: sent('image/png'), raw: 'a' })).toEqual([])
  expect(
    violationsOf({
      responses: content('text/csv; header=present'),
      headers: sent('text/csv; header=absent'),
      raw: 'a',
    }),
  ).toEqual(['content-type-conformance'])
})

it('reports invalid JSON once it repeats, and other violations immediately', () => {
  const responses = `{ 200: { description: ok, headers: { x-page: { required: true, schema: { type: integer } } },
    content: { application/json: { schema: ${schema} } } } }`
  const description = descriptionOf(
    `{ openapi: 3.0.3, info: { title: t, version: "1" }, paths: { /things: { get: { responses: ${responses} } } } }`,
  )
  const response = (status: number, body: string) =>
    createInspector(description).inspect({
      ...{ method: 'GET', path: '/things', requestHeaders: {}, status, body },
      headers: { 'content-type': 'application/json' },
    })
  const inspected = (status: number, body: string) => {
    const { outcome, findings, notChecked } = response(status, body)
    return [outcome, findings.map(({ ruleId }) => ruleId), notChecked.length]
  }
  expect(inspected(200, 'NaN')).toEqual(['received', ['response-headers-conformance'], 1])
  expect(inspected(418, 'NaN')).toEqual(['received', ['status-code-conformance'], 1])
  expect(inspected(200, 'NaN')).toEqual(['received', ['content-type-conformance', 'response-headers-conformance'], 0])
  expect(response(200, 'NaN').findings[0]).toMatchObject({
    message: 'is sent as application/json, and it is not JSON',
    severity: 'error',
  })
})

it('reports invalid JSON under an undocumented type as two violations', () => {
  const responses = '{ 200: { description: ok, content: { text/csv: {} } } }'
  const exchange = exchangeOf({ responses, headers: sent('application/json'), raw: 'NaN' })
  const { pointer: schemaPointer } = exchange.operation.responses[0] ?? {}
  expect(check.judge({ ...exchange, notJson: 'it is not JSON' })).toMatchObject([
    { key: 'not JSON', part: '200', schemaPointer, message: 'is sent as application/json, and it is not JSON' },
    { key: 'application/json', part: '200', schemaPointer, expected: ['text/csv'] },
  ])
})

it('is assumed if all documented types are', () => {
  const found = (other: string) => {
    const content = `{ text/csv: { x-assumed: [key] }, text/html: { ${other} } }`
    return draftsOf(check, { responses: `{ 200: { description: ok, content: ${content} } }`, raw: 'a' })
  }
  expect(found('x-assumed: [key]')).toMatchObject([{ assumed: true }])
  expect(found('')).toMatchObject([{ assumed: false }])
})

it.each([
  [399, 'text/plain'],
  [400, ['text/plain', 'application/json', 'text/csv']],
])('for status %i has the key %j', (status, key) => {
  const responses = `{ ${status}: { description: ok, content: { application/json: {}, text/csv: {} } } }`
  expect(draftsOf(check, { responses, status, headers: sent('text/plain'), raw: 'a' })).toMatchObject([{ key }])
})
