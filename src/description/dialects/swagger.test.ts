import { describe, expect, it } from 'vitest'
import { parseDocument } from '../reading/parse.ts'
import { flawsOf, operationsOf } from './operations.ts'

const document = parseDocument({
  name: 'a',
  file: 'a.yaml',
  content: `
swagger: '2.0'
info: { title: T, version: '1' }
host: api.example
basePath: /v2
schemes: [https, http]
consumes: [application/xml]
produces: [application/json, text/csv]
paths:
  /a/{ids}:
    post:
      schemes: [wss]
      parameters:
        - { name: ids, in: path, required: true, type: array, items: { type: integer }, collectionFormat: pipes }
        - { name: plain, in: query, type: string, maxLength: 3, required: true, allowEmptyValue: true }
        - { name: list, in: query, type: array, items: { type: string } }
        - { name: multi, in: query, type: array, items: { type: string }, collectionFormat: multi }
        - { $ref: '#/parameters/Body' }
      responses:
        200:
          description: ok
          schema: { $ref: '#/definitions/Loan' }
          headers: { X-Rate: { type: integer, description: d } }
          examples: { text/csv: 'a,b' }
        204: { description: none }
  /form:
    post:
      consumes: [application/json]
      produces: []
      parameters:
        - { name: a, in: formData, type: string, required: true, description: d }
        - { name: b, in: formData, type: integer, x-assumed: true }
      responses: { 200: { description: file, schema: { type: file } } }
  /upload:
    post:
      parameters: [{ name: f, in: formData, type: file }]
      responses: {}
parameters:
  Body: { name: body, in: body, required: true, description: B, x-assumed: true, schema: { $ref: '#/definitions/Loan' } }
definitions:
  Loan: { type: object }
`,
})
const [first, form, upload] = operationsOf(document)

describe('Swagger 2.0', () => {
  it('converts inline types to schemas, and collectionFormat to style and explode', () => {
    expect(first?.parameters.map((p) => [p.name, p.style, p.explode])).toEqual([
      ['ids', 'pipeDelimited', false],
      ['plain', 'form', true],
      ['list', 'form', false],
      ['multi', 'form', true],
    ])
    expect(first?.parameters[1]).toMatchObject({
      required: true,
      schema: { node: { type: 'string', maxLength: 3 }, pointer: '/paths/~1a~1{ids}/post/parameters/1' },
    })
    expect(first?.parameters[1]?.schema?.node).not.toHaveProperty('required')
  })

  it('converts `body` to the request body', () => {
    expect(first?.requestBody).toEqual({
      required: true,
      assumed: true,
      description: 'B',
      pointer: '/parameters/Body',
      content: [
        {
          type: 'application/xml',
          schema: { node: { $ref: '#/definitions/Loan' }, pointer: '/parameters/Body/schema' },
          pointer: '/parameters/Body',
          node: { schema: { $ref: '#/definitions/Loan' } },
        },
      ],
    })
  })

  it('converts `formData` to an object schema', () => {
    expect(form?.parameters).toEqual([])
    expect(form?.requestBody?.content.map(({ type }) => type)).toEqual(['application/x-www-form-urlencoded'])
    expect(form?.requestBody?.content[0]?.schema).toEqual({
      pointer: '/paths/~1form/post/parameters',
      node: {
        type: 'object',
        required: ['a'],
        properties: { a: { type: 'string', description: 'd' }, b: { type: 'integer', 'x-assumed': true } },
      },
    })
    expect(form?.requestBody?.assumed).toBe(false)
    expect(upload?.requestBody?.content[0]).toMatchObject({
      type: 'multipart/form-data',
      schema: { node: { properties: { f: { type: 'string', format: 'binary' } } } },
    })
  })

  it('uses the response schema for every type of `produces`', () => {
    const [ok, none] = first?.responses ?? []
    expect(ok?.content.map(({ type }) => type)).toEqual(['application/json', 'text/csv'])
    expect(ok?.content[1]).toMatchObject({
      schema: { node: { $ref: '#/definitions/Loan' }, pointer: '/paths/~1a~1{ids}/post/responses/200/schema' },
      node: { example: 'a,b' },
    })
    expect(ok?.headers[0]).toMatchObject({ name: 'X-Rate', required: false, schema: { node: { type: 'integer' } } })
    expect(none?.content).toEqual([])
    expect(form?.responses[0]?.content).toMatchObject([
      { type: 'application/octet-stream', schema: { node: { type: 'string', format: 'binary' } } },
    ])
  })

  it('composes servers', () => {
    expect([first?.servers, form?.servers]).toEqual([
      ['wss://api.example/v2'],
      ['https://api.example/v2', 'http://api.example/v2'],
    ])
    const bare = (text: string) =>
      operationsOf(
        parseDocument({ name: 'b', file: 'b', content: `swagger: '2.0'\n${text}paths: { /a: { get: {} } }` }),
      ).map(({ servers }) => servers)
    expect(bare('')).toEqual([['/']])
    expect(bare('host: h\n')).toEqual([['//h']])
  })

  it('has no flaws', () => {
    expect(flawsOf(document)).toEqual([])
  })
})
