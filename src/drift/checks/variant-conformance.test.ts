import { expect, it } from 'vitest'
import type { Json } from '../../model/json.ts'
import { draftsOf, violationsOf } from '../../testing/check-tester.ts'
import check from './variant-conformance.ts'

const tagged =
  'discriminator: { propertyName: t }, oneOf: [{ properties: { t: { enum: [a] } } }, { properties: { t: { enum: [b] } } }]'

const cases: readonly (readonly [schema: string, value: Json, message: string, key: Json])[] = [
  ['oneOf: [{ type: integer }, { minimum: 1 }]', 2, 'fits 2 variants of oneOf, and must fit exactly one', 'oneOf'],
  ['not: { type: string }', 'a', 'is what the contract excludes with not', 'not'],
  [tagged, { t: 'c' }, 'is "c", which names no variant; documented: "a", "b"', 'c'],
  ['contains: { type: string }', [1], 'contains fewer than 1 of the items it must contain', 'contains'],
  [
    'contains: { type: string }, maxContains: 1',
    ['a', 'b'],
    'contains more than 1 of the items it may contain',
    'maxContains',
  ],
  ['dependentRequired: { a: [b] }', { a: 1 }, 'lacks b, which another property makes required', 'dependentRequired'],
]

it.each(cases)('%s rejects %j: %s', (schema, body, message, key) => {
  const input = { version: '3.1.0', schema: `{ ${schema} }`, body }
  expect(draftsOf(check, input)).toMatchObject([{ message, key }])
  expect(violationsOf(input)).toHaveLength(1)
})

it('reports the violation inside the closest variant', () => {
  const schema = '{ oneOf: [{ type: string }, { type: object, properties: { a: { type: integer } } }] }'
  expect(violationsOf({ schema, body: { a: 'x' } })).toEqual(['type-conformance /a'])
})
