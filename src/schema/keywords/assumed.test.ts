import { describe, expect, it } from 'vitest'
import type { Json } from '../../model/json.ts'
import { compiledOf } from '../../testing/check-tester.ts'

const ref = "{ $ref: '#/components/schemas/B' }"
const assumedIn = (schemas: string, value: Json): readonly boolean[] =>
  compiledOf(schemas, { version: '3.0.3' })
    .validate(value)
    .map(({ assumed }) => assumed)

describe('a violation counts as assumed if the violated keyword is assumed', () => {
  it.each<readonly [what: string, schemas: string, value: Json, assumed: boolean]>([
    ['the property', 'A: { properties: { a: { type: string, x-assumed: true } } }', { a: 1 }, true],
    ['nothing', 'A: { properties: { a: { type: string }, b: { x-assumed: true } } }', { a: 1 }, false],
    ['the $ref target', `A: { properties: { a: ${ref} } }, B: { type: string, x-assumed: true }`, { a: 1 }, true],
    [
      'a $ref with a sibling mark',
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

  it('distinguishes two uses of one component', () => {
    const schemas = `A: { properties: { a: { $ref: '#/components/schemas/B', x-assumed: true }, b: ${ref} } }, B: { type: string }`
    expect(assumedIn(schemas, { a: 1, b: 1 })).toEqual([true, false])
  })
})

/** With a list of keywords, `x-assumed` leaves the other keywords stated, and subschemas inherit the mark of their keyword. */
describe('a mark on keywords', () => {
  const marked = (mark: string, rest: string) => `A: { properties: { a: { ${rest}, x-assumed: ${mark} } } }`
  const applicants = '{ enum: { except: [DRAFT] } }'
  const either = 'oneOf: [{ type: object, properties: { a: { type: string } } }, { type: array }], x-assumed: [oneOf]'

  it.each<readonly [what: string, schemas: string, value: Json, assumed: boolean]>([
    ['names the type', marked('[type]', 'type: string'), { a: 1 }, true],
    ['does not name the type', marked('[pattern]', 'type: string, pattern: "^a"'), { a: 1 }, false],
    ['names the pattern', marked('[pattern]', 'type: string, pattern: "^a"'), { a: 'b' }, true],
    ['names the format', marked('[type, format]', 'type: string, format: date'), { a: 'b' }, true],
    ['does not name the format', marked('[type]', 'type: string, format: date'), { a: 'b' }, false],
    ['names a bound of two', marked('[minimum]', 'type: number, minimum: 1, maximum: 5'), { a: 0 }, true],
    ['names the other bound', marked('[minimum]', 'type: number, minimum: 1, maximum: 5'), { a: 6 }, false],
    ['in words of 3.0', marked('[minimum]', 'type: number, minimum: 1, exclusiveMinimum: true'), { a: 1 }, true],
    ['leaves null stated', marked('[type]', 'type: string'), { a: null }, false],
    ['names null', marked('[type, nullable]', 'type: string'), { a: null }, true],
    ['names none', marked('[]', 'type: string'), { a: 1 }, false],
    ['is written as an object', marked('{ type: true }', 'type: string'), { a: 1 }, true],
    ['cannot be read', marked('1', 'type: string'), { a: 1 }, false],
    ['names the list of values', marked('[enum]', 'type: string, enum: [A]'), { a: 'B' }, true],
    ['does not name the list', marked('[type]', 'type: string, enum: [A]'), { a: 'B' }, false],
    ['excepts another value', marked(applicants, 'type: string, enum: [A]'), { a: 'B' }, true],
    ['excepts this value', marked(applicants, 'type: string, enum: [A]'), { a: 'DRAFT' }, false],
    ['names required', 'A: { required: [a], x-assumed: [required] }', {}, true],
    ['excepts this property', 'A: { required: [a], x-assumed: { required: { except: [a] } } }', {}, false],
    ['excepts another property', 'A: { required: [a], x-assumed: { required: { except: [b] } } }', {}, true],
    [
      'names the keyword it is in',
      'A: { x-assumed: [properties], properties: { a: { type: string } } }',
      { a: 1 },
      true,
    ],
    ['names another keyword', 'A: { x-assumed: [required], properties: { a: { type: string } } }', { a: 1 }, false],
    ['names the items', 'A: { x-assumed: [items], type: array, items: { type: string } }', [1], true],
    ['names the list, not the items', 'A: { x-assumed: [type], type: array, items: { type: string } }', [1], false],
    [
      'is inside an assumed part, and names fewer keywords',
      `A: { x-assumed: true, ${marked('[format]', 'type: string').slice(5)}`,
      { a: 1 },
      false,
    ],
    ['names the union', `A: { ${either} }`, { a: 1 }, true],
    ['is beside the union', `A: { ${either.replace('[oneOf]', '[type]')} }`, { a: 1 }, false],
    ['names the union of types', 'A: { x-assumed: [anyOf], anyOf: [{ type: string }, { type: boolean }] }', 1, true],
    [
      'does not reach through $ref',
      `A: { $ref: '#/components/schemas/B', x-assumed: [type] }, B: { type: string }`,
      1,
      false,
    ],
    ['names $ref', `A: { $ref: '#/components/schemas/B', x-assumed: [$ref] }, B: { type: string }`, 1, true],
    ['closes', 'A: { x-assumed: [additionalProperties], additionalProperties: false }', { a: 1 }, true],
  ])('%s', (_, schemas, value, assumed) => {
    expect(assumedIn(schemas, value)).toEqual([assumed])
  })

  it.each([
    ['[type]', true],
    ["{ type: { except: ['null'] } }", false],
    ['[format]', false],
  ])('since 3.1 includes null in the types: %s', (mark, assumed) => {
    const compiled = compiledOf(marked(mark, 'type: [string, number]'), { version: '3.1.0' })
    expect(compiled.validate({ a: null }).map((found) => found.assumed)).toEqual([assumed])
  })

  it.each([
    ['[additionalProperties]', true],
    ['[properties]', false],
  ])('determines whether undeclared properties are assumed: %s', (mark, assumed) => {
    const compiled = compiledOf(`A: { x-assumed: ${mark}, properties: { b: {} } }`, { version: '3.0.3' })
    expect(compiled.undocumented({ a: 1 }).map((found) => found.assumed)).toEqual([assumed])
  })
})
