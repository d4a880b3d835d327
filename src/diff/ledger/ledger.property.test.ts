import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Json, JsonObject } from '../../model/json.ts'
import { ledgerBetween } from '../../testing/cases/ledgers.ts'

const leaf = fc.constantFrom<JsonObject>(
  { type: 'string' },
  { type: 'integer', minimum: 1 },
  { enum: ['a', 'b'] },
  { $ref: '#/components/schemas/A' },
  { type: 'string', nullable: true, 'x-order': 1, example: 'e' },
)
const object = fc.record({
  type: fc.constant('object'),
  properties: fc.dictionary(fc.constantFrom('a', 'b', 'items', 'x-c'), leaf, { maxKeys: 3 }),
  required: fc.uniqueArray(fc.constantFrom('a', 'b'), { minLength: 1 }),
})
const schema = fc.oneof(
  leaf,
  object,
  fc.record({ anyOf: fc.array(leaf, { minLength: 1, maxLength: 3 }) }),
  fc.record({ allOf: fc.array(fc.oneof(leaf, object), { minLength: 1, maxLength: 2 }) }),
)
const operation = fc.record(
  {
    summary: fc.constantFrom('s', 't'),
    deprecated: fc.boolean(),
    tags: fc.shuffledSubarray(['x', 'y']),
    parameters: fc
      .uniqueArray(fc.constantFrom('p', 'q'))
      .chain((names) =>
        fc.tuple(...names.map((name) => fc.record({ name: fc.constant(name), in: fc.constant('query'), schema }))),
      ),
    security: fc.constantFrom([], [{ k: [] }]),
  },
  { requiredKeys: [] },
)
const description = fc
  .record({ get: operation, post: operation, body: schema, a: leaf, path: fc.constantFrom('/a', '/b', '/c/{id}') })
  .map(({ get, post, body, a, path }): JsonObject => {
    const responses = { 200: { description: 'd', content: { 'application/json': { schema: body } } } }
    const A = '$ref' in a ? { type: 'number' } : a
    return {
      openapi: '3.0.3',
      info: { title: 'T', version: '1' },
      paths: { [path]: { get: { ...get, responses } }, '/d': { post: { ...post, responses } } } as unknown as Json,
      components: { schemas: { A }, securitySchemes: { k: { type: 'apiKey', in: 'header', name: 'K' } } },
    }
  })

test('every edit is accounted for, and the totals add up', () => {
  fc.assert(
    fc.property(description, description, (base, revision) => {
      const { differences, inFindings, withoutEffect, notCompared, rows } = ledgerBetween(base, revision)
      expect(inFindings + withoutEffect + notCompared).toBe(differences)
      expect(rows).toHaveLength(withoutEffect + notCompared)
    }),
    { numRuns: 150, seed: 7 },
  )
})

test('a description does not differ from itself', () => {
  fc.assert(
    fc.property(description, (one) => {
      expect(ledgerBetween(one, JSON.parse(JSON.stringify(one)))).toMatchObject({ differences: 0, rows: [] })
    }),
    { numRuns: 30, seed: 7 },
  )
})
