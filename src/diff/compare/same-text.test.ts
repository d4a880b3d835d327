import { describe, expect, it } from 'vitest'
import { descriptionOf } from '../../testing/rule-tester.ts'
import { createSameText } from './same-text.ts'

const document = (schemas: string, dialect = '3.0.3') =>
  descriptionOf(
    `{ openapi: ${dialect}, info: { title: T, version: '1' }, paths: {}, components: { schemas: ${schemas} } }`,
  ).document
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })

describe('same text', () => {
  const none = document('{}')
  const same = createSameText(none, none)

  it.each([
    [
      { a: 1, b: [1, { c: null }] },
      { b: [1, { c: null }], a: 1 },
    ],
    [[], []],
    [undefined, undefined],
  ])('is equal for %j and %j, regardless of member order', (one, other) => expect(same(one, other)).toBe(true))

  it.each([
    [{ a: 1 }, { b: 1 }],
    [{ a: 1 }, { a: 1, b: 1 }],
    [
      [1, 2],
      [2, 1],
    ],
    [[1], [1, 1]],
    [{}, []],
    [[], {}],
    [{ a: 1 }, null],
  ])('differs for %j and %j', (one, other) => expect(same(one, other)).toBe(false))

  it('documents of different dialects are never equal', () => {
    expect(createSameText(none, document('{}', '3.1.0'))({}, {})).toBe(false)
  })
})

describe('a reference', () => {
  const cycle = (type: string) => `{ A: { allOf: [{ $ref: "#/components/schemas/B" }] },
    B: { items: { $ref: "#/components/schemas/A" }, properties: { c: { $ref: "#/components/schemas/C" } } },
    C: { type: ${type} }, D: { type: string } }`

  it('is equal if its target is, also in a cycle', () => {
    const same = createSameText(document(cycle('string')), document(cycle('string')))
    expect(['A', 'B', 'C', 'D'].map((name) => same(ref(name), ref(name)))).toEqual([true, true, true, true])
  })

  it('differs if anything below the target differs', () => {
    const same = createSameText(document(cycle('string')), document(cycle('integer')))
    expect(['D', 'A', 'B', 'C'].map((name) => same(ref(name), ref(name)))).toEqual([true, false, false, false])
    expect(same({ $dynamicRef: '#/components/schemas/C' }, { $dynamicRef: '#/components/schemas/C' })).toBe(false)
  })
})

describe('a schema with a discriminator', () => {
  const family = (edited: string) => `{ Pet: { type: object, discriminator: { propertyName: kind } },
    Cat: { allOf: [{ $ref: "#/components/schemas/Pet" }, { properties: { lives: { type: string } } }] },
    Dog: { allOf: [{ $ref: "#/components/schemas/Pet" }, { properties: { barks: { type: ${edited} } } }] } }`
  // A new instance each time, because results are cached.
  const made = () => createSameText(document(family('string')), document(family('integer')))

  it('differs if a schema that extends it differs', () => {
    const same = made()
    expect(same(ref('Pet'), ref('Pet'))).toBe(false)
    expect(same(ref('Dog'), ref('Dog'))).toBe(false)
  })

  it('ignores the other subtypes when used as a base', () => {
    expect(made()(ref('Cat'), ref('Cat'))).toBe(true)
  })
})
