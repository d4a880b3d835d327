import { expect, test } from 'vitest'
import type { Json } from '../../model/json.ts'
import { casesOfBody, sorted } from '../../testing/cases/generated-cases.ts'
import type { GenerateMode } from './cases.ts'

/** `what: value` for the cases that vary property `a`. */
function ofProperty(schema: string, mode: GenerateMode): readonly (readonly [string, Json | undefined])[] {
  const { cases } = casesOfBody(`{ type: object, required: [a], properties: { a: ${schema} } }`, mode)
  return cases.flatMap(({ location, what, input }) =>
    location === 'body /a' && !/wrong type|null|missing|false$|is an object|is a list/.test(what)
      ? [[what, (input.body as { a?: Json }).a] as const]
      : [],
  )
}

test.each<[string, readonly [string, Json][], readonly [string, Json][]]>([
  [
    '{ type: integer, minimum: 2, maximum: 9 }',
    [
      ['has a fraction', 1.5],
      ['is below its minimum', 1],
      ['is above its maximum', 10],
    ],
    [['is its maximum', 9]],
  ],
  [
    '{ type: number, exclusiveMinimum: 0, exclusiveMaximum: 1 }',
    [
      ['is its exclusive minimum', 0],
      ['is its exclusive maximum', 1],
    ],
    [
      ['is just above its exclusive minimum', 0.01],
      ['is just below its exclusive maximum', 0.99],
    ],
  ],
  [
    '{ type: number, multipleOf: 0.01, minimum: 0.1 }',
    [
      ['is below its minimum', 0.09],
      ['is no multiple of 0.01', 1.005],
    ],
    [
      ['is its minimum', 0.1],
      ['is larger than 64 bits hold', 1e20],
    ],
  ],
  [
    '{ type: integer, format: int32 }',
    [
      ['has a fraction', 1.5],
      ['is no int32', 2147483648],
    ],
    [
      ['is negative', -1],
      ['is very large', 2147483647],
    ],
  ],
  [
    '{ type: string, minLength: 2, maxLength: 4 }',
    [
      ['is shorter than allowed', 't'],
      ['is longer than allowed', 'textt'],
    ],
    [
      ['has characters beyond ASCII', 'Zoë'],
      ['is as short as allowed', 'te'],
    ],
  ],
  ["{ type: string, pattern: '^[A-Z]{3}$' }", [['does not match its pattern', '~!specdrift!~']], []],
  ['{ type: string, format: date }', [['is no date', 'not: a {formatted} text']], []],
  ['{ enum: [a, b] }', [['is not a listed value', 'SPECDRIFT_OUTSIDER']], [['is "b"', 'b']]],
  [
    '{ type: string, pattern: \'^"[a-z]+"$|\\*\' }',
    [['does not match its pattern', '~!specdrift!~']],
    [['is alternative 2 of its pattern', '*']],
  ],
  [
    '{ type: array, minItems: 1, maxItems: 2, items: { type: integer } }',
    [
      ['has too few items', []],
      ['has too many items', [1, 1, 1]],
    ],
    [
      ['has two items', [1, 2]],
      ['has as many items as allowed', [1, 1]],
    ],
  ],
  [
    '{ type: array, uniqueItems: true, items: { enum: [a, b] } }',
    [['has an item twice', ['a', 'a']]],
    [['has two items', ['a', 'b']]],
  ],
  [
    '{ type: array, items: { type: string, format: email } }',
    [],
    [['has two items', ['somebody@example.com', 'asomebody@example.com']]],
  ],
  [
    '{ type: string }',
    [],
    [
      ['has characters beyond ASCII', 'Zoë 中文 😀'],
      ['is empty', ''],
    ],
  ],
  [
    '{ oneOf: [{ type: string, maxLength: 9 }, { type: integer }] }',
    [['is longer than allowed', 'texttttttt']],
    [
      ['is variant 2', 1],
      ['has characters beyond ASCII', 'Zoë'],
      ['is empty', ''],
      ['is as long as allowed', `text${'t'.repeat(5)}`],
    ],
  ],
  [
    '{ type: object, additionalProperties: { type: integer } }',
    [['has a property that is not allowed', { specdriftExtra: 'x' }]],
    [],
  ],
])('generates values for %s', (schema, invalid, valid) => {
  expect(sorted(ofProperty(schema, 'negative'))).toEqual(sorted(invalid))
  expect(sorted(ofProperty(schema, 'positive'))).toEqual(sorted(valid))
})

test('sends values that incomplete type checks accept, also nested', () => {
  const { cases } = casesOfBody(
    '{ type: object, required: [a, o], properties: { a: { type: string }, b: { type: boolean }, o: { type: object, properties: { n: { type: object } } } } }',
    'negative',
  )
  const made = cases.map(({ location, what, input }) => [location, what, input.body])
  const plain = { a: 'text', b: true, o: { n: {} } }
  const list = [{ specdrift: true }]
  expect(made).toEqual(
    expect.arrayContaining([
      ['body /a', 'is false', { ...plain, a: false }],
      ['body /a', 'is an object', { ...plain, a: {} }],
      ['body', 'is a list', list],
      ['body /o', 'is a list', { ...plain, o: list }],
      ['body /o/n', 'is a list', { ...plain, o: { n: list } }],
    ]),
  )
  expect(made.filter(([location]) => location === 'body /b').map(([, what]) => what)).not.toContain('is false')
})

test('sends negative and large values for an unbounded integer', () => {
  const large = (schema: string) => ofProperty(schema, 'positive')
  expect(large('{ type: boolean }')).toEqual([])
  expect(large('{ type: integer }')).toEqual([
    ['is larger than 64 bits hold', 1e20],
    ['is negative', -1],
  ])
  expect(large('{ type: integer, format: int64, minimum: 1 }')).toEqual([['is very large', Number.MAX_SAFE_INTEGER]])
})
