import { describe, expect, it } from 'vitest'
import { descriptionWithPaths, descriptionWithSchema, findingsBetween } from '../testing/rule-tester.ts'

/** Rule, verdict and severity of each finding, with `assumed` if the changed part is assumed. */
const findingsOf = (before: string, after: string) =>
  findingsBetween(before, after).map(({ ruleId, verdict, severity, assumed }) =>
    [ruleId, verdict, severity, ...(assumed === true ? ['assumed'] : [])].join(' '),
  )

/** A change of an assumed part doesn't change the API: it is listed but breaks no client. */
describe('a change of an assumed part', () => {
  const draft = '{ enum: { except: [DRAFT] } }'

  it.each<readonly [what: string, before: string, after: string, found: string]>([
    [
      'a pattern that comes',
      '{ type: string }',
      '{ type: string, pattern: "^a", x-assumed: [pattern] }',
      'pattern-narrowed compatible info assumed',
    ],
    [
      'an added pattern, where another keyword is assumed',
      '{ type: string }',
      '{ type: string, pattern: "^a", x-assumed: [type] }',
      'pattern-narrowed breaking error',
    ],
    [
      'a bound added to an assumed part',
      '{ type: number, x-assumed: true }',
      '{ type: number, minimum: 1 }',
      'bound-narrowed compatible info assumed',
    ],
    [
      'a type that was assumed',
      '{ type: string, x-assumed: [type] }',
      '{ type: boolean }',
      'type-changed compatible info assumed',
    ],
    [
      'null, which is not the type',
      '{ type: string, nullable: true, x-assumed: [type] }',
      '{ type: string, x-assumed: [type] }',
      'nullable-removed breaking error',
    ],
    [
      'null, assumed',
      '{ type: string, nullable: true, x-assumed: [nullable] }',
      '{ type: string, x-assumed: [nullable] }',
      'nullable-removed compatible info assumed',
    ],
    [
      'a value of an assumed list',
      '{ enum: [A, B], x-assumed: [enum] }',
      '{ enum: [A], x-assumed: [enum] }',
      'enum-narrowed compatible info assumed',
    ],
    [
      'a stated value of an assumed list',
      `{ enum: [A, DRAFT], x-assumed: ${draft} }`,
      `{ enum: [A], x-assumed: ${draft} }`,
      'enum-narrowed breaking error',
    ],
    [
      'another value of such a list',
      `{ enum: [A, B, DRAFT], x-assumed: ${draft} }`,
      `{ enum: [A, DRAFT], x-assumed: ${draft} }`,
      'enum-narrowed compatible info assumed',
    ],
    [
      'a stated value and another at once',
      `{ enum: [A, B, DRAFT], x-assumed: ${draft} }`,
      `{ enum: [A], x-assumed: ${draft} }`,
      'enum-narrowed breaking error',
    ],
    [
      'a property that is required',
      '{ properties: { a: {} } }',
      '{ properties: { a: {} }, required: [a], x-assumed: [required] }',
      'property-became-required compatible info assumed',
    ],
    [
      'a property that is stated to be required',
      '{ properties: { a: {} } }',
      '{ properties: { a: {} }, required: [a], x-assumed: { required: { except: [a] } } }',
      'property-became-required breaking error',
    ],
    [
      'inside an assumed part',
      '{ x-assumed: true, properties: { a: { type: string } } }',
      '{ x-assumed: true, properties: { a: { type: boolean } } }',
      'type-changed compatible info assumed',
    ],
    [
      'inside an assumed part, stated',
      '{ x-assumed: true, properties: { a: { type: string, x-assumed: false } } }',
      '{ x-assumed: true, properties: { a: { type: boolean, x-assumed: false } } }',
      'type-changed breaking error',
    ],
    [
      'in an assumed member of allOf',
      '{ allOf: [{ type: string }] }',
      '{ allOf: [{ type: string }, { maxLength: 3, x-assumed: true }] }',
      'bound-narrowed compatible info assumed',
    ],
    [
      'a property whose name is one of a keyword',
      '{ x-assumed: [type], properties: { type: { type: string } } }',
      '{ x-assumed: [type], properties: { type: { type: boolean } } }',
      'type-changed breaking error',
    ],
  ])('%s', (_, before, after, found) => {
    const [base, revision] = [before, after].map((schema) => descriptionWithSchema(schema, 'request'))
    expect(findingsOf(base ?? '', revision ?? '')).toEqual([found])
  })

  it.each([
    ["{ type: { except: ['null'] } }", ['nullable-removed breaking error']],
    ['[type]', ['nullable-removed compatible info assumed']],
  ])('null among the types of 3.1, with the mark %s', (mark, found) => {
    const [base, revision] = ["[string, 'null']", 'string'].map((type) =>
      descriptionWithSchema(`{ type: ${type}, x-assumed: ${mark} }`, 'request', '3.1.0'),
    )
    expect(findingsOf(base ?? '', revision ?? '')).toEqual(found)
  })

  const response = (more: string) => `{ /x: { get: { responses: { '200': { description: '', ${more} } } } } }`
  const json = '{ schema: {} }'

  it.each([
    [
      'a media type',
      response(`content: { application/json: ${json}, text/csv: { x-assumed: [key], schema: {} } }`),
      response(`content: { application/json: ${json} }`),
      ['media-type-removed compatible info assumed'],
    ],
    [
      'a media type that is stated',
      response(`content: { application/json: ${json}, text/csv: { x-assumed: [], schema: {} } }`),
      response(`content: { application/json: ${json} }`),
      ['media-type-removed breaking error'],
    ],
    [
      'a schema in an assumed response',
      response(`x-assumed: true, content: { application/json: { schema: { type: string } } }`),
      response(`x-assumed: true, content: { application/json: { schema: { type: boolean } } }`),
      ['type-changed compatible info assumed'],
    ],
    [
      'a schema in an assumed response whose media type is assumed itself',
      response(`x-assumed: true, content: { application/json: { x-assumed: [key], schema: { type: string } } }`),
      response(`x-assumed: true, content: { application/json: { x-assumed: [key], schema: { type: boolean } } }`),
      ['type-changed compatible info assumed'],
    ],
    [
      'a stated value in an assumed response',
      response(
        `x-assumed: true, content: { application/json: { x-assumed: [key], schema: { enum: [A], x-assumed: ${draft} } } }`,
      ),
      response(
        `x-assumed: true, content: { application/json: { x-assumed: [key], schema: { enum: [A, DRAFT], x-assumed: ${draft} } } }`,
      ),
      ['enum-widened breaking error'],
    ],
    [
      'that a body is required',
      `{ /x: { post: { requestBody: { content: { application/json: ${json} } }, responses: {} } } }`,
      `{ /x: { post: { requestBody: { required: true, x-assumed: [required], content: { application/json: ${json} } }, responses: {} } } }`,
      ['request-body-became-required compatible info assumed'],
    ],
  ])('%s', (_, before, after, found) => {
    expect(findingsOf(descriptionWithPaths(before), descriptionWithPaths(after))).toEqual(found)
  })

  it('is marked as assumed and has no proof', () => {
    const [finding] = findingsBetween(
      descriptionWithSchema('{ type: string }', 'request'),
      descriptionWithSchema('{ type: string, maxLength: 3, x-assumed: [maxLength] }', 'request'),
    )
    expect(finding?.message).toMatch(/ \(only assumed\)$/)
    expect(finding).not.toHaveProperty('witness')
    expect(finding?.derivation).toContain('only assumes')
  })
})
