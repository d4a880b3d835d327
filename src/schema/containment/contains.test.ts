import { describe, expect, it, vi } from 'vitest'
import { parseDocument } from '../../description/reading/parse.ts'
import type { Json, JsonObject } from '../../model/json.ts'
import { containmentOf } from '../../testing/cases/containment.ts'
import { schemaReaderOf } from '../normal-form/normalize.ts'
import { createContainment } from './contains.ts'
import { sideOf } from './operand.ts'

const A = { type: 'object', required: ['a'], properties: { a: { type: 'string' } } }
const B = { type: 'object', required: ['b'], properties: { b: { type: 'integer' } } }
const tree = { type: 'object', properties: { next: { $ref: '#/components/schemas/Tree' }, v: { type: 'integer' } } }

describe('equal sets written in two ways', () => {
  it.each<[string, Json, Json, JsonObject?]>([
    [
      'types and a union of types',
      { type: ['string', 'integer'], minimum: 1, maxLength: 3 },
      {
        anyOf: [
          { type: 'string', maxLength: 3 },
          { type: 'integer', minimum: 1 },
        ],
      },
    ],
    [
      'a branch inside another',
      { type: 'string' },
      { anyOf: [{ type: 'string' }, { type: 'string', enum: ['a', 'b'] }] },
    ],
    ['nested unions', { oneOf: [{ oneOf: [A, B] }, { type: 'string' }] }, { oneOf: [A, B, { type: 'string' }] }],
    [
      'required moved into the branches',
      { required: ['c'], anyOf: [A, B] },
      {
        anyOf: [
          { ...A, required: ['a', 'c'] },
          { ...B, required: ['b', 'c'] },
        ],
      },
    ],
    ['listed values and bounds', { type: 'integer', enum: [1, 2, 3] }, { type: 'integer', minimum: 1, maximum: 3 }],
    ['no empty text and a length', { type: 'string', not: { enum: [''] } }, { type: 'string', minLength: 1 }],
    [
      'closed by a schema without values',
      { type: 'object', additionalProperties: { not: {} } },
      { type: 'object', additionalProperties: false },
    ],
    [
      'variants by tag, merged',
      { oneOf: [tagged('x', 'string'), tagged('y', 'string')] },
      { type: 'object', required: ['t', 'v'], properties: { t: { enum: ['x', 'y'] }, v: { type: 'string' } } },
    ],
    [
      'a tuple and a list',
      { type: 'array', prefixItems: [{ type: 'string' }, { type: 'string' }], items: false },
      { type: 'array', items: { type: 'string' }, maxItems: 2 },
    ],
    [
      'a condition and a union',
      {
        type: 'object',
        properties: { k: { enum: [1, 2] } },
        required: ['k'],
        if: { properties: { k: { const: 1 } } },
        // biome-ignore lint/suspicious/noThenProperty: JSON Schema's keyword
        then: { required: ['a'] },
      },
      {
        type: 'object',
        required: ['k'],
        anyOf: [{ properties: { k: { const: 1 } }, required: ['a'] }, { properties: { k: { const: 2 } } }],
      },
    ],
    [
      'a dependency and a union',
      { type: 'object', dependentRequired: { a: ['b'] } },
      { type: 'object', anyOf: [{ properties: { a: false } }, { required: ['b'] }] },
    ],
    [
      'ranges side by side',
      { type: 'integer', minimum: 0, maximum: 10 },
      {
        anyOf: [
          { type: 'integer', minimum: 0, maximum: 4 },
          { type: 'integer', minimum: 5, maximum: 10 },
        ],
      },
    ],
    [
      'recursion',
      { $ref: '#/components/schemas/Tree' },
      { anyOf: [{ $ref: '#/components/schemas/Tree' }, { ...tree, required: ['v'] }] },
      { Tree: tree },
    ],
  ])('%s', (_, before, after, schemas) => {
    const { lost, gained } = containmentOf(before, after, schemas)
    expect({ lost: lost.kind, gained: gained.kind }).toEqual({ lost: 'none', gained: 'none' })
  })
})

function tagged(tag: string, type: string): JsonObject {
  return { type: 'object', required: ['t', 'v'], properties: { t: { const: tag }, v: { type } } }
}

describe('lost values come with an example', () => {
  it.each<[string, Json, Json]>([
    [
      'a removed branch',
      {
        type: 'object',
        oneOf: [{ properties: { d: { type: 'string' } } }, { properties: { g: { type: 'integer' } } }],
      },
      { type: 'object', oneOf: [{ properties: { d: { type: 'string' } } }] },
    ],
    ['a removed tag', { oneOf: [tagged('x', 'string'), tagged('y', 'integer')] }, { oneOf: [tagged('x', 'string')] }],
    ['a pattern', { type: 'string' }, { type: 'string', pattern: '^[a-z]+$' }],
    [
      'one of two, and no other',
      { anyOf: [{ required: ['a'] }, { required: ['b'] }] },
      { oneOf: [{ required: ['a'] }, { required: ['b'] }] },
    ],
  ])('%s', (_, before, after) => {
    const { lost, accepts } = containmentOf(before, after)
    expect(lost.kind).toBe('value')
    if (lost.kind === 'value') expect(accepts(lost.value)).toEqual([true, false])
  })
})

describe('unions of many branches', () => {
  const branch = (index: number, more: JsonObject = {}): JsonObject => ({
    type: 'object',
    required: ['kind'],
    properties: { kind: { const: `k${index}` }, value: { type: 'integer', ...more } },
  })
  const many = (edited?: number, more: JsonObject = {}): Json[] =>
    Array.from({ length: 300 }, (_, index) => branch(index, index === edited ? more : {}))

  it('decides unions that share most branches', () => {
    const { lost, gained } = containmentOf({ oneOf: many() }, { oneOf: many(7, { maximum: 5 }) })
    expect(lost).toMatchObject({ kind: 'value', value: { kind: 'k7' } })
    expect(gained).toEqual({ kind: 'none' })
  })

  it('decides unions when a constraint moves into every branch', () => {
    const required = many().map((one) => ({ ...(one as JsonObject), required: ['kind', 'value'] }))
    const { lost, gained } = containmentOf({ required: ['value'], oneOf: many() }, { oneOf: required })
    expect([lost, gained]).toEqual([{ kind: 'none' }, { kind: 'none' }])
  })
})

describe('properties named in several branches at once', () => {
  const open = { anyOf: ['a', 'b'].map((name) => ({ properties: { [name]: { type: 'string' } } })) }

  it('count for a sibling unevaluatedProperties', () => {
    const closed = { anyOf: open.anyOf.map((branch) => ({ ...branch, additionalProperties: false })) }
    const { lost, gained } = containmentOf(
      { type: 'object', ...open, unevaluatedProperties: false },
      { type: 'object', ...closed },
    )
    expect(lost).toEqual({ kind: 'value', value: { a: 'text', b: 'text' } })
    expect(gained).toEqual({ kind: 'none' })
  })
})

// A self-negating schema has no defined meaning (JSON Schema Core 2020-12 §9.4.1), so no value may be reported as valid.
it('gives up quickly on a schema that negates itself', () => {
  const condition = {
    if: { required: ['a'] },
    // biome-ignore lint/suspicious/noThenProperty: JSON Schema's keyword
    then: { properties: { b: { type: 'string' } } },
    else: { required: ['c'] },
  }
  const Odd: JsonObject = { allOf: [{ type: 'object', ...condition }, { not: { $ref: '#/components/schemas/Odd' } }] }
  const odd = { $ref: '#/components/schemas/Odd' }
  const { lost, gained } = containmentOf(odd, { allOf: [odd], additionalProperties: false }, { Odd })
  for (const { kind } of [lost, gained]) expect(kind).not.toBe('value')
})

it('compiles a limited number of validators for a chain of `not`', () => {
  const length = 700
  const [base, revision] = [5, 4].map((maxLength) => {
    const chain = Array.from({ length }, (_, at) => [`N${at}`, { not: { $ref: `#/components/schemas/N${at + 1}` } }])
    const schemas = { ...Object.fromEntries(chain), [`N${length}`]: { type: 'string', maxLength } }
    const content = JSON.stringify({ openapi: '3.1.0', info: {}, paths: {}, components: { schemas } })
    return parseDocument({ content, name: 'x', file: 'x' })
  })
  if (base === undefined || revision === undefined) throw new Error('two documents are read')
  const containment = createContainment(schemaReaderOf(base), schemaReaderOf(revision), { confirm: false })
  const verdicts = [base, revision].map((document) =>
    vi.spyOn(sideOf(document, 'request'), 'accepts').mockReturnValue(undefined),
  )
  for (let at = 0; at < length; at++) {
    const [before, after] = [base, revision].map((document) => {
      const pointer = `/components/schemas/N${at}`
      return [{ node: document.at(pointer) ?? true, pointer }]
    })
    containment.lost(before ?? [], after ?? [], 'request')
  }
  expect(verdicts.reduce((sum, { mock }) => sum + mock.calls.length, 0)).toBeLessThan(1_000)
})
