import { describe, expect, it } from 'vitest'
import type { Json } from '../../model/json.ts'
import { inspectionOf } from '../../testing/check-tester.ts'

const ref = (name: string): string => `{ $ref: '#/components/schemas/${name}' }`
const components = `{ schemas: {
  Cat: { type: object, required: [kind, lives], properties: { kind: { enum: [cat] }, lives: { type: integer }, name: { type: string } } },
  Dog: { type: object, required: [kind, breed], properties: { kind: { enum: [dog] }, breed: { type: string }, name: { type: string } } } } }`

function unionsOf(schema: string, body: Json, version = '3.1.0') {
  return inspectionOf({ version, schema, components, body }).findings.map(({ evidence }) => evidence?.unions)
}

describe('the evidence for a value that matches no branch of a union', () => {
  it.each(['anyOf', 'oneOf'])('names the closest branch of %s and the violations of each', (keyword) => {
    expect(unionsOf(`{ ${keyword}: [${ref('Dog')}, ${ref('Cat')}] }`, { kind: 'cat', lives: '9' })).toEqual([
      [
        {
          keyword,
          instanceLocation: '',
          schemaLocation: expect.stringMatching(/\/schema$/),
          branches: [
            {
              schemaLocation: '/components/schemas/Cat',
              errors: [{ instanceLocation: '/lives', keyword: 'type', error: 'is of type string, not integer' }],
            },
            {
              schemaLocation: '/components/schemas/Dog',
              errors: [
                { instanceLocation: '', keyword: 'required', error: 'lacks "breed"' },
                { instanceLocation: '/kind', keyword: 'enum', error: 'is not one of "dog"' },
              ],
            },
          ],
        },
      ],
    ])
  })

  it('exists per array item and identifies inline branches by pointer', () => {
    const schema = '{ type: array, items: { anyOf: [{ type: integer, minimum: 5 }, { type: string }] } }'
    const [[union] = []] = unionsOf(schema, [7, 3])
    expect(union).toMatchObject({ instanceLocation: '/1' })
    expect(union?.branches.map(({ schemaLocation }) => schemaLocation.split('/').slice(-2))).toEqual([
      ['anyOf', '0'],
      ['anyOf', '1'],
    ])
    expect(union?.branches[0]?.errors[0]?.error).toBe('does not keep minimum 5')
  })

  it('lists the matching branches if only one may match', () => {
    const [[union] = []] = unionsOf('{ oneOf: [{ type: integer }, { minimum: 1 }, { type: string }] }', 2)
    expect(union?.branches.map(({ schemaLocation, errors }) => [schemaLocation.slice(-7), errors])).toEqual([
      ['oneOf/0', []],
      ['oneOf/1', []],
    ])
  })

  it('shows nested unions, the outermost first, the last three', () => {
    const nested = (depth: number): string =>
      depth === 0
        ? '{ type: string }'
        : `{ anyOf: [{ type: object, properties: { a: ${nested(depth - 1)} } }, { type: array }] }`
    const [unions = []] = unionsOf(nested(4), { a: { a: { a: { a: 5 } } } })
    expect(unions.map(({ instanceLocation }) => instanceLocation)).toEqual(['/a', '/a/a', '/a/a/a'])
  })

  it.each([
    ['a single branch besides null', `{ anyOf: [${ref('Cat')}, { type: 'null' }] }`, { kind: 'cat' }],
    ['no branch of the same type', `{ anyOf: [${ref('Cat')}, ${ref('Dog')}] }`, 5],
    ['no union', ref('Cat'), { kind: 'cat' }],
  ])('is omitted for %s', (_what, schema, body) => {
    expect(unionsOf(schema, body)).toEqual([undefined])
  })

  it('contains no received value and is limited in size', () => {
    const branches = Array.from(
      { length: 12 },
      (_, at) =>
        `{ type: object, required: [a${at}, b, c, d], properties: { password: { type: string, pattern: "^x${at}$" } } }`,
    )
    const [unions] = unionsOf(`{ anyOf: [${branches.join(', ')}] }`, {
      password: 'hunter2hunter2',
      card: '4111111111111111',
    })
    expect(JSON.stringify(unions)).not.toMatch(/hunter2|4111/)
    expect(unions).toMatchObject([{ more: 4 }])
    expect(unions?.[0]?.branches.length).toBe(8)
    expect(unions?.[0]?.branches.map(({ errors, more }) => [errors.length, more])).toContainEqual([3, 2])
  })
})
