import { describe, expect, it } from 'vitest'
import { descriptionWithPaths, descriptionWithSchema, findingsBetween } from '../testing/rule-tester.ts'

/** Equivalent schemas: no finding in either direction. */
const equalSchemas: readonly (readonly [string, string, string])[] = [
  [
    'allOf split',
    '{ type: object, properties: { a: { type: string } }, required: [a] }',
    '{ allOf: [{ type: object, properties: { a: { type: string } } }, { required: [a] }] }',
  ],
  ['allOf of one', '{ type: string }', '{ allOf: [{ type: string }] }'],
  ['oneOf of one', '{ type: string }', '{ oneOf: [{ type: string }] }'],
  [
    'oneOf reordered',
    '{ oneOf: [{ type: object, title: A, required: [a] }, { type: array, items: {} }] }',
    '{ oneOf: [{ type: array, items: {} }, { type: object, title: A, required: [a] }] }',
  ],
  [
    'required reordered',
    '{ type: object, properties: { a: {}, b: {} }, required: [a, b] }',
    '{ type: object, properties: { b: {}, a: {} }, required: [b, a] }',
  ],
  ['enum reordered', '{ enum: [a, b] }', '{ enum: [b, a] }'],
  ['type given by enum', '{ enum: [a, b] }', '{ type: string, enum: [a, b] }'],
  [
    'integers have inclusive bounds',
    '{ type: integer, minimum: 1 }',
    '{ type: integer, minimum: 0, exclusiveMinimum: true }',
  ],
  ['bounds of other types restrict nothing', '{ type: string }', '{ type: string, minimum: 3, maxItems: 2 }'],
  ['minLength 0', '{ type: string }', '{ type: string, minLength: 0 }'],
  ['additionalProperties true', '{ type: object }', '{ type: object, additionalProperties: true }'],
  [
    'nullable enum lists null or not',
    '{ type: string, nullable: true, enum: [a] }',
    '{ type: string, nullable: true, enum: [a, null] }',
  ],
  [
    'tightest bound of allOf',
    '{ type: integer, minimum: 5 }',
    '{ allOf: [{ type: integer, minimum: 5 }, { minimum: 3 }] }',
  ],
]

/** The same schema in 3.0 and 3.1. */
const migrations: readonly (readonly [string, string, string])[] = [
  ['nullable', '{ type: string, nullable: true }', '{ type: [string, "null"] }'],
  ['nullable enum', '{ type: string, nullable: true, enum: [a, null] }', '{ enum: [a, null] }'],
  ['anyOf null', '{ type: integer, nullable: true }', '{ anyOf: [{ type: integer }, { type: "null" }] }'],
  ['exclusive bound', '{ type: number, minimum: 0, exclusiveMinimum: true }', '{ type: number, exclusiveMinimum: 0 }'],
  ['const', '{ enum: [a] }', '{ const: a }'],
  ['type list', '{ oneOf: [{ type: string }, { type: boolean }] }', '{ type: [string, boolean] }'],
]

describe('a refactoring that changes no meaning', () => {
  for (const direction of ['request', 'response'] as const) {
    it.each(equalSchemas)(`${direction}: %s`, (_, a, b) => {
      const [before, after] = [descriptionWithSchema(a, direction), descriptionWithSchema(b, direction)]
      expect(findingsBetween(before, after)).toEqual([])
      expect(findingsBetween(after, before)).toEqual([])
    })
    it.each(migrations)(`${direction}: 3.0 to 3.1, %s`, (_, a, b) => {
      const [before, after] = [descriptionWithSchema(a, direction), descriptionWithSchema(b, direction, '3.1.0')]
      expect(findingsBetween(before, after)).toEqual([])
      expect(findingsBetween(after, before)).toEqual([])
    })
  }

  it('inline or $ref', () => {
    const inline = descriptionWithSchema('{ type: object, properties: { a: { type: string } } }', 'response')
    const component = '{ schemas: { A: { type: object, properties: { a: { type: string } } } } }'
    const named = descriptionWithSchema('{ $ref: "#/components/schemas/A" }', 'response')
    expect(findingsBetween(inline, named.replace(/ \}$/, `, components: ${component} }`))).toEqual([])
  })

  it('a component under another name', () => {
    const text = (name: string) =>
      descriptionWithSchema(`{ $ref: "#/components/schemas/${name}" }`, 'response').replace(
        / \}$/,
        `, components: { schemas: { ${name}: { type: object, properties: { next: { $ref: "#/components/schemas/${name}" } } } } } }`,
      )
    expect(findingsBetween(text('Old'), text('New'))).toEqual([])
  })

  it('path-level and operation-level parameters, in either order', () => {
    const [a, b] = ['{ in: query, name: a, schema: { type: string } }', '{ in: query, name: b, schema: {} }']
    const pathLevel = descriptionWithPaths(`{ /x: { parameters: [${a}], get: { parameters: [${b}], responses: {} } } }`)
    const operationLevel = descriptionWithPaths(`{ /x: { get: { parameters: [${b}, ${a}], responses: {} } } }`)
    expect(findingsBetween(pathLevel, operationLevel)).toEqual([])
    expect(findingsBetween(operationLevel, pathLevel)).toEqual([])
  })

  it('Swagger 2.0 to OpenAPI 3.0', () => {
    const swagger = `{ swagger: '2.0', info: { title: Test, version: '1' }, host: a.test, schemes: [https], basePath: /v1,
      consumes: [application/json], produces: [application/json], definitions: { A: { type: object, properties: { a: { type: integer, format: int32 } } } },
      paths: { '/x/{id}': { post: { parameters: [{ in: path, name: id, required: true, type: string }, { in: query, name: tags, type: array, items: { type: string }, collectionFormat: multi },
        { in: body, name: body, required: true, schema: { $ref: '#/definitions/A' } }], responses: { '200': { description: ok, schema: { $ref: '#/definitions/A' } } } } } } }`
    const openapi = `{ openapi: 3.0.3, info: { title: Test, version: '1' }, servers: [{ url: 'https://a.test/v1' }],
      components: { schemas: { B: { type: object, properties: { a: { type: integer, format: int32 } } } } },
      paths: { '/x/{key}': { post: { parameters: [{ in: path, name: key, required: true, schema: { type: string } }, { in: query, name: tags, schema: { type: array, items: { type: string } } }],
        requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/B' } } } },
        responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/B' } } } } } } } } }`
    expect(findingsBetween(swagger, openapi).map((finding) => finding.ruleId)).toEqual(['parameter-renamed'])
  })
})
