import { expect, it } from 'vitest'
import { parseDocument } from '../../description/reading/parse.ts'
import type { Json, JsonObject } from '../../model/json.ts'
import { createSchemaCompiler } from '../validation/compile.ts'
import type { Shared } from './sharing.ts'

const description = (schemas: JsonObject) =>
  parseDocument({
    content: JSON.stringify({ openapi: '3.1.0', info: {}, components: { schemas } }),
    name: 'x',
    file: 'x',
  })

const schemas = {
  node: {
    type: 'object',
    required: ['name'],
    properties: {
      name: { type: 'string', maxLength: 3 },
      next: { $ref: '#/components/schemas/node' },
      constructor: { type: 'integer' },
      never: false,
      kind: { enum: ['a', { b: [1] }, null] },
      pair: { prefixItems: [{ type: 'string' }], items: { type: 'integer' } },
      many: { type: 'array', items: { oneOf: [{ type: 'string' }, { properties: { deep: { const: 1 } } }] } },
    },
    additionalProperties: { type: 'boolean' },
  },
}

function validators(more: JsonObject, shared?: Shared) {
  const document = description({ ...schemas, ...more })
  const compiler = createSchemaCompiler(document, shared)
  const of = (name: string) => {
    const pointer = `/components/schemas/${name}`
    return compiler.compile({ node: document.at(pointer) ?? true, pointer }, 'response')
  }
  return { of }
}

it('compiling only what a value reaches does not change the verdict', () => {
  const shared: Shared = new Map()
  const [eager, lazy, twin] = [validators({}), validators({}, shared), validators({}, shared)]
  const values: readonly Json[] = [
    { name: 'abc' },
    { name: 'abcd' },
    {},
    { name: 'a', next: { name: 'b', next: { name: 'long' } } },
    { name: 'a', next: { name: 'b', next: { name: 'c', constructor: 1 } } },
    { name: 'a', constructor: 'x' },
    { name: 'a', never: 1 },
    { name: 'a', other: true },
    { name: 'a', other: 1 },
    { name: 'a', many: ['x', { deep: 1 }] },
    { name: 'a', many: [{ deep: 2 }] },
    { name: 'a', kind: { b: [1] } },
    { name: 'a', kind: 'b' },
    { name: 'a', pair: ['x', 1] },
    { name: 'a', pair: ['x', 'y'] },
    [],
    null,
    'text',
  ]
  const verdicts = values.map((value) => eager.of('node').accepts(value))
  expect(verdicts).toContain(true)
  expect(verdicts).toContain(false)
  for (const { of } of [lazy, twin]) expect(values.map((value) => of('node').accepts(value))).toEqual(verdicts)
})

it('documents share the validators of equal schemas, but not of what they refer to', () => {
  const shared: Shared = new Map()
  const user = { properties: { id: { $ref: '#/components/schemas/id' }, name: { type: 'string' } } }
  const before = validators({ user, id: { type: 'integer' } }, shared).of('user')
  expect(before.accepts({ id: 1, name: 'a' })).toBe(true)
  const count = shared.size
  const after = validators({ user, id: { type: 'string' } }, shared).of('user')
  expect([after.accepts({ id: 1, name: 'a' }), after.accepts({ id: 'a', name: 'a' })]).toEqual([false, true])
  expect([count, [...shared.keys()]]).toEqual([2, ['{"type":"integer"}', '{"type":"string"}']])
})

it('unevaluated properties are known behind properties and references', () => {
  const closed = { allOf: [{ $ref: '#/components/schemas/base' }], unevaluatedProperties: false }
  const base = { properties: { a: { type: 'string' } } }
  for (const shared of [undefined, new Map()]) {
    const { of } = validators({ closed, base }, shared)
    expect([of('closed').accepts({ a: 'x' }), of('closed').accepts({ b: 'x' }), of('base').accepts({ a: 1 })]).toEqual([
      true,
      false,
      false,
    ])
  }
})

it.each(['anyOf', 'oneOf'])('a wide %s validates only the branches that may hold, with the same result', (keyword) => {
  const tagged = Array.from({ length: 30 }, (_, index) => ({ $ref: `#/components/schemas/tagged${index}` }))
  const components = tagged.map((_, index) => [
    `tagged${index}`,
    {
      type: 'object',
      required: ['kind'],
      properties: { kind: { enum: [index, `k${index % 20}`] }, a: { maxLength: 1 } },
    },
  ])
  const named = Array.from({ length: 5 }, (_, index) => ({ required: [`n${index}`] }))
  const more = {
    ...Object.fromEntries(components),
    wide: { [keyword]: [...tagged, ...named, { type: 'object', properties: { free: { const: 1 } }, required: [] }] },
    closed: { [keyword]: tagged },
  }
  const [eager, lazy] = [validators(more), validators(more, new Map())]
  const values: readonly Json[] = [
    { kind: 3 },
    { kind: 3, a: 'long' },
    { kind: 'k3' },
    { kind: 'k15', a: 'long' },
    { kind: 'none', n1: true },
    { kind: 'none', n1: true, n2: 1, free: 2 },
    { free: 1 },
    { free: 2 },
    {},
    'text',
    null,
    [],
  ]
  for (const name of ['wide', 'closed']) {
    const verdicts = values.map((value) => lazy.of(name).accepts(value))
    expect(verdicts).toEqual(values.map((value) => eager.of(name).accepts(value)))
    expect(new Set(verdicts).size).toBe(2)
  }
})
