import { expect, test } from 'vitest'
import { casesOf, casesOfBody, sorted } from '../../testing/cases/generated-cases.ts'

test('varies types, null, required properties and closed objects', () => {
  const schema =
    '{ type: object, required: [a], additionalProperties: false, properties: { a: { type: string }, b: { type: [integer, "null"] }, id: { type: string, readOnly: true } } }'
  const refused = casesOfBody(schema, 'negative').cases.map(({ location, what, input }) => [
    location,
    what,
    input.rawBody ?? input.body,
  ])
  expect(sorted(refused)).toEqual(
    sorted([
      ['body', 'is missing', ''],
      ['body /a', 'is missing', { b: 1 }],
      ['body /b', 'has a wrong type', { a: 'text', b: 'not-a-value-of-the-type' }],
      ['body', 'is no JSON', '{"specdrift":'],
      ['body /a', 'has a wrong type', { a: 123.25, b: 1 }],
      ['body /b', 'has a fraction', { a: 'text', b: 1.5 }],
      ['body', 'has a property that is not allowed', { a: 'text', b: 1, specdriftExtra: 'x' }],
      ['body /a', 'is false', { a: false, b: 1 }],
      ['body /a', 'is an object', { a: {}, b: 1 }],
      ['body', 'is a list', [{ specdrift: true }]],
      ['body /a', 'is null', { a: null, b: 1 }],
      ['body', 'has a wrong type', 'not-a-value-of-the-type'],
      ['body', 'is null', null],
    ]),
  )
  const taken = casesOfBody(schema, 'positive', false).cases.map(({ location, what, input }) => [
    location,
    what,
    input.rawBody ?? input.body,
  ])
  expect(sorted(taken)).toEqual(
    sorted([
      ['body', 'is left out', ''],
      ['body', 'has only what is required', { a: 'text' }],
      ['body /a', 'has characters beyond ASCII', { a: 'Zoë 中文 😀', b: 1 }],
      ['body /a', 'is empty', { a: '', b: 1 }],
      ['body /b', 'is left out', { a: 'text' }],
      ['body /b', 'is null', { a: 'text', b: null }],
      ['body /b', 'is negative', { a: 'text', b: -1 }],
      ['body /b', 'is larger than 64 bits hold', { a: 'text', b: 1e20 }],
    ]),
  )
})

test('sends no case whose validity the description does not decide', () => {
  expect(casesOfBody('{ type: object }', 'negative').cases.map(({ what }) => what)).not.toContain(
    'has a property that is not allowed',
  )
  // Any value that the first branch rejects matches the second one.
  const { cases } = casesOfBody(
    '{ type: object, properties: { a: { anyOf: [{ type: string, maxLength: 3 }, {}] } } }',
    'negative',
  )
  expect(cases.filter(({ location }) => location === 'body /a')).toEqual([])
})

test('varies values inside lists, branches and components', () => {
  const more =
    ', components: { schemas: { Node: { type: object, properties: { n: { type: integer, maximum: 3 }, next: { $ref: "#/components/schemas/Node" } } } } }'
  const media = (schema: string) => `requestBody: { content: { application/json: { schema: ${schema} } } }`
  const inList = casesOf(
    media('{ type: array, items: { $ref: "#/components/schemas/Node" }, minItems: 1 }'),
    'negative',
    more,
  )
  expect(inList.cases.map(({ location, what }) => `${location} ${what}`)).toContain('body /*/n is above its maximum')
  const inBranch = casesOf(
    media('{ oneOf: [{ $ref: "#/components/schemas/Node" }, { type: string }] }'),
    'negative',
    more,
  )
  expect(inBranch.cases.map(({ location, what }) => `${location} ${what}`)).toContain('body /n is above its maximum')
})
