import { describe, expect, it } from 'vitest'
import { descriptionOf, inspectionOf } from '../../testing/check-tester.ts'
import { createInspector } from './inspect.ts'

/** A description with the given `x-assumed` marks. */
const described = (marks: Readonly<Record<string, string>>) =>
  descriptionOf(`
openapi: 3.0.3
info: { title: t, version: '1' }
paths:
  /loans:
    post:
      parameters:
        - { name: page, in: query, required: true, x-assumed: ${marks.parameter ?? '[]'}, schema: { type: string } }
      requestBody:
        required: true
        x-assumed: ${marks.body ?? '[]'}
        content: { application/json: { x-assumed: ${marks.sent ?? '[]'}, schema: { type: object } } }
      responses:
        '200':
          description: ok
          x-assumed: ${marks.response ?? '[]'}
          headers: { ETag: { required: true, x-assumed: ${marks.header ?? '[]'}, schema: { type: string } } }
          content: { application/json: { x-assumed: ${marks.received ?? '[]'}, schema: { type: object } } }
`)

const good = {
  ...{
    method: 'POST',
    path: '/loans?page=1',
    requestBody: '{}',
    requestHeaders: { 'content-type': 'application/json' },
  },
  ...{ status: 200, headers: { 'content-type': 'application/json', etag: '"1"' }, body: '{}' },
}
const text = { 'content-type': 'text/plain' }

it.each([
  ['the status', { response: '[key]' }, { status: 202 }, 'status-code-conformance'],
  ['the status and the response below it', { response: 'true' }, { status: 202 }, 'status-code-conformance'],
  ['the body of an assumed response', { response: 'true', received: '[key]' }, { body: '[]' }, 'type-conformance'],
  ['the media type', { received: '[key]' }, { headers: { ...text, etag: '"1"' } }, 'content-type-conformance'],
  [
    'that a header is required',
    { header: '[required]' },
    { headers: { 'content-type': 'application/json' } },
    'response-headers-conformance',
  ],
  ['that a parameter is required', { parameter: '[required]' }, { path: '/loans' }, 'request-conformance'],
  ['that a body is required', { body: '[required]' }, { requestBody: '' }, 'request-conformance'],
  ['the media type of a request', { sent: '[key]' }, { requestHeaders: text }, 'request-conformance'],
])('%s is assumed: a violation has severity info, and error without the mark', (_, marks, more, ruleId) => {
  const found = (description: ReturnType<typeof described>) =>
    createInspector(description)
      .inspect({ ...good, ...more })
      .findings.map((each) => [each.ruleId, each.assumed === true])
  expect(found(described(marks))).toEqual([[ruleId, true]])
  expect(found(described({}))).toEqual([[ruleId, false]])
})

it('an assumed status does not mark the response as assumed', () => {
  const { findings } = createInspector(described({ response: '[key]', received: '[key]' })).inspect({
    ...good,
    body: '[]',
  })
  expect(findings.map((each) => [each.ruleId, each.assumed])).toEqual([['type-conformance', undefined]])
})

/** The response body is assumed; referenced schemas have their own marks. */
describe('a response assumed as a whole', () => {
  const description = (schema: string, media = '[key]') =>
    descriptionOf(`
openapi: 3.0.3
info: { title: t, version: '1' }
paths:
  /hooks:
    post:
      responses:
        '200':
          description: ok
          x-assumed: true
          headers: { X-Kind: { schema: { $ref: '#/components/schemas/Kind' } }, X-Count: { schema: { type: integer } } }
          content: { application/json: { x-assumed: ${media}, schema: ${schema} } }
components:
  schemas:
    Kind: { type: string, enum: [A, DRAFT], x-assumed: { enum: { except: [DRAFT, LATER] } } }
    Hook: { type: object, properties: { kind: { $ref: '#/components/schemas/Kind' }, url: { type: string } } }
`)
  const found = (schema: string, body: string, more: Readonly<Record<string, string>> = {}, media?: string) =>
    createInspector(description(schema, media))
      .inspect({
        ...{ method: 'POST', path: '/hooks', status: 200, body },
        headers: { 'content-type': 'application/json', ...more },
      })
      .findings.map(({ ruleId, severity }) => `${ruleId} ${severity}`)
  const hook = "{ $ref: '#/components/schemas/Hook' }"

  it.each<readonly [what: string, schema: string, body: string, found: readonly string[]]>([
    ['an unmarked part of a component', hook, '{"url":1}', ['type-conformance info']],
    ['an enum value stated by a component', hook, '{"kind":"LATER"}', ['enum-conformance error']],
    ['a value of the assumed enum', hook, '{"kind":"OTHER"}', ['enum-conformance info']],
    ['an undocumented property', hook, '{"more":1}', ['undocumented-property info']],
    ['an inline schema marked as stated', '{ type: object, x-assumed: false }', '[]', ['type-conformance error']],
    [
      'an inline schema with one assumed keyword',
      '{ type: object, required: [a], x-assumed: [required] }',
      '[]',
      ['type-conformance error'],
    ],
  ])('%s', (_, schema, body, expected) => {
    expect(found(schema, body)).toEqual(expected)
  })

  it('is not assumed if its media type says so', () => {
    expect(found(hook, '{"url":1}', {}, 'false')).toEqual(['type-conformance error'])
  })

  it('marks its headers too', () => {
    expect(found(hook, '{}', { 'x-kind': 'LATER' })).toEqual(['response-headers-conformance error'])
    expect(found(hook, '{}', { 'x-kind': 'OTHER' })).toEqual(['response-headers-conformance info'])
    expect(found(hook, '{}', { 'x-count': 'many' })).toEqual(['response-headers-conformance info'])
  })

  it.each([
    ['[headers]', 'info'],
    ['[content]', 'error'],
  ])('may be limited to parts: a header under %s', (mark, severity) => {
    const responses = `{ 200: { description: ok, x-assumed: ${mark}, headers: { X-A: { schema: { type: integer } } } } }`
    const { findings } = inspectionOf({ responses, headers: { 'x-a': 'many' } })
    expect(findings.map((found) => `${found.ruleId} ${found.severity}`)).toEqual([
      `response-headers-conformance ${severity}`,
    ])
  })
})
