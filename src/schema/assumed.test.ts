import { describe, expect, it } from 'vitest'
import type { Json } from '../model/json.ts'
import { compiledOf } from '../testing/check-tester.ts'

const ref = "{ $ref: '#/components/schemas/B' }"
const assumedIn = (schemas: string, value: Json): readonly boolean[] =>
  compiledOf(schemas, { version: '3.0.3' })
    .validate(value)
    .map(({ assumed }) => assumed)

describe('a violation is assumed when what it breaks was guessed', () => {
  it.each<readonly [what: string, schemas: string, value: Json, assumed: boolean]>([
    ['the property', 'A: { properties: { a: { type: string, x-assumed: true } } }', { a: 1 }, true],
    ['nothing', 'A: { properties: { a: { type: string }, b: { x-assumed: true } } }', { a: 1 }, false],
    ['the $ref target', `A: { properties: { a: ${ref} } }, B: { type: string, x-assumed: true }`, { a: 1 }, true],
    [
      'a $ref, marked beside it',
      `A: { properties: { a: { $ref: '#/components/schemas/B', x-assumed: true } } }, B: { type: string }`,
      { a: 1 },
      true,
    ],
    ['an enclosing schema', 'A: { x-assumed: true, properties: { a: { type: string } } }', { a: 1 }, true],
    [
      'an enclosing schema, through $ref',
      `A: { type: array, x-assumed: true, items: ${ref} }, B: { required: [a] }`,
      [{}],
      true,
    ],
    [
      'an enclosing schema, but not this part',
      'A: { x-assumed: true, properties: { a: { type: string, x-assumed: false } } }',
      { a: 1 },
      false,
    ],
    [
      'the property, whose object states that it is required',
      'A: { required: [a], properties: { a: { x-assumed: true } } }',
      {},
      false,
    ],
    ['the object that requires it', 'A: { x-assumed: true, required: [a], properties: { a: {} } }', {}, true],
    [
      'the property that null refutes',
      'A: { properties: { a: { type: string, x-assumed: true } } }',
      { a: null },
      true,
    ],
  ])('%s', (_, schemas, value, assumed) => {
    expect(assumedIn(schemas, value)).toEqual([assumed])
  })

  it('tells two uses of one component apart', () => {
    const schemas = `A: { properties: { a: { $ref: '#/components/schemas/B', x-assumed: true }, b: ${ref} } }, B: { type: string }`
    expect(assumedIn(schemas, { a: 1, b: 1 })).toEqual([true, false])
  })
})
