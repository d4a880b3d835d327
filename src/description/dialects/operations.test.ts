import { describe, expect, it } from 'vitest'
import { parseDocument } from '../reading/parse.ts'
import { describe as describeDocument, flawsOf, operationsOf, webhooksOf } from './operations.ts'

const document = parseDocument({
  name: 'a',
  file: 'a.yaml',
  content: `
openapi: 3.1.0
info: { title: T, version: 1 }
servers:
  - url: https://{host}/v1
    variables: { host: { default: api.example } }
security: [{ key: [] }]
paths:
  x-note: 1
  /loans/{id}:
    servers: [{ url: /path }]
    parameters:
      - { $ref: '#/components/parameters/Id' }
      - { name: page, in: query, schema: { type: integer } }
      - { name: X-Trace, in: header, schema: { type: string } }
    post:
      operationId: createLoan
      summary: S
      tags: [a, 1]
      deprecated: true
      security: [{}, { oauth: [read] }]
      servers: [{ url: 'https://op/{x}' }]
      parameters:
        - { name: page, in: query, style: pipeDelimited, required: true, schema: { type: string } }
        - { name: x-trace, in: header, schema: { type: integer } }
        - { name: q, in: cookie, content: { application/json: { schema: true } } }
      requestBody: { $ref: '#/components/requestBodies/Loan' }
      responses:
        200: { $ref: '#/components/responses/Loan', x-assumed: true }
        4xx: { description: bad }
        default: { description: else }
        x-other: 1
      callbacks: { paid: { '{$request.body#/url}': { post: { responses: {} } } } }
    get:
      responses: { '204': { description: none } }
  /moved: { $ref: '#/components/pathItems/Moved', summary: here }
webhooks:
  paid: { post: { responses: { '200': { description: ok } } } }
components:
  parameters:
    Id: { name: id, in: path, x-assumed: true, schema: { $ref: '#/components/schemas/Id' } }
  requestBodies:
    Loan: { required: true, description: D, content: { application/json: { schema: { type: object } } } }
  responses:
    Loan:
      description: ok
      headers:
        ETag: { $ref: '#/components/headers/ETag' }
      content:
        application/json; charset=utf-8: { schema: { $ref: '#/components/schemas/Id' } }
  headers:
    ETag: { required: true, schema: { type: string } }
  schemas:
    Id: { type: string }
  pathItems:
    Moved: { delete: { responses: {} } }
`,
})
const [post, get] = operationsOf(document)

describe('operationsOf', () => {
  it('lists operations in document order, once per document', () => {
    expect(operationsOf(document).map(({ key }) => key)).toEqual([
      'POST /loans/{id}',
      'GET /loans/{id}',
      'DELETE /moved',
    ])
    expect(operationsOf(document)).toBe(describeDocument(document).operations)
    expect(flawsOf(document)).toEqual([])
  })

  it('merges path-level parameters, with the operation taking precedence', () => {
    expect(post?.parameters.map((p) => [p.name, p.in, p.required, p.style, p.explode, p.assumed])).toEqual([
      ['id', 'path', true, 'simple', false, true],
      ['page', 'query', true, 'pipeDelimited', false, false],
      ['x-trace', 'header', false, 'simple', false, false],
      ['q', 'cookie', false, 'form', true, false],
    ])
    expect(get?.parameters.map(({ name }) => name)).toEqual(['id', 'page', 'X-Trace'])
  })

  it('follows $refs, except in schemas', () => {
    expect(post?.parameters[0]).toMatchObject({
      pointer: '/components/parameters/Id',
      schema: { node: { $ref: '#/components/schemas/Id' }, pointer: '/components/parameters/Id/schema' },
    })
    expect(post?.parameters[3]?.content?.[0]).toMatchObject({ type: 'application/json', schema: { node: true } })
    expect(post?.requestBody).toMatchObject({
      required: true,
      description: 'D',
      pointer: '/components/requestBodies/Loan',
      content: [{ type: 'application/json', pointer: '/components/requestBodies/Loan/content/application~1json' }],
    })
    const [ok] = post?.responses ?? []
    expect(ok).toMatchObject({ status: '200', pointer: '/components/responses/Loan', assumed: true })
    expect(ok?.headers[0]).toMatchObject({ name: 'ETag', required: true, pointer: '/components/headers/ETag' })
    expect(ok?.content[0]?.type).toBe('application/json; charset=utf-8')
    expect(operationsOf(document)[2]?.pointer).toBe('/components/pathItems/Moved/delete')
  })

  it('reads the statuses, servers and security that apply', () => {
    expect(post?.responses.map(({ status }) => status)).toEqual(['200', '4XX', 'default'])
    expect([post?.servers, get?.servers, operationsOf(document)[2]?.servers]).toEqual([
      ['https://op/{x}'],
      ['/path'],
      ['https://api.example/v1'],
    ])
    expect([post?.security, get?.security]).toEqual([[{}, { oauth: ['read'] }], [{ key: [] }]])
    expect(post).toMatchObject({ operationId: 'createLoan', deprecated: true, tags: ['a'] })
    expect(post?.callbacks.map(({ key }) => key)).toEqual(['POST paid {$request.body#/url}'])
  })

  it('lists webhooks separately', () => {
    expect(webhooksOf(document).map(({ key }) => key)).toEqual(['POST paid'])
  })
})

describe('malformed parts', () => {
  it('are skipped with a flaw each', () => {
    const broken = parseDocument({
      name: 'b',
      file: 'b.yaml',
      content: `
openapi: 3.0.0
paths:
  users: {}
  /null: null
  /gone: { $ref: '#/nowhere' }
  /loop: { $ref: '#/paths/~1loop' }
  /a:
    parameters: {}
    get: word
    put:
      parameters: [null, { in: query }, { name: a, in: body }, { name: ok, in: query, schema: 3 }]
      requestBody: []
      security: key
      tags: word
      servers: [null]
      responses:
        20: { description: x }
        200: word
        201: { headers: [], content: { a/b: word } }
        202: { $ref: 3 }
    post: { responses: [] }
    constructor: { responses: {} }
webhooks: []
`,
    })
    expect(operationsOf(broken).map(({ key }) => key)).toEqual(['PUT /a', 'POST /a'])
    const [put] = operationsOf(broken)
    expect(put).toMatchObject({ security: [], tags: [], servers: [''], parameters: [{ name: 'ok' }] })
    expect(put?.parameters[0]?.schema).toBeUndefined()
    expect(put?.responses.map(({ status }) => status)).toEqual(['201', '202'])
    expect(flawsOf(broken).map(({ pointer }) => pointer.replaceAll('/paths/~1a/put', '…'))).toEqual([
      '/paths/users',
      '/paths/~1null',
      '/paths/~1gone',
      '/paths/~1loop',
      '/paths/~1a/get',
      '/paths/~1a/parameters',
      '…/parameters/0',
      '…/parameters/1',
      '…/requestBody',
      '…/parameters/2',
      '…/parameters/3/schema',
      '…/responses/20',
      '…/responses/200',
      '…/responses/201/headers',
      '…/responses/201/content/a~1b',
      '/paths/~1a/post/responses',
      '/webhooks',
    ])
  })

  it('reports an invalid root', () => {
    const empty = parseDocument({ name: 'c', file: 'c', content: 'openapi: 3.0.0\npaths: word' })
    expect([operationsOf(empty), flawsOf(empty)]).toEqual([
      [],
      [{ pointer: '/paths', message: 'skipped: paths is not an object' }],
    ])
  })
})
