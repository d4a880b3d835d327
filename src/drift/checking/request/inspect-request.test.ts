import { describe, expect, it } from 'vitest'
import { foundInRequest as found } from '../../../testing/request-tester.ts'
import type { RawExchange } from '../inspect.ts'
import { notDefined } from '../text-value.ts'

const parameter = (text: string) => `parameters: [{ ${text} }]`
const list = 'schema: { type: array, items: { type: integer } }'

describe('a parameter', () => {
  it.each<[parameter: string, raw: Partial<RawExchange>, found: string[]]>([
    [`name: q, in: query, ${list}`, { path: '/a?q=1&q=2' }, []],
    [`name: q, in: query, ${list}`, { path: '/a?q=1,2' }, ['query q/* is sent and breaks type "integer"']],
    [`name: q, in: query, explode: false, ${list}`, { path: '/a?q=1,2' }, []],
    [
      `name: q, in: query, explode: false, ${list}`,
      { path: '/a?q=1%202' },
      ['query q/* is sent and breaks type "integer"'],
    ],
    [`name: q, in: query, style: spaceDelimited, ${list}`, { path: '/a?q=1%202' }, []],
    [`name: q, in: query, style: pipeDelimited, explode: true, ${list}`, { path: '/a?q=1|2' }, []],
    ['name: q, in: query, schema: { const: x }', { path: '/a?q=y#q=x' }, ['query q is sent and breaks const "x"']],
    [
      'name: q, in: query, schema: { maxLength: 1 }',
      { path: '/a?q=a&q=b' },
      ['query q is sent and breaks maxLength 1'],
    ],
    ['name: q, in: query, schema: { type: object, required: [z] }', { path: '/a?q=a,b' }, []],
    [
      'name: X-O, in: header, schema: { type: object, required: [z] }',
      { requestHeaders: { 'x-o': 'a,b' } },
      ['header X-O/z is required and missing, and was accepted'],
    ],
    [
      'name: X-O, in: header, explode: true, schema: { type: object, properties: { n: { type: integer } } }',
      { requestHeaders: { 'x-o': 'n=x' } },
      ['header X-O/n is sent and breaks type "integer"'],
    ],
    [`name: X-L, in: header, ${list}`, { requestHeaders: { 'x-l': ' 1 , 2 ' } }, []],
    [
      'name: c, in: cookie, schema: { type: integer }',
      { requestHeaders: { cookie: 'a=1; c=x; cc=1' } },
      ['cookie c is sent and breaks type "integer"'],
    ],
    ['name: c, in: cookie, schema: { const: a=b }', { requestHeaders: { cookie: ' c=a=b' } }, []],
    [
      'name: c, in: cookie, required: true, schema: {}',
      { requestHeaders: { cookie: 'cc=1' } },
      ['cookie c lacks the required cookie parameter c'],
    ],
    ['name: q, in: query, required: true, schema: {}', {}, ['query q lacks the required query parameter q']],
    [
      'name: q, in: query, required: true, x-assumed: [required], schema: {}',
      {},
      ['query q lacks the required query parameter q (a)'],
    ],
    ['name: q, in: query, schema: {}', {}, []],
    ['name: Authorization, in: header, required: true, schema: {}', {}, []],
    ['name: Content-Type, in: header, required: true, schema: {}', {}, []],
    [
      'name: X-Accept, in: header, required: true, schema: {}',
      {},
      ['header X-Accept lacks the required header parameter X-Accept'],
    ],
    // `content`: JSON is parsed, other types are not.
    [
      'name: q, in: query, content: { application/json: { schema: { type: object, required: [z] } } }',
      { path: '/a?q={}' },
      ['query q/z is required and missing, and was accepted'],
    ],
    [
      'name: q, in: query, content: { application/json: { schema: { type: object } } }',
      { path: '/a?q={' },
      ['query q is sent and is not application/json'],
    ],
    ['name: q, in: query, content: { application/json: {} }', { path: '/a?q={' }, []],
    [
      'name: q, in: query, schema: { type: integer, x-assumed: true }',
      { path: '/a?q=x' },
      ['query q is sent and breaks type "integer" (a)'],
    ],
    [
      'name: q, in: query, x-assumed: [schema], schema: { type: integer }',
      { path: '/a?q=x' },
      ['query q is sent and breaks type "integer" (a)'],
    ],
    [
      'name: q, in: query, x-assumed: [content], content: { application/json: { schema: { type: integer } } }',
      { path: '/a?q="x"' },
      ['query q is sent and breaks type "integer" (a)'],
    ],
    ['name: q, in: query, schema: { type: [integer, "null"] }', { path: '/a?q=' }, []],
    [
      'name: q, in: query, schema: { type: boolean }',
      { path: '/a?q=yes' },
      ['query q is sent and breaks type "boolean"'],
    ],
    ['name: q, in: query, allowEmptyValue: true, schema: { type: integer }', { path: '/a?q=' }, []],
    [
      'name: q, in: query, allowEmptyValue: true, schema: { type: integer }',
      { path: '/a?q=x' },
      ['query q is sent and breaks type "integer"'],
    ],
    ['name: q, in: query, schema: { type: integer }', { path: '/a?q=' }, ['query q is sent and breaks type "integer"']],
    [
      'name: q, in: query, style: deepObject, schema: { type: object }',
      { path: '/a?q[a][b]=1' },
      [`the query parameter q: ${notDefined}`],
    ],
    [
      'name: q, in: query, content: { text/plain: { schema: { enum: [a] } } }',
      { path: '/a?q=b' },
      ['query q is sent and breaks enum ["a"]'],
    ],
    [
      'name: q, in: query, content: { text/csv: { schema: { type: array } } }',
      { path: '/a?q=b' },
      ['the query parameter q: only JSON and forms are validated against a schema of objects or lists'],
    ],
    [
      'name: q, in: query, schema: { type: number, maximum: 5 }',
      { path: '/a?q=1e1' },
      ['query q is sent and breaks maximum 5'],
    ],
  ])('%s with request %j', (text, raw, expected) => {
    expect(found(parameter(text), raw)).toEqual(expected)
  })
})

describe('a body', () => {
  const body = (text: string) => `requestBody: { ${text} }`
  const json = { 'content-type': 'application/json' }
  const schema = 'content: { application/json: { schema: { type: object, required: [z] } } }'
  it.each<[body: string, raw: Partial<RawExchange>, found: string[]]>([
    [schema, {}, []],
    [`required: true, ${schema}`, {}, ['body lacks the required body']],
    [`required: true, x-assumed: [required], ${schema}`, {}, ['body lacks the required body (a)']],
    [
      schema,
      { requestHeaders: json, requestBody: '{}' },
      ['body application/json/z is required and missing, and was accepted'],
    ],
    [
      `x-assumed: [content], ${schema}`,
      { requestHeaders: json, requestBody: '{}' },
      ['body application/json/z is required and missing, and was accepted (a)'],
    ],
    [schema, { requestBody: '{}' }, ['body has a body and no Content-Type']],
    [
      schema,
      { requestHeaders: json, requestBody: '{' },
      ['the request body application/json: it is not JSON from character 1 on'],
    ],
    [
      schema,
      { requestHeaders: { 'content-type': 'Text/XML; a=b' }, requestBody: '{}' },
      ['body is sent as text/xml; documented: application/json'],
    ],
    [
      'content: { text/xml: { x-assumed: [key] } }',
      { requestHeaders: json, requestBody: '{}' },
      ['body is sent as application/json; documented: text/xml (a)'],
    ],
    ['content: { text/xml: { x-assumed: [key] } }', { requestBody: '{}' }, ['body has a body and no Content-Type (a)']],
    [
      'content: { text/xml: { x-assumed: [key] }, text/csv: {} }',
      { requestBody: '{}' },
      ['body has a body and no Content-Type'],
    ],
    ['content: {}', { requestBody: '{}' }, ['body has a body and no Content-Type']],
    [
      'content: { application/json: { schema: { type: object, properties: { a: { pattern: "(?<" } } } } }',
      { requestHeaders: json, requestBody: '{"a":"b"}' },
      [expect.stringContaining('/schema/properties/a') as unknown as string],
    ],
  ])('%s with request %j', (text, raw, expected) => {
    expect(found(body(text), raw)).toEqual(expected)
  })

  it('is not checked if undocumented', () => {
    expect(found('parameters: []', { requestBody: 'x' })).toEqual([])
  })
})
