import { describe, expect, it } from 'vitest'
import type { Json, Pointer } from '../../model/json.ts'
import { compiledOf, schemaViolations } from '../../testing/check-tester.ts'

const ref = (name: string): string => `{ $ref: '#/components/schemas/${name}' }`

describe('one violation per location and cause', () => {
  it.each<readonly [schemas: string, value: Json, found: readonly string[]]>([
    ['A: { type: string, enum: [a], format: date, minLength: 9 }', null, ['nullable']],
    ['A: { type: string, enum: [a], format: date, minLength: 9 }', 5, ['type']],
    ['A: { type: string, enum: [a], format: date, minLength: 9 }', 'b', ['enum']],
    ['A: { allOf: [{ type: string }, { type: string, maxLength: 1 }] }', 5, ['type']],
    ['A: { anyOf: [{ type: string }, { type: array }] }', null, ['nullable']],
    ['A: { required: [a, b] }', {}, ['required  a', 'required  b']],
    ['A: { anyOf: [{ type: string }, { type: integer }] }', true, ['type']],
    [
      `A: { oneOf: [${ref('B')}, ${ref('C')}, { type: string }] }, B: { type: object, required: [x, y, z] }, C: { type: object, required: [w] }`,
      {},
      ['required  w'],
    ],
    [
      'A: { oneOf: [{ properties: { t: { enum: [a] }, n: { type: integer }, m: { type: integer } } }, { properties: { t: { enum: [b] }, n: { type: string } } }] }',
      { t: 'a', n: 'x', m: 'x' },
      ['type /n', 'type /m'],
    ],
  ])('%s rejects %j', (schemas, value, expected) => {
    expect(schemaViolations(schemas, value)).toEqual(expected)
  })
})

describe('locations', () => {
  it('points into the description through $ref, with * for indexes and map keys', () => {
    const schema = compiledOf(`A: { type: object, additionalProperties: { type: array, items: ${ref('B')} } },
      B: { type: object, properties: { 'a/b': { type: string } } }`)
    expect(schema.validate({ key1: [{}, { 'a/b': 1 }] })).toEqual([
      {
        keyword: 'type',
        instancePointer: '/key1/1/a~1b',
        location: '/*/*/a~1b',
        schemaPointer: '/components/schemas/B/properties/a~1b' satisfies Pointer,
        observed: 1,
        expected: 'string',
        assumed: false,
      },
    ])
  })

  it('reports an invalid null where the schema is used, not where it is shared', () => {
    const [violation] = compiledOf(`A: { properties: { b: ${ref('B')} } }, B: { type: object }`).validate({ b: null })
    expect(violation?.schemaPointer).toBe('/components/schemas/A/properties/b')
  })

  it('keeps the locations of rewritten keywords', () => {
    const tuple = compiledOf('A: { items: [{ type: string }], additionalItems: { type: integer } }')
    const pointers = tuple.validate([1, 'a']).map(({ schemaPointer }) => schemaPointer)
    expect(pointers).toEqual(['/components/schemas/A/items/0', '/components/schemas/A/additionalItems'])
    const nullable = compiledOf('A: { nullable: true, allOf: [{ properties: { a: { type: string } } }] }')
    expect(nullable.validate({ a: 1 })[0]?.schemaPointer).toBe('/components/schemas/A/allOf/0/properties/a')
  })
})
