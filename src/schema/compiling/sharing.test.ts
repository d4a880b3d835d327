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

const schemas: JsonObject = {
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
      amount: { minimum: 1, exclusiveMaximum: 5, multipleOf: 0.1 },
      code: { pattern: '^[a-f]+$', format: 'uuid' },
      seen: { format: 'date-time' },
      size: { format: 'int32' },
      tags: { uniqueItems: true },
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

it('compiling only the parts a value reaches gives the same verdict', () => {
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
    ...[0.9, 1, 1.3, 1.35, 4.9, 5, Number.POSITIVE_INFINITY, 'text'].map((amount) => ({ name: 'a', amount })),
    ...['aa', 'x', 'abcdefab-abcd-abcd-abcd-abcdefabcdef', 1].map((code) => ({ name: 'a', code })),
    ...['2026-01-02T03:04:05Z', '2026-01-02', null].map((seen) => ({ name: 'a', seen })),
    ...[2 ** 31 - 1, 2 ** 31, 0.5, '0.5'].map((size) => ({ name: 'a', size })),
    ...[
      [1, 1],
      [1, '1'],
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
      'aa',
    ].map((tags) => ({ name: 'a', tags })),
    [],
    null,
    'text',
  ]
  const verdicts = values.map((value) => eager.of('node').accepts(value))
  expect(verdicts).toContain(true)
  expect(verdicts).toContain(false)
  for (const { of } of [lazy, twin]) expect(values.map((value) => of('node').accepts(value))).toEqual(verdicts)
})

it('documents share validators of equal schemas but resolve their references separately', () => {
  const shared: Shared = new Map()
  const user = { properties: { id: { $ref: '#/components/schemas/id' }, name: { not: { enum: ['b'] } } } }
  const before = validators({ user, id: { not: { enum: [2] } } }, shared).of('user')
  expect(before.accepts({ id: 1, name: 'a' })).toBe(true)
  const count = shared.size
  const after = validators({ user, id: { not: { enum: ['b'] } } }, shared).of('user')
  expect([after.accepts({ id: 'b', name: 'a' }), after.accepts({ id: 'a', name: 'a' })]).toEqual([false, true])
  expect([count, [...shared.keys()]]).toEqual([2, ['{"not":{"enum":[2]}}', '{"not":{"enum":["b"]}}']])
})

const values: readonly Json[] = [
  ...[
    null,
    true,
    false,
    0,
    -0,
    1,
    1.5,
    2 ** 53,
    1e21,
    1e300,
    '',
    'a',
    'ab',
    'abc',
    '😀',
    '😀a',
    'a😀b',
    '\ud83d',
    '\ude00\ud83d',
  ],
  ...[[], [1], [1, 2], [1, 2, 3], ['a', 1], {}, { a: 1 }, { a: 'x', b: 2 }, { a: 1, b: 'y', c: 3 }, { constructor: 1 }],
]

it.each<[string, JsonObject]>([
  ...['null', 'boolean', 'integer', 'number', 'string', 'array', 'object'].map((type): [string, JsonObject] => {
    return [`the type ${type}`, { type }]
  }),
  ['several types', { type: ['integer', 'null'] }],
  ['no type at all', { type: 'string', not: {} }],
  ['the least length', { minLength: 2 }],
  ['the greatest length', { maxLength: 1 }],
  ['no text', { type: 'string', maxLength: 0 }],
  ['numbers of items', { minItems: 1, maxItems: 2 }],
  ['numbers of properties', { minProperties: 1, maxProperties: 2 }],
  ['no other properties', { properties: { a: {} }, additionalProperties: false }],
  ['other properties of a type', { properties: { a: {} }, additionalProperties: { type: 'integer' } }],
  ['any other properties', { properties: { a: { type: 'integer' } }, additionalProperties: true }],
  ['only other properties', { additionalProperties: { type: 'string' } }],
  ['patterns and properties', { patternProperties: { '^b': {} }, properties: { a: {} }, additionalProperties: false }],
  ['property names and others', { propertyNames: { maxLength: 1 }, additionalProperties: { type: 'integer' } }],
  ['sizes and keywords that ajv checks', { type: 'string', pattern: 'b', maxLength: 2 }],
])('agrees with ajv: %s', (_, schema) => {
  const [eager, lazy] = [validators({ schema }), validators({ schema }, new Map())]
  const verdicts = values.map((value) => [value, eager.of('schema').accepts(value)])
  expect(new Set(verdicts.map(([, verdict]) => verdict)).size).toBe('not' in schema ? 1 : 2)
  expect(values.map((value) => [value, lazy.of('schema').accepts(value)])).toEqual(verdicts)
})

it('unevaluatedProperties sees properties evaluated behind references', () => {
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
