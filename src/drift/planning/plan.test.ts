import { expect, describe as group, test } from 'vitest'
import { describe } from '../../description/dialects/operations.ts'
import { parseDocument } from '../../description/reading/parse.ts'
import { planRequest, type RequestInput } from './plan.ts'

/** Plans the only operation of a description, given its YAML below `paths`. */
function plan(paths: string, input: RequestInput = {}, components = '') {
  const content = `openapi: 3.1.0\ninfo: { title: t, version: '1' }\npaths:\n${paths}\n${components}`
  const description = describe(parseDocument({ content, name: 'test', file: 'test.yaml' }))
  const operation = description.operations[0]
  if (operation === undefined) throw new Error('the description of the test has no operation')
  return planRequest(operation, input, description)
}

const loan = `
  /loans/{loanId}:
    get:
      parameters:
        - { name: loanId, in: path, required: true, schema: { type: string }, example: loan 1 }
        - { name: page, in: query, schema: { type: integer } }
        - { name: tags, in: query, required: true, schema: { type: array, items: { type: string }, default: [a, b] } }
        - { name: X-Trace, in: header, required: true, schema: { enum: [on, off] } }
        - { name: Accept, in: header, required: true, schema: { type: string, default: text/plain } }
        - { name: session, in: cookie, required: true, schema: { type: string, const: s1 } }
      responses:
        '200': { description: d, content: { application/json: {}, text/csv: {} } }
        default: { description: d, content: { application/problem+json: {} } }`

test('escapes invalid URL characters in the path template', () => {
  const get = 'get: { parameters: [{ name: id, in: path, required: true, example: a b }], responses: {} }'
  expect(plan(`\n  "/ünï 🚀/%C3%BC/x<y#z/{id}":\n    ${get}`).path).toBe(
    '/%C3%BCn%C3%AF%20%F0%9F%9A%80/%C3%BC/x%3Cy%23z/a%20b',
  )
})

test('sends required parameters from the description, optional ones only if given', () => {
  expect(plan(loan)).toEqual({
    method: 'GET',
    path: '/loans/loan%201?tags=a&tags=b',
    headers: {
      accept: 'application/json, text/csv, application/problem+json',
      cookie: 'session=s1',
      'x-trace': 'on',
    },
  })
})

test('prefers given values and sends undocumented ones', () => {
  const request = plan(loan, {
    path: { loanId: 'a/b' },
    query: { page: 2, tags: ['c'], extra: 'x&y' },
    headers: { 'x-trace': 'off', 'X-Extra': 1, accept: '*/*' },
    cookies: { session: 's2', other: 'o' },
  })
  expect(request.path).toBe('/loans/a%2Fb?page=2&tags=c&extra=x%26y')
  expect(request.headers).toEqual({ accept: '*/*', cookie: 'session=s2; other=o', 'x-trace': 'off', 'x-extra': '1' })
})

test('omits an undefined query value and rejects an undefined path value', () => {
  expect(plan(loan, { query: { page: undefined } }).path).not.toContain('page')
  expect(() => plan(loan, { path: { loanId: undefined } })).toThrow(/no value for the path parameter loanId/)
})

test.each(['', '.', '..'])('rejects the path value %j, which would call another operation', (loanId) => {
  expect(() => plan(loan, { path: { loanId } })).toThrow(expect.objectContaining({ code: 'REQUEST_INVALID' }))
})

test('rejects an unknown path parameter', () => {
  expect(() => plan(loan, { path: { loanID: '1' } })).toThrow(/has no parameter loanID \(did you mean loanId\?\)\.$/)
})

group('where the value of a parameter comes from', () => {
  const query = (parameter: string) =>
    plan(
      `
  /x:
    get:
      parameters:
        - { name: q, in: query, required: true, ${parameter} }
      responses: { '200': { description: d } }`,
      {},
      `components:
  examples: { e: { value: shared } }
  schemas: { S: { type: string, enum: [from-ref] } }`,
    ).path

  test.each([
    ['example: one, schema: { default: two }', '/x?q=one'],
    ['examples: { a: { value: three } }, schema: { type: string }', '/x?q=three'],
    ["examples: { a: { $ref: '#/components/examples/e' } }, schema: { type: string }", '/x?q=shared'],
    ['schema: { type: integer, default: 0 }', '/x?q=0'],
    ['schema: { type: boolean, enum: [false] }', '/x?q=false'],
    ["schema: { $ref: '#/components/schemas/S' }", '/x?q=from-ref'],
    ['content: { application/json: { example: { a: [1] } } }', '/x?q=%7B%22a%22%3A%5B1%5D%7D'],
    ['style: deepObject, schema: { type: object }, example: { a: 1 }', '/x?q%5Ba%5D=1'],
  ])('%s', (parameter, path) => {
    expect(query(parameter)).toBe(path)
  })

  test('uses a sample of the schema as a last resort', () => {
    expect(query('schema: { type: integer, minimum: 7 }')).toBe('/x?q=7')
  })

  test('throws if a required parameter has no value', () => {
    expect(() => query('schema: false')).toThrow(/no value for the query parameter q/)
  })
})

group('the body', () => {
  const post = (body: string, input: RequestInput = {}) =>
    plan(
      `
  /x:
    post:
      requestBody: ${body}
      responses: { '200': { description: d } }`,
      input,
    )
  const json = 'content: { text/plain: {}, application/json: { example: { a: 1 } } }'

  test('is the example, preferably as JSON', () => {
    expect(post(`{ ${json} }`)).toMatchObject({ body: '{"a":1}', headers: { 'content-type': 'application/json' } })
  })

  test.each<[string, RequestInput, string | undefined]>([
    ['given', { body: { b: 2 } }, '{"b":2}'],
    ['null', { body: null }, 'null'],
    ['raw', { rawBody: '{' }, '{'],
    ['absent', { rawBody: '' }, undefined],
  ])('can be %s', (_name, input, body) => {
    expect(post(`{ ${json} }`, input).body).toBe(body)
  })

  test('of another type is sent as text', () => {
    const request = post(`{ ${json} }`, { body: 'hello', contentType: 'text/plain' })
    expect(request).toMatchObject({ body: 'hello', headers: { 'content-type': 'text/plain' } })
  })

  test('can be a form', () => {
    const body = { name: 'a b', tags: ['x', 'y'], nested: { k: 1 } }
    expect(post('{ content: { application/x-www-form-urlencoded: {} } }', { body })).toMatchObject({
      body: 'name=a%20b&tags=x&tags=y&nested=%7B%22k%22%3A1%7D',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  })

  test('can be multipart', () => {
    const request = post('{ content: { multipart/form-data: {} } }', { body: { name: 'a', data: { k: 1 } } })
    expect(request.headers['content-type']).toBe('multipart/form-data; boundary=specdrift-boundary')
    expect(request.body?.split('\r\n')).toEqual([
      '--specdrift-boundary',
      'content-disposition: form-data; name="name"',
      '',
      'a',
      '--specdrift-boundary',
      'content-disposition: form-data; name="data"',
      'content-type: application/json',
      '',
      '{"k":1}',
      '--specdrift-boundary--',
      '',
    ])
  })

  test('is sampled if required and omitted otherwise', () => {
    const media =
      'content: { application/json: { schema: { type: object, required: [a], properties: { a: { const: 5 } } } } }'
    expect(post(`{ required: true, ${media} }`).body).toBe('{"a":5}')
    expect(post(`{ ${media} }`).body).toBeUndefined()
  })

  test('throws if it is required and has no value', () => {
    expect(() => post('{ required: true, content: { application/json: { schema: false } } }')).toThrow(
      /body is required/,
    )
  })

  test('throws if the media type is not supported', () => {
    expect(() => post('{ content: { application/xml: {} } }', { body: { a: 1 } })).toThrow(
      /application\/xml must be given/,
    )
  })
})
