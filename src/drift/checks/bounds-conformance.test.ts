import { expect, it } from 'vitest'
import type { Json } from '../../model/json.ts'
import { draftsOf, violationsOf } from '../../testing/check-tester.ts'
import check from './bounds-conformance.ts'

const cases: readonly (readonly [schema: string, value: Json, message: string])[] = [
  ['minimum: 3', 2, 'is less than 3'],
  ['maximum: 3', 4, 'is greater than 3'],
  ['exclusiveMinimum: 3', 3, 'is not greater than 3'],
  ['exclusiveMaximum: 3', 3, 'is not less than 3'],
  ['multipleOf: 0.01', 4.355, 'is not a multiple of 0.01'],
  ['minLength: 3', 'ab', 'is shorter than the minLength of 3'],
  ['maxLength: 1', 'ab', 'is longer than the maxLength of 1'],
  ['pattern: "^b"', 'ab', 'does not match the pattern "^b"'],
  ['minItems: 2', [1], 'has fewer items than 2'],
  ['maxItems: 1', [1, 2], 'has more items than 1'],
  ['uniqueItems: true', [1, 1], 'holds an item twice, although items are unique'],
  ['minProperties: 1', {}, 'has fewer properties than 1'],
  ['maxProperties: 0', { a: 1 }, 'has more properties than 0'],
  ['additionalProperties: false', { a: 1 }, 'is not documented, and the contract refuses other properties'],
  ['unevaluatedProperties: false', { a: 1 }, 'is not documented, and the contract refuses other properties'],
  ['propertyNames: { maxLength: 1 }', { ab: 1 }, 'has a name the contract does not allow: maxLength 1'],
  ['prefixItems: [true], items: false', [1, 2], 'is one item more than the contract allows'],
  ['prefixItems: [true], unevaluatedItems: false', [1, 2], 'holds more items than the contract allows'],
]

it.each(cases)('%s rejects %j: %s', (schema, body, message) => {
  const input = { version: '3.1.0', schema: `{ ${schema} }`, body }
  expect(draftsOf(check, input)).toMatchObject([{ message, key: expect.any(String) }])
  expect(violationsOf(input)).toHaveLength(1)
})

it('checks multipleOf in decimal arithmetic', () => {
  expect(
    violationsOf({ schema: '{ type: array, items: { multipleOf: 0.01 } }', body: [4.35, 98.8, 1e21, 0.07, -0.29] }),
  ).toEqual([])
})
