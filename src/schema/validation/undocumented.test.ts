import { describe, expect, it } from 'vitest'
import type { Json } from '../../model/json.ts'
import { compiledOf } from '../../testing/check-tester.ts'

const ref = (name: string): string => `{ $ref: '#/components/schemas/${name}' }`
const undocumented = (schemas: string, value: Json): readonly string[] =>
  compiledOf(schemas, { version: '3.1.0' })
    .undocumented(value)
    .map(({ instancePointer }) => instancePointer)

describe('undocumented properties', () => {
  it.each<readonly [what: string, schemas: string, value: Json, found: readonly string[]]>([
    ['a property no schema names', 'A: { properties: { a: {} } }', { a: 1, b: 2 }, ['/b']],
    ['an object with no named property is open', 'A: { type: object }', { b: 2 }, []],
    ['inside an open property', 'A: { properties: { a: {} } }', { a: { b: 1 } }, []],
    ['explicitly open', 'A: { properties: { a: {} }, additionalProperties: true }', { b: 2 }, []],
    ['open for other values', 'A: { properties: { a: {} }, additionalProperties: { type: string } }', { b: 2 }, []],
    ['open by unevaluatedProperties', 'A: { properties: { a: {} }, unevaluatedProperties: {} }', { b: 2 }, []],
    [
      'closed is left to validation as well',
      'A: { properties: { a: {} }, additionalProperties: false }',
      { b: 2 },
      ['/b'],
    ],
    [
      'named through allOf and $ref',
      `A: { allOf: [${ref('B')}, { properties: { a: {} } }] }, B: { properties: { b: {} } }`,
      { a: 1, b: 1, c: 1 },
      ['/c'],
    ],
    [
      'named by any branch',
      'A: { oneOf: [{ properties: { a: {} } }, { anyOf: [{ properties: { b: {} } }] }] }',
      { a: 1, b: 1, c: 1 },
      ['/c'],
    ],
    [
      'named by if, then and else',
      'A: { if: { properties: { a: {} } }, then: { properties: { b: {} } }, else: { properties: { c: {} } } }',
      { a: 1, b: 1, c: 1, d: 1 },
      ['/d'],
    ],
    ['named by required alone', 'A: { properties: { a: {} }, required: [b] }', { b: 1, c: 1 }, ['/c']],
    ['named by a pattern', "A: { patternProperties: { '^x-': {} } }", { 'x-a': 1, b: 1 }, ['/b']],
    ['in items', `A: { items: ${ref('B')} }, B: { properties: { b: {} } }`, [{ b: 1 }, { c: 1 }], ['/1/c']],
    [
      'in prefixItems',
      'A: { prefixItems: [{ properties: { a: {} } }], items: { properties: { b: {} } } }',
      [{ a: 1, b: 1 }, { b: 1 }],
      ['/0/b'],
    ],
    [
      'in the values of a map',
      'A: { additionalProperties: { properties: { b: {} } } }',
      { k: { b: 1, c: 1 } },
      ['/k/c'],
    ],
    [
      'in a recursive schema',
      `A: { properties: { next: ${ref('A')} } }`,
      { next: { next: { x: 1 } } },
      ['/next/next/x'],
    ],
    ['a pointer is escaped', 'A: { properties: { a: {} } }', { 'b/~': 1 }, ['/b~1~0']],
    [
      '__proto__ is a name like any other',
      'A: { properties: { a: {} } }',
      JSON.parse('{"__proto__": 1}') as Json,
      ['/__proto__'],
    ],
    ['a writeOnly property is documented', 'A: { properties: { a: { writeOnly: true } } }', { a: 1 }, []],
    ['the wrong kind of value', 'A: { properties: { a: {} } }', [1], []],
  ])('%s', (_, schemas, value, found) => {
    expect(undocumented(schemas, value)).toEqual(found)
  })

  it('reports which schema should declare it and whether that schema is assumed', () => {
    const schemas = `A: { items: ${ref('B')} }, B: { x-assumed: true, properties: { b: {} } }`
    expect(compiledOf(schemas).undocumented([{ c: 1 }])).toEqual([
      { instancePointer: '/0/c', location: '/*/c', schemaPointer: '/components/schemas/B', observed: 1, assumed: true },
    ])
  })
})
