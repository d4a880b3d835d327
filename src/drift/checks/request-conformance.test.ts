import { expect, it } from 'vitest'
import { descriptionOf } from '../../testing/check-tester.ts'
import { createInspector, type RawExchange } from '../checking/inspect.ts'

const inspector = createInspector(
  descriptionOf(`
openapi: 3.0.3
info: { title: t, version: '1' }
paths:
  /loans:
    post:
      parameters:
        - { name: page, in: query, required: true, schema: { type: integer, minimum: 1 } }
        - { name: ids, in: query, schema: { type: array, items: { type: integer } } }
        - { name: tags, in: query, style: pipeDelimited, explode: false, schema: { type: array, items: { enum: [a, b] } } }
        - { name: filter, in: query, style: deepObject, required: true, schema: { type: object } }
        - { name: X-Trace, in: header, required: true, schema: { type: string, format: uuid } }
        - { name: Accept, in: header, required: true, schema: { type: integer } }
        - { name: session, in: cookie, schema: { type: string, maxLength: 3 } }
      requestBody:
        required: true
        content:
          application/json:
            schema:
              required: [amount, id]
              properties: { amount: { type: number }, id: { type: string, readOnly: true } }
          text/csv: { schema: { type: array } }
      responses: { 201: { description: made }, 4XX: { description: no } }`),
)
const right: RawExchange = {
  ...{ method: 'POST', path: '/loans?page=1&ids=1&ids=2&tags=a%7Cb', status: 201, headers: {} },
  requestHeaders: {
    'Content-Type': 'application/json',
    'X-Trace': 'c56a4180-65aa-42ec-a945-5fd21dec0538',
    Cookie: 'a=1; session=abc',
  },
  requestBody: '{"amount": 1}',
}
const found = (more: Partial<RawExchange>): readonly string[] =>
  inspector.inspect({ ...right, ...more }).findings.map(({ ruleId, site, message }) => {
    expect([ruleId, site.direction]).toEqual(['request-conformance', 'request'])
    return `${site.part}${site.pointer} ${message}`
  })
const json = { ...right.requestHeaders, 'Content-Type': 'application/json' }

it.each<readonly [what: string, more: Partial<RawExchange>, found: readonly string[]]>([
  ['a valid request', {}, []],
  ['a rejected invalid request', { path: '/loans', status: 422 }, []],
  ['a missing parameter', { path: '/loans?ids=1' }, ['query page lacks the required query parameter page']],
  ['a value out of bounds', { path: '/loans?page=0' }, ['query page is sent and breaks minimum 1']],
  ['a wrong type in a list', { path: '/loans?page=1&ids=x' }, ['query ids/* is sent and breaks type "integer"']],
  ['a list with a separator', { path: '/loans?page=1&tags=a|c' }, ['query tags/* is sent and breaks enum ["a","b"]']],
  ['a header', { requestHeaders: { ...json, 'X-Trace': 'x' } }, ['header X-Trace is sent and breaks format "uuid"']],
  [
    'a cookie',
    { requestHeaders: { ...json, cookie: 'session=abcd' } },
    ['cookie session is sent and breaks maxLength 3'],
  ],
  ['the body', { requestBody: '{"amount": "1"}' }, ['body application/json/amount is sent and breaks type "number"']],
  [
    'a property of the body',
    { requestBody: '{}' },
    ['body application/json/amount is required and missing, and was accepted'],
  ],
  ['no body', { requestBody: undefined }, ['body lacks the required body']],
  [
    'another content type',
    { requestHeaders: { ...right.requestHeaders, 'Content-Type': 'text/xml' } },
    ['body is sent as text/xml; documented: application/json, text/csv'],
  ],
])('checks %s', (_, more, expected) => {
  expect(found(more)).toEqual(expected)
})

it.each([
  ['is not JSON', json, '{', /^it is not JSON/],
  ['is of another type', { ...json, 'Content-Type': 'text/csv' }, 'a,b', /^only JSON/],
])('reports that a body that %s was not checked', (_, requestHeaders, requestBody, because) => {
  const { findings, notChecked } = inspector.inspect({ ...right, requestHeaders, requestBody })
  expect(findings).toEqual([])
  expect(notChecked).toMatchObject([{ because: expect.stringMatching(because) }])
})
