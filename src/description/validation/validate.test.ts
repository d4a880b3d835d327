import { describe, expect, it } from 'vitest'
import { loadDocument } from '../reading/load.ts'
import { parseDocument } from '../reading/parse.ts'
import { validateDescription } from './validate.ts'

const info = "info: { title: T, version: '1' }\n"

async function flaws(content: string): Promise<readonly string[]> {
  const found = await validateDescription(parseDocument({ content, name: 'a', file: 'a' }))
  return found.map(({ pointer, message }) => `${pointer} ${message}`)
}

describe('validateDescription', () => {
  it('finds no flaw in a valid description and does not change it', async () => {
    const document = await loadDocument('lending@b07')
    const before = JSON.stringify(document.root)
    expect(await validateDescription(document)).toEqual([])
    expect(JSON.stringify(document.root)).toBe(before)
  })

  it.each([
    ['openapi: 3.0.9\npaths: {}\n', []],
    ['openapi: 3.1.7\ncomponents: {}\n', []],
    ["swagger: '2.0'\npaths: {}\n", []],
    ['openapi: 3.0.0\n', [' must have required property paths']],
    ['openapi: 3.1.0\n', [' must have required property paths']],
  ])('%j', async (content, expected) => {
    expect(await flaws(content + info)).toEqual(expected)
  })

  it('reports each location once, with a suggestion', async () => {
    const found = await flaws(`openapi: 3.0.3
info: { version: '1' }
paths:
  /a/{id}:
    get:
      extra: 1
      parameters: [{ name: id, in: pth, schema: { type: string } }]
      responses:
        200: { description: ok, content: { application/json: { schema: { type: arry } } } }
`)
    expect(found).toEqual([
      '/info must have required property title',
      '/paths/~1a~1{id}/get must not have the property extra',
      '/paths/~1a~1{id}/get/parameters/0/in must be one of path, query, header, cookie',
      '/paths/~1a~1{id}/get/responses/200/content/application~1json/schema/type must be one of array, boolean, integer, number, object, string',
      '/paths/~1a~1{id}/get does not declare the path parameter id',
      '/paths/~1a~1{id}/get/parameters/0 skipped: a parameter cannot be in pth',
    ])
  })

  it('detects flaws that a schema cannot', async () => {
    const found = await flaws(`openapi: 3.1.0
${info}paths:
  /a/{x}:
    get: { operationId: one, parameters: [{ name: y, in: path, required: true, schema: true }], responses: { default: { description: d } } }
  /a/{y}:
    get: { operationId: one, parameters: [{ name: y, in: path, required: true, schema: true }], responses: { default: { description: d } } }
    put: { parameters: [{ name: y, in: path, required: true, schema: true }], responses: { default: { description: d } } }
components:
  schemas:
    A: { $ref: '#/components/schemas/Nope' }
    B: { $ref: '#anchor' }
    C: { $ref: 'other.yaml' }
    D: { examples: [{ $ref: '#/nope' }] }
    E: { $ref: '#/components/schemas/E' }
`)
    expect(found).toEqual([
      '/components/schemas/A/$ref #/components/schemas/Nope leads nowhere',
      '/components/schemas/B/$ref #anchor leads nowhere (no $anchor has that name)',
      '/components/schemas/E/$ref #/components/schemas/E leads nowhere',
      '/paths/~1a~1{y}/get matches the same requests as GET /a/{x}',
      '/paths/~1a~1{x}/get does not declare the path parameter x',
      '/paths/~1a~1{x}/get/parameters/0 /a/{x} has no {y}',
      '/paths/~1a~1{y}/get/operationId one is the operationId of GET /a/{x} too',
      '/components/schemas/C not read: $ref other.yaml leaves the text that was given',
    ])
  })

  it('finds duplicate keys in JSON', async () => {
    const text = '{"openapi":"3.0.0","info":{"title":"T","version":"1","title":"U"},"paths":{"/a":{},"/a":{}}}'
    expect(await flaws(text)).toEqual(['/info/title duplicate key', '/paths/~1a duplicate key'])
  })

  it.each(['3.1.1', '3.2.0'])('validates %s by the schema that is published for it', async (version) => {
    const head = `openapi: ${version}\ninfo: { title: T, version: '1', license: { name: MIT } }\n`
    expect(await flaws(`${head}paths: {}`)).toEqual([])
    expect(await flaws(`${head.replace('{ name', '{ nam')}paths: { '/a': { get: { extra: 1 } } }`)).toEqual([
      '/info/license must have required property name; must not have the property nam',
      '/paths/~1a/get must not have the property extra',
    ])
  })

  it('supports the additions of 3.2', async () => {
    const operation = "{ responses: { '200': { summary: s, description: d } } }"
    const content = `$self: https://example.com/api\npaths: { /a: { query: ${operation}, additionalOperations: { COPY: ${operation} } } }`
    expect(await flaws(`openapi: 3.2.0\n${info}${content}`)).toEqual([])
    expect(await flaws(`openapi: 3.1.0\n${info}${content}`)).not.toEqual([])
  })

  it('neither reads outside nor expands a self-doubling description', async () => {
    const doubling = Array.from({ length: 60 }, (_, i) => {
      const ref = `{ $ref: '#/components/schemas/S${i + 1}' }`
      return `    S${i}: { properties: { a: ${ref}, b: ${ref}, example: { $ref: 'http://127.0.0.1:1/x' } } }`
    })
    const found = await flaws(`openapi: 3.0.0\n${info}paths: {}\ncomponents:\n  schemas:\n${doubling.join('\n')}
    S60: { type: object, properties: { __proto__: { type: string } } }`)
    expect(found).toHaveLength(60)
    expect(found.every((flaw) => flaw.includes('not read: $ref http://127.0.0.1:1/x'))).toBe(true)
    expect(Object.hasOwn(Object.prototype, 'type')).toBe(false)
  })
})
