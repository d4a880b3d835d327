import { expect, test } from 'vitest'
import { casesOf, sorted } from '../../testing/cases/generated-cases.ts'
import { planRequest } from '../planning/plan.ts'
import type { GenerateMode } from './cases.ts'

function parameter(rest: string, mode: GenerateMode) {
  return casesOf(`parameters: [{ name: p, ${rest} }]`, mode).cases.map(({ what, input }) => {
    const { query, headers, omit } = input
    return [what, omit === undefined ? (query?.p ?? headers?.p) : undefined]
  })
}

test.each<[string, readonly unknown[], readonly unknown[]]>([
  [
    'in: query, required: true, schema: { type: integer, maximum: 5 }',
    [
      ['is missing', undefined],
      ['has a wrong type', 'not-a-value-of-the-type'],
      ['has a fraction', 1.5],
      ['is above its maximum', 6],
    ],
    [
      ['is its maximum', 5],
      ['is negative', -1],
    ],
  ],
  // Every text is a valid string, including serialised numbers.
  [
    'in: query, schema: { type: string }',
    [],
    [
      ['is there', 'text'],
      ['has characters beyond ASCII', 'Zoë 中文 😀'],
      ['is empty', ''],
    ],
  ],
  [
    'in: query, style: deepObject, schema: { type: object, required: [a], properties: { a: { type: integer } } }',
    [],
    [['is there', { a: 1 }]],
  ],
  ['in: header, schema: { type: object, required: [a], properties: { a: { type: integer } } }', [], []],
  [
    'in: query, schema: { type: object, required: [a], properties: { a: { type: array, minItems: 1, items: {} } } }',
    [],
    [],
  ],
  [
    'in: query, schema: { type: array, items: { enum: [a, b] } }',
    [['has a wrong type', 'not-a-value-of-the-type']],
    [
      ['is there', ['a']],
      ['has two items', ['a', 'b']],
    ],
  ],
  [
    'in: query, schema: { type: string, enum: ["1", b] }',
    [['is not a listed value', 'SPECDRIFT_OUTSIDER']],
    [
      ['is there', '1'],
      ['is "b"', 'b'],
    ],
  ],
  [
    'in: header, schema: { type: string, minLength: 3 }',
    [['is shorter than allowed', 'te']],
    [
      ['is there', 'text'],
      ['is as short as allowed', 'tex'],
    ],
  ],
  [
    "in: header, schema: { type: string, pattern: '^x+$', example: x }",
    [['does not match its pattern', '~!specdrift!~']],
    [['is there', 'x']],
  ],
  [
    'in: query, schema: { type: array, maxItems: 1, items: { type: integer } }, example: [1]',
    [
      ['has a wrong type', 'not-a-value-of-the-type'],
      ['has too many items', [1, 1]],
    ],
    [['is there', [1]]],
  ],
  [
    'in: query, content: { application/json: { schema: { type: array, items: { type: integer, maximum: 3 } } } }',
    [
      ['has a wrong type', 'not-a-value-of-the-type'],
      ['is null', undefined],
      ['has a wrong type at /*', ['not-a-value-of-the-type']],
      ['has a fraction at /*', [1.5]],
      ['is null at /*', [null]],
      ['is above its maximum at /*', [4]],
    ],
    [
      ['is there', [1]],
      ['is empty', []],
      ['has two items', [1, 2]],
      ['is its maximum at /*', [3]],
      ['is negative at /*', [-1]],
    ],
  ],
  ['in: query, content: { text/csv: { schema: { type: string } } }', [], []],
])('varies the parameter %s', (rest, invalid, valid) => {
  expect(sorted(parameter(rest, 'negative'))).toEqual(sorted(invalid))
  expect(sorted(parameter(rest, 'positive'))).toEqual(sorted(valid))
})

test('sends a required JSON parameter with one item', () => {
  const { plain, operation, description } = casesOf(
    'parameters: [{ name: p, in: query, required: true, content: { application/json: { schema: { type: array, items: { type: integer } } } } }]',
    'positive',
  )
  expect(operation && plain && planRequest(operation, plain.input, description).path).toBe('/x?p=%5B1%5D')
})
