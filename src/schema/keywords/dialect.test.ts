import { describe, expect, it } from 'vitest'
import type { Dialect } from '../../model/dialect.ts'
import type { Json } from '../../model/json.ts'
import { droppedKeywords, isSynthetic, modernSchema, schemaFlaws } from './dialect.ts'

const ref = { $ref: '#/components/schemas/A' }
const orNull = (schema: Json): Json => [schema, { type: 'null' }]

describe('modernSchema', () => {
  const cases: readonly (readonly [Dialect, before: Json, after: Json])[] = [
    ['3.0', { type: 'string', nullable: true }, { type: ['string', 'null'] }],
    ['3.0', { type: 'string', nullable: false }, { type: 'string' }],
    ['3.0', { nullable: true }, {}],
    ['3.0', { type: 'string', nullable: true, enum: ['a'] }, { type: ['string', 'null'], enum: ['a', null] }],
    ['3.0', { nullable: true, enum: ['a', null] }, { enum: ['a', null] }],
    ['3.0', { ...ref, nullable: true }, { anyOf: orNull(ref) }],
    ['3.0', { nullable: true, allOf: [ref] }, { anyOf: orNull({ allOf: [ref] }) }],
    [
      '3.0',
      { type: 'object', nullable: true, oneOf: [ref] },
      { type: ['object', 'null'], anyOf: orNull({ oneOf: [ref] }) },
    ],
    ['3.0', { ...ref, description: 'x', minLength: 3 }, ref],
    ['3.1', { ...ref, minLength: 3 }, { ...ref, minLength: 3 }],
    ['3.1', { type: 'string', nullable: true }, { type: ['string', 'null'] }],
    ['3.1', { const: 'a', nullable: true }, { enum: ['a', null] }],
    ['2.0', { type: 'string', 'x-nullable': true }, { type: ['string', 'null'] }],
    ['2.0', { type: 'file' }, {}],
    ['3.0', { minimum: 1, exclusiveMinimum: true }, { exclusiveMinimum: 1 }],
    ['3.0', { maximum: 1, exclusiveMaximum: false }, { maximum: 1 }],
    ['3.1', { maximum: 1, exclusiveMaximum: true }, { exclusiveMaximum: 1 }],
    ['3.1', { exclusiveMaximum: 1 }, { exclusiveMaximum: 1 }],
    ['3.0', { exclusiveMaximum: true }, {}],
    ['3.0', { items: [ref], additionalItems: false }, { prefixItems: [ref], items: false }],
    ['3.0', { maxLength: 'a', minLength: 1 }, { minLength: 1 }],
    ['3.0', { type: 'string', required: true }, { type: 'string' }],
    ['3.0', { type: 'foo' }, {}],
    ['3.1', { type: ['string', 'foo'] }, {}],
    ['3.1', { enum: [] }, {}],
    ['3.1', true, true],
    ['3.1', false, false],
    ['3.1', 'nonsense', true],
  ]

  it.each(cases)('%s %j → %j', (dialect, before, after) => {
    const frozen = JSON.stringify(before)
    expect(modernSchema(before, dialect)).toEqual(after)
    expect(JSON.stringify(before)).toBe(frozen)
  })

  it('returns a modern node unchanged and keeps the identity of children', () => {
    const child = { type: 'string', nullable: true }
    const clean = { type: 'object', properties: { child } }
    expect(modernSchema(clean, '3.0')).toBe(clean)
    const rewritten = modernSchema({ nullable: true, type: 'object', allOf: [child] }, '3.0')
    expect(rewritten).toMatchObject({ anyOf: [{ allOf: [child] }, { type: 'null' }] })
  })

  it('is cached, and marks schemas without a location in the description', () => {
    const node = { ...ref, nullable: true }
    const first = modernSchema(node, '3.0')
    expect(modernSchema(node, '3.0')).toBe(first)
    const branches = typeof first === 'object' && Array.isArray(first.anyOf) ? first.anyOf : []
    expect(branches.map(isSynthetic)).toEqual([true, true])
    expect(branches.map((branch) => modernSchema(branch, '3.0') === branch)).toEqual([true, true])
    expect(isSynthetic(node)).toBe(false)
  })

  it('keeps keys called __proto__', () => {
    const node = JSON.parse('{"nullable": true, "type": "object", "__proto__": 1}') as Json
    expect(Object.keys(modernSchema(node, '3.0'))).toEqual(['type', '__proto__'])
  })
})

describe('schemaFlaws', () => {
  it.each<readonly [Dialect, Json, string]>([
    ['3.1', { type: 'string', nullable: true }, 'nullable is not of OpenAPI 3.1; honoured'],
    ['3.0', { type: ['string'] }, 'type ["string"] is not of OpenAPI 3.0; honoured'],
    ['3.0', { const: 1 }, 'const is not of OpenAPI 3.0; honoured'],
    ['3.1', { minimum: 1, exclusiveMinimum: true }, 'a boolean as exclusiveMinimum is not of OpenAPI 3.1; honoured'],
    ['3.0', { enum: ['a'], nullable: true }, 'enum does not list null although null is allowed; null is accepted'],
  ])('%s %j: %s', (dialect, node, flaw) => {
    expect(schemaFlaws(node, dialect)).toEqual([flaw])
    expect(droppedKeywords(node, dialect)).toEqual([])
  })

  it.each<readonly [Json, string]>([
    [{ maxLength: 'a' }, 'maxLength must be a non-negative integer'],
    [{ required: true }, 'required must be a list of property names'],
    [{ type: 'foo' }, 'type "foo" is not a type'],
    [{ exclusiveMaximum: true }, 'exclusiveMaximum without maximum says nothing'],
    [{ allOf: [] }, 'allOf must be a non-empty list of schemas'],
    [null, 'a schema must be an object'],
  ])('%j: %s', (node, flaw) => {
    expect(droppedKeywords(node, '3.0')).toEqual([flaw])
  })
})
