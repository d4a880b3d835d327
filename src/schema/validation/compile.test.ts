import { describe, expect, it } from 'vitest'
import type { Json } from '../../model/json.ts'
import { compiledOf, schemaViolations } from '../../testing/check-tester.ts'

const ref = (name: string): string => `{ $ref: '#/components/schemas/${name}' }`

describe('cases that other tools get wrong', () => {
  it.each<readonly [what: string, schemas: string, value: Json, found: readonly string[]]>([
    ['annotations of OpenAPI', 'A: { type: string, example: 1, xml: { name: a }, x-foo: 1 }', 'a', []],
    ['unknown format', 'A: { type: string, format: decimal }', 'a', []],
    ['nullable without type', 'A: { nullable: true }', null, []],
    ['nullable enum without null', 'A: { type: string, nullable: true, enum: [a] }', null, []],
    [
      '$ref with siblings in 3.0',
      `A: { $ref: '#/components/schemas/B', maxLength: 1 }, B: { type: string }`,
      'abc',
      [],
    ],
    ['$ref with nullable', `A: { $ref: '#/components/schemas/B', nullable: true }, B: { type: object }`, null, []],
    ['allOf with nullable', `A: { nullable: true, allOf: [${ref('B')}] }, B: { type: object }`, null, []],
    ['boolean exclusive bound, inside', 'A: { type: number, maximum: 1, exclusiveMaximum: true }', 0.5, []],
    [
      'boolean exclusive bound, on it',
      'A: { type: number, maximum: 1, exclusiveMaximum: true }',
      1,
      ['exclusiveMaximum'],
    ],
    ['boolean exclusive lower bound', 'A: { minimum: 1, exclusiveMinimum: true }', 1, ['exclusiveMinimum']],
    ['multipleOf 0.01 of 4.35', 'A: { multipleOf: 0.01 }', 4.35, []],
    ['multipleOf 0.1 of 98.8', 'A: { multipleOf: 0.1 }', 98.8, []],
    ['multipleOf 0.1 of 98.85', 'A: { multipleOf: 0.1 }', 98.85, ['multipleOf']],
    ['multipleOf of a large number', 'A: { multipleOf: 0.01 }', 1e21, []],
    ['date-time with a blank', 'A: { format: date-time }', '2026-01-01 00:00:00Z', ['format']],
    ['date-time offset without colon', 'A: { format: date-time }', '2026-01-01T00:00:00+0000', ['format']],
    ['date-time without zone', 'A: { format: date-time }', '2026-01-01T00:00:00', ['format']],
    ['date-time on a day that is not', 'A: { format: date-time }', '2026-02-30T00:00:00Z', ['format']],
    ['date-time', 'A: { format: date-time }', '2026-01-01T00:00:00.123+01:00', []],
    ['int32 out of range', 'A: { type: integer, format: int32 }', 2 ** 31, ['format']],
    ['int64', 'A: { type: integer, format: int64 }', 2 ** 53, []],
    ['int64 out of range', 'A: { type: integer, format: int64 }', 1e19, ['format']],
    ['pattern with \\- outside a class', "A: { pattern: '^a\\-b$' }", 'a-b', []],
    ['pattern with (?i)', "A: { pattern: '(?i)^ABC$' }", 'abc', []],
    ['pattern is not anchored', "A: { pattern: 'b' }", 'abc', []],
    ['pattern \\s with a no-break space', "A: { pattern: '^\\s$' }", '\u00a0', []],
    [
      'allOf with additionalProperties false',
      `A: { allOf: [{ properties: { a: {} }, additionalProperties: false }, { properties: { b: {} } }] }`,
      { b: 1 },
      ['additionalProperties /b'],
    ],
    [
      'malformed keywords',
      'A: { type: object, maxLength: a, required: true, properties: { a: { type: string, enum: [] } } }',
      { a: 1 },
      ['type /a'],
    ],
    ['length in code points', 'A: { maxLength: 1 }', '😀', []],
    ['1.0 is an integer', 'A: { type: integer }', 1.0, []],
    ['a value that looks like an object of ours', 'A: { enum: [{ a: 1 }] }', { valueOf: 1, toString: 2 }, ['enum']],
    ['a property every object inherits, not sent', 'A: { properties: { constructor: { type: string } } }', {}, []],
    ['and required', 'A: { required: [toString, __proto__] }', {}, ['required  toString', 'required  __proto__']],
    ['items that do', 'A: { uniqueItems: true }', [{ valueOf: 1 }, { valueOf: 2 }], []],
    ['a default hides nothing', 'A: { required: [a], properties: { a: { default: 1 } } }', {}, ['required  a']],
  ])('%s', (_, schemas, value, expected) => {
    expect(schemaViolations(schemas, value)).toEqual(expected)
  })

  it('keeps siblings of a $ref in 3.1 and applies nullable there', () => {
    const schemas = "A: { $ref: '#/components/schemas/B', maxLength: 1 }, B: { type: string, nullable: true }"
    expect(schemaViolations(schemas, 'abc', { version: '3.1.0' })).toEqual(['maxLength'])
    expect(schemaViolations(schemas, null, { version: '3.1.0' })).toEqual([])
  })

  it('handles a hostile pattern in milliseconds', () => {
    const hostile = compiledOf("A: { pattern: '^(a+)+$' }")
    const started = performance.now()
    expect(hostile.validate(`${'a'.repeat(100_000)}!`)).toHaveLength(1)
    // A backtracking engine needs 15 s for 28 characters, doubling with each further one.
    expect(performance.now() - started).toBeLessThan(5000)
  })

  it('validates values of any depth against a recursive schema', () => {
    let value: Json = { n: 'wrong' }
    for (let depth = 0; depth < 500; depth++) value = { n: depth, next: [value] }
    const schemas = `A: { properties: { n: { type: integer }, next: { type: array, items: ${ref('A')} } } }`
    expect(schemaViolations(schemas, value)).toEqual([`type ${'/next/0'.repeat(500)}/n`])
  })

  it('never changes the value', () => {
    const freeze = (value: Json): Json => {
      if (typeof value === 'object' && value !== null) for (const child of Object.values(value)) freeze(child)
      return Object.freeze(value)
    }
    const value = freeze({ a: '1', extra: [{}], n: null })
    const schema = compiledOf(
      'A: { additionalProperties: false, required: [b], properties: { a: { type: integer }, b: { default: 1 } } }',
    )
    expect(
      schema
        .validate(value)
        .map(({ keyword }) => keyword)
        .sort(),
    ).toEqual(['additionalProperties', 'additionalProperties', 'required', 'type'])
    expect(value).toEqual({ a: '1', extra: [{}], n: null })
  })
})

describe('readOnly and writeOnly', () => {
  const schemas = `A: { required: [secret, id, name], allOf: [${ref('B')}], properties: { name: {} } },
    B: { properties: { secret: ${ref('S')}, id: { type: string, readOnly: true } } }, S: { type: string, writeOnly: true }`

  it('are not required in the other direction, also through $ref and allOf', () => {
    expect(schemaViolations(schemas, {})).toEqual(['required  id', 'required  name'])
    expect(schemaViolations(schemas, {}, { way: 'request' })).toEqual(['required  secret', 'required  name'])
  })

  it('a writeOnly property is a violation in a response but not in a request', () => {
    const value = { id: 'a', name: 'b', secret: 'c' }
    expect(schemaViolations(schemas, value)).toEqual(['writeOnly /secret'])
    expect(schemaViolations(schemas, value, { way: 'request' })).toEqual([])
  })

  it('keeps other required names if a writeOnly property is not required', () => {
    const other = 'A: { required: [a, z], properties: { w: { writeOnly: true }, z: {} } }'
    expect(schemaViolations(other, { a: 1 })).toEqual(['required  z'])
  })
})
