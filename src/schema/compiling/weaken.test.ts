import { describe, expect, it } from 'vitest'
import type { Json } from '../../model/json.ts'
import { compiledOf, descriptionOf, schemaViolations } from '../../testing/check-tester.ts'
import { occasionalCompiler } from '../validation/compile.ts'

const flaws = (schemas: string): readonly string[] => compiledOf(schemas).flaws.map(({ message }) => message)
const lookAhead = "{ type: string, pattern: '^(?=a)' }"

describe('only the parts that cannot be checked are dropped, and reported', () => {
  it('a broken $ref', () => {
    const schemas = "A: { required: [b], properties: { a: { $ref: '#/nowhere' }, b: { type: string } } }"
    expect(flaws(schemas)).toEqual(['$ref #/nowhere cannot be followed'])
    expect(schemaViolations(schemas, { a: 1, b: 1 })).toEqual(['type /b'])
  })

  it('a pattern beyond a linear-time engine', () => {
    const schemas = "A: { type: string, maxLength: 3, pattern: '(a)\\1' }"
    expect(flaws(schemas)).toEqual([expect.stringContaining('pattern cannot be checked: back-reference \\1')])
    expect(schemaViolations(schemas, 'bbbb')).toEqual(['maxLength'])
  })

  it('a malformed keyword', () => {
    expect(flaws('A: { maxLength: a }')).toEqual(['maxLength must be a non-negative integer'])
  })

  it('a $ref cycle that stays on the same value', () => {
    const schemas =
      "A: { type: object, anyOf: [{ $ref: '#/components/schemas/B' }] }, B: { allOf: [{ $ref: '#/components/schemas/A' }] }"
    expect(flaws(schemas)).toEqual(['a $ref leads back to itself; it is not followed'])
    expect(schemaViolations(schemas, 5)).toEqual(['type'])
  })
})

describe('keywords that would give wrong results if a part of them is dropped', () => {
  const cases = [
    ['not', `A: { not: ${lookAhead} }`, 'b'],
    ['if', `A: { if: ${lookAhead}, then: { maxLength: 0 } }`, 'b'],
    ['oneOf', `A: { oneOf: [${lookAhead}, { type: string }] }`, 'b'],
    ['through $ref', `A: { not: { $ref: '#/components/schemas/B' } }, B: { allOf: [${lookAhead}] }`, 'b'],
  ] as const

  it.each(cases)('%s rejects no valid value', (_, schemas, value) => {
    expect(schemaViolations(schemas, value, { version: '3.1.0' })).toEqual([])
    expect([...flaws(schemas)].sort()).toEqual([
      expect.stringMatching(/because a schema inside it cannot be checked in full$/),
      expect.stringMatching(/^pattern cannot be checked/),
    ])
  })
})

describe('an occasional compiler', () => {
  const b = `B: { type: object, properties: { c: { $ref: '#/components/schemas/C' } } }, C: ${lookAhead}`
  const messagesOf = (schemas: string, value: Json): readonly string[] => {
    const { document } = descriptionOf(`{ openapi: 3.1.0, paths: {}, components: { schemas: { ${schemas} } } }`)
    const node = document.at('/components/schemas/A') ?? true
    const compiled = occasionalCompiler(document).compile({ node, pointer: '/components/schemas/A' }, 'response')
    expect(compiled.accepts(value)).toBe(true)
    return compiled.flaws.map(({ message }) => message)
  }

  it('reads what a value reaches', () => {
    const schemas = `A: { properties: { b: { $ref: '#/components/schemas/B' } } }, ${b}`
    expect(messagesOf(schemas, { b: {} })).toEqual([])
    expect(messagesOf(schemas, { b: { c: 'b' } })).toEqual([expect.stringMatching(/^pattern cannot be checked/)])
  })

  it('reads all that a keyword depends on', () => {
    const schemas = `A: { not: { required: [b], properties: { b: { $ref: '#/components/schemas/B' } } } }, ${b}`
    expect(messagesOf(schemas, { b: { c: 'b' } })).toEqual([
      expect.stringMatching(/^not is not checked, because a schema inside it cannot be checked in full$/),
      expect.stringMatching(/^pattern cannot be checked/),
    ])
  })

  it('reads everything where properties are evaluated', () => {
    const open = `A: { allOf: [{ $ref: '#/components/schemas/D' }], unevaluatedProperties: false }`
    const schemas = `${open}, D: { properties: { b: { $ref: '#/components/schemas/B' } } }, ${b}`
    expect(messagesOf(schemas, { b: {} })).toEqual([expect.stringMatching(/^pattern cannot be checked/)])
  })
})
