import { describe, expect, it } from 'vitest'
import { parseDocument } from '../../description/reading/parse.ts'
import type { Document } from '../../model/document.ts'
import type { Json } from '../../model/json.ts'
import { createSchemaCompiler } from '../validation/compile.ts'
import { type SampleOptions, sample } from './sample.ts'

const lean: SampleOptions = { direction: 'response' }
const full: SampleOptions = { direction: 'response', full: true }

function documentOf(schemas: string, version = '3.1.0'): Document {
  const body = schemas.replaceAll(/^/gm, '    ')
  return parseDocument({
    content: `openapi: ${version}\npaths: {}\ncomponents:\n  schemas:\n${body}\n`,
    name: 'a',
    file: 'a',
  })
}

/** Returns the sample of schema `A` and asserts that it is valid. */
function sampleOf(schemas: string, options = lean, version?: string): Json | undefined {
  const document = documentOf(schemas, version)
  const schema = { node: document.at('/components/schemas/A') ?? true, pointer: '/components/schemas/A' }
  const value = sample(document, schema, options)
  if (value === undefined) return undefined
  expect(createSchemaCompiler(document).compile(schema, options.direction).validate(value)).toEqual([])
  return value
}

describe('scalars', () => {
  it.each([
    ['{ type: string }', 'text'],
    ['{ type: [string, "null"], minLength: 6 }', 'textaa'],
    ['{ type: string, maxLength: 2 }', 'te'],
    ['{ type: string, maxLength: 0 }', ''],
    ['{ type: string, format: date }', '2026-01-02'],
    ['{ format: uuid }', '3fa85f64-5717-4562-b3fc-2c963f66afa6'],
    ['{ type: string, format: never-heard-of }', 'text'],
    ['{ type: string, example: given }', 'given'],
    ['{ type: string, example: 3, default: d }', 'd'],
    ['{ type: string, examples: [long, ok], maxLength: 2 }', 'ok'],
    ['{ const: 5 }', 5],
    ['{ enum: [null, b, a] }', 'b'],
    ['{ enum: [null] }', null],
    ['{ enum: [a, bcd], minLength: 2 }', 'bcd'],
    ['{ type: "null" }', null],
    ['{ type: boolean }', true],
    ['{ type: integer }', 1],
    ['{ type: integer, minimum: 10, exclusiveMaximum: 12 }', 10],
    ['{ type: integer, maximum: -5 }', -5],
    ['{ type: integer, maximum: -5, multipleOf: 4 }', -8],
    ['{ type: number, exclusiveMinimum: 0, exclusiveMaximum: 0.5 }', 0.25],
    ['{ type: number, minimum: 4.301, multipleOf: 0.01 }', 4.31],
    ['{ type: integer, multipleOf: 7, minimum: 8 }', 14],
    ['{ allOf: [{ type: integer, multipleOf: 4 }, { multipleOf: 6, minimum: 1 }] }', 12],
    ['{ type: number, format: int32, minimum: 2147483647 }', 2147483647],
    ['{}', 'text'],
    ['true', 'text'],
  ])('%s returns %j', (schema, expected) => {
    expect(sampleOf(`A: ${schema}`)).toEqual(expected)
  })

  it.each([
    'false',
    '{ type: integer, minimum: 3, maximum: 2 }',
    '{ type: string, minLength: 3, maxLength: 2 }',
    '{ type: string, enum: [1] }',
    '{ type: string, pattern: "^a$", minLength: 2 }',
    '{ type: array, minItems: 2, maxItems: 1 }',
    '{ type: array, items: { enum: [a] }, uniqueItems: true, minItems: 2 }',
    '{ type: object, required: [a], properties: { a: false } }',
    '{ type: object, required: [a], additionalProperties: false }',
    '{ type: object, required: [a, b], maxProperties: 1 }',
  ])('%s returns no sample', (schema) => {
    expect(sampleOf(`A: ${schema}`)).toBeUndefined()
  })

  it.each([
    '^[A-Z]{3}$',
    '^\\d{4}-\\d{2}$',
    '^(BTC|ETH)-[a-z0-9]+$',
    '^-?(?:0|[1-9][0-9]*)(\\.[0-9]{1,8})?$',
    '^[^a-z ]+\\.\\w*$',
    '\\u0041\\x42|c',
    '(?<year>[12]\\d{3})',
    '^#?[\\da-f]{6}$',
    '^[\\w.+-]+@[a-z]+\\.[a-z]{2,}$',
    '^\\S+\\s$',
    '^$',
  ])('follows the pattern %s', (pattern) => {
    const value = sampleOf(`A: { type: string, pattern: ${JSON.stringify(pattern)} }`)
    expect(value).toMatch(new RegExp(pattern))
  })

  it('fits patterns to lengths', () => {
    expect(sampleOf('A: { type: string, pattern: "^[0-9]+$", minLength: 12 }')).toMatch(/^\d{12,}$/)
    expect(sampleOf('A: { type: string, pattern: "^(ab)*$", minLength: 5, maxLength: 6 }')).toBe('ababab')
  })

  it.each(['(a{900}){900}', `${'('.repeat(5000)}a`, '^(?=a)b', '(a)\\1', '[', 'a**', '\\p{L}x'])(
    'is not hurt by the pattern %.20s',
    (pattern) => {
      const document = documentOf(`A: { type: string, pattern: ${JSON.stringify(pattern)} }`)
      const schema = { node: document.at('/components/schemas/A') ?? true, pointer: '/components/schemas/A' }
      expect(String(sample(document, schema, lean)).length).toBeLessThan(20_000)
    },
  )
})

describe('objects and lists', () => {
  const loan = `A:
  type: object
  required: [id, owner, secret]
  properties:
    note: { type: string }
    id: { type: integer, readOnly: true }
    secret: { $ref: '#/Secret', writeOnly: true }
    owner: { $ref: '#/components/schemas/Owner' }
Owner: { allOf: [{ required: [name], properties: { name: { type: string } } }, { required: [age], properties: { age: { type: integer } } }] }
`.replace("'#/Secret'", "'#/components/schemas/Owner/allOf/0/properties/name'")

  it('includes the required properties, or all when full', () => {
    const owner = { name: 'text', age: 1 }
    expect(sampleOf(loan)).toEqual({ id: 1, owner })
    expect(sampleOf(loan, full)).toEqual({ note: 'text', id: 1, owner })
    expect(Object.keys(Object(sampleOf(loan, full)))).toEqual(['note', 'id', 'owner'])
  })

  it('omits readOnly properties from requests', () => {
    expect(sampleOf(loan, { direction: 'request' })).toEqual({ secret: 'text', owner: { name: 'text', age: 1 } })
  })

  it.each([
    ['{ type: object, minProperties: 2, properties: { a: { type: string } } }', { a: 'text', key1: 'text' }],
    [
      '{ type: object, required: [x1], patternProperties: { "^x": { type: integer } }, additionalProperties: false }',
      { x1: 1 },
    ],
    ['{ type: object, required: [b], additionalProperties: { type: boolean } }', { b: true }],
    ['{ required: [__proto__], properties: { __proto__: { type: string } } }', JSON.parse('{"__proto__":"text"}')],
    ['{ type: array }', []],
    ['{ type: array, minItems: 2, items: { type: integer } }', [1, 1]],
    ['{ type: array, minItems: 3, uniqueItems: true, items: { type: string } }', ['text', 'text1', 'text2']],
    ['{ type: array, minItems: 2, uniqueItems: true, items: { enum: [a, b] } }', ['a', 'b']],
    ['{ type: array, minItems: 3, prefixItems: [{ const: 1 }], items: { const: 2 } }', [1, 2, 2]],
    ['{ type: array, contains: { const: 9 } }', [9]],
  ])('%s returns %j', (schema, expected) => {
    expect(sampleOf(`A: ${schema}`)).toEqual(expected)
  })

  it('adds list items when full', () => {
    expect(sampleOf('A: { type: array, items: { type: array, items: { type: integer } } }', full)).toEqual([[1]])
  })
})
