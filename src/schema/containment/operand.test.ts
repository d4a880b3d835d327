import { expect, it } from 'vitest'
import { parseDocument } from '../../description/reading/parse.ts'
import type { Dialect } from '../../model/dialect.ts'
import type { Json } from '../../model/json.ts'
import { nameOf, operandOf, sideOf } from './operand.ts'

function nameIn(node: Json, { dialect = '3.0', nullable = false, pointer = '/components/schemas/A' } = {}): string {
  const versions: Readonly<Record<string, string>> = { '3.0': '3.0.3', '3.1': '3.1.0' } satisfies Partial<
    Record<Dialect, string>
  >
  const content = JSON.stringify({ openapi: versions[dialect], info: {}, paths: {}, components: { schemas: {} } })
  const side = sideOf(parseDocument({ content, name: 'a', file: 'a.json' }), 'request')
  return nameOf(operandOf(side, [{ node, pointer, ...(nullable && { nullable }) }]))
}

it.each<[string, Json, Json]>([
  ['without descriptions', { type: 'string', description: 'a name' }, { type: 'string', title: 'Name' }],
  ['in any order', { type: 'integer', minimum: 1 }, { minimum: 1, type: 'integer' }],
  ['with their items', { type: 'array', items: { type: 'string' } }, { items: { type: 'string' }, type: 'array' }],
])('equal schemas have equal names in every version and location: %s', (_, one, other) => {
  expect(nameIn(one)).toBe(nameIn(other, { pointer: '/components/schemas/B' }))
})

it.each<[string, Json, Json]>([
  ['a keyword', { type: 'string' }, { type: 'string', maxLength: 3 }],
  ['a listed value', { enum: ['1'] }, { enum: [1] }],
  ['an example, which is the first value tried', { type: 'string', example: 'a' }, { type: 'string', example: 'b' }],
  ['the items', { type: 'array', items: { type: 'string' } }, { type: 'array', items: { type: 'integer' } }],
])('sets of different values have different names: %s', (_, one, other) => {
  expect(nameIn(one)).not.toBe(nameIn(other))
})

it('names a set differently when null is added or another dialect reads it differently', () => {
  const node = { type: 'string', nullable: true }
  expect(nameIn(node)).not.toBe(nameIn({ type: 'string' }))
  expect(nameIn(node)).not.toBe(nameIn(node, { dialect: '3.1' }))
  expect(nameIn({ type: 'string' }, { nullable: true })).not.toBe(nameIn({ type: 'string' }))
})

it.each<[string, Json]>([
  ['references another schema', { type: 'array', items: { $ref: '#/components/schemas/A' } }],
  ['has branches', { oneOf: [{ type: 'string' }, { type: 'integer' }] }],
  ['has a keyword that is dropped, which is reported by location', { type: 'string', maxLength: 'long' }],
])('names a schema by its location if it %s', (_, node) => {
  expect(nameIn(node)).not.toBe(nameIn(node, { pointer: '/components/schemas/B' }))
})
