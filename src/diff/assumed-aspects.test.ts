import { describe, expect, it } from 'vitest'
import type { Policy } from '../model/diff/rule.ts'
import { descriptionOf, descriptionWithPaths, descriptionWithSchema, findingsBetween } from '../testing/rule-tester.ts'
import { compareDescriptions } from './compare/descriptions.ts'
import { judgeChanges } from './judge.ts'
import { policies } from './policy.ts'

/** Rule of each finding, with `assumed` if the changed part is assumed. */
const said = (before: string, after: string) =>
  findingsBetween(before, after).map(({ ruleId, assumed }) => (assumed === true ? `${ruleId} assumed` : ruleId))

/** The keyword that a mark must name to apply to a change. */
describe('x-assumed with a list of keywords', () => {
  it.each<[keyword: string, before: string, after: string, rule: string]>([
    ['nullable', '{ type: string }', '{ type: string, nullable: true, MARK }', 'nullable-added'],
    ['format', '{ type: string }', '{ type: string, format: uuid, MARK }', 'format-narrowed'],
    ['pattern', '{ type: string, pattern: a, MARK }', '{ type: string }', 'pattern-widened'],
    ['multipleOf', '{ type: number, multipleOf: 2 }', '{ type: number, multipleOf: 4, MARK }', 'multiple-of-narrowed'],
    [
      'uniqueItems',
      '{ type: array, items: {} }',
      '{ type: array, items: {}, uniqueItems: true, MARK }',
      'unique-items-added',
    ],
    ['default', '{ type: string }', '{ type: string, default: a, MARK }', 'default-changed'],
    ['maxLength', '{ type: string, maxLength: 3, MARK }', '{ type: string }', 'bound-widened'],
    ['minLength', '{ type: string }', '{ type: string, minLength: 3, MARK }', 'bound-narrowed'],
    ['not', '{ type: string }', '{ type: string, not: { enum: [a] }, MARK }', 'keyword-changed'],
    ['not', '{ type: string, not: { enum: [a] }, MARK }', '{ type: string }', 'keyword-changed'],
    [
      'x-extensible-enum',
      '{ x-extensible-enum: [a], MARK }',
      '{ x-extensible-enum: [a, b], MARK }',
      'extensible-enum-widened',
    ],
    [
      'additionalProperties',
      '{ type: object }',
      '{ type: object, additionalProperties: false, MARK }',
      'schema-closed',
    ],
    [
      'additionalProperties',
      '{ type: object, additionalProperties: false, MARK }',
      '{ type: object }',
      'schema-opened',
    ],
    [
      'oneOf',
      '{ oneOf: [{ type: string }, { type: boolean }], MARK }',
      '{ oneOf: [{ type: string }, { type: boolean }, { type: array, items: {} }], MARK }',
      'variant-added',
    ],
    [
      'discriminator',
      '{ oneOf: [{ type: object, title: a }], discriminator: { propertyName: a }, MARK }',
      '{ oneOf: [{ type: object, title: a }], discriminator: { propertyName: b }, MARK }',
      'discriminator-changed',
    ],
    [
      'readOnly',
      '{ properties: { a: { type: string } } }',
      '{ properties: { a: { type: string, readOnly: true, MARK } } }',
      'access-changed',
    ],
    [
      'readOnly',
      '{ properties: { a: { type: string, readOnly: true, MARK } } }',
      '{ properties: { a: { type: string } } }',
      'access-changed',
    ],
    [
      'writeOnly',
      '{ properties: { a: { type: string, readOnly: true } } }',
      '{ properties: { a: { type: string, writeOnly: true, MARK } } }',
      'access-changed',
    ],
    [
      'required',
      '{ properties: { a: {} }, required: [a], MARK }',
      '{ properties: { a: {} } }',
      'property-became-optional',
    ],
  ])('%s: %s → %s', (keyword, before, after, rule) => {
    const marked = (named: string) =>
      [before, after].map((schema) =>
        descriptionWithSchema(schema.replaceAll('MARK', `x-assumed: [${named}]`), 'response'),
      )
    const found = (named: string) => said(...(marked(named) as [string, string]))
    expect(found(keyword)).toEqual([`${rule} assumed`])
    expect([found('title'), found('key')]).toEqual([[rule], [rule]])
  })

  const operation = (more: string) =>
    `{ get: { parameters: [{ name: a, in: query, schema: {}, ${more} }], responses: {} } }`
  const header = (more: string) =>
    `{ get: { responses: { '200': { description: '', headers: { A: { schema: {}, ${more} } } } } } }`

  it.each<[what: string, before: string, after: string, rule: string]>([
    ['a parameter', operation(''), operation('required: true, MARK'), 'parameter-became-required'],
    ['a header', header('required: true, MARK'), header(''), 'header-became-optional'],
  ])('required, for %s', (_what, before, after, rule) => {
    const found = (named: string) => {
      const [one, other] = [before, after].map((item) =>
        descriptionWithPaths(`{ /x: ${item.replaceAll('MARK', `x-assumed: [${named}]`)} }`),
      )
      return said(one ?? '', other ?? '')
    }
    expect(found('required')).toEqual([`${rule} assumed`])
    expect(found('schema')).toEqual([rule])
  })
})

describe('an assumed part', () => {
  const guessed = (more: string) => descriptionWithSchema(`{ type: string, x-assumed: true, ${more} }`, 'response')

  it.each([
    ['a description', 'description: a', 'description: b', 'documentation-changed'],
    ['a deprecation', '', 'deprecated: true', 'deprecation-added'],
  ])('does not include %s', (_what, before, after, rule) => {
    expect(said(guessed(before), guessed(after))).toEqual([rule])
  })

  // Branches and `not` are values of their keyword and have no key of their own.
  it.each([
    [
      'variant-added',
      'oneOf: [{ type: string }, { type: boolean }',
      ', { type: array, items: {}, x-assumed: [key] }',
      ']',
    ],
    ['keyword-changed', 'type: string', ', not: { enum: [a], x-assumed: [key] }', ''],
  ])('whose key is assumed does not include %s', (rule, before, added, end) => {
    const schema = (more: string) => descriptionWithSchema(`{ ${before}${more}${end} }`, 'response')
    expect(said(schema(''), schema(added))).toEqual([rule])
  })

  it.each(['3.1.0', '3.2.0'])('of null names the types in %s', (dialect) => {
    const [before, after] = ["[string, 'null']", 'string'].map((type) =>
      descriptionWithSchema(`{ type: ${type}, x-assumed: [type] }`, 'response', dialect),
    )
    expect(said(before ?? '', after ?? '')).toEqual(['nullable-removed assumed'])
    const format = ['uuid', 'date'].map((name) =>
      descriptionWithSchema(`{ type: string, format: ${name}, x-assumed: [type] }`, 'response', dialect),
    )
    expect(said(format[0] ?? '', format[1] ?? '')).toEqual(['format-changed'])
  })

  it('is not reported if its rule is off', () => {
    const [base, revision] = ['uuid', 'date'].map((format) => descriptionOf(guessed(`format: ${format}`)))
    if (base === undefined || revision === undefined) throw new Error('both are there')
    const policy: Policy = { ...policies.compat, rules: { 'format-changed': 'off' } }
    const changes = compareDescriptions(base, revision, { today: '2026-01-31' })
    expect(judgeChanges(changes, { base, revision })).toMatchObject([{ ruleId: 'format-changed', severity: 'info' }])
    expect(judgeChanges(changes, { base, revision, policy })).toEqual([])
  })

  it('applies to a single version only if the other has no schema', () => {
    const sent = (media: string) =>
      descriptionWithPaths(`{ /x: { post: { requestBody: { content: { a/json: ${media} } }, responses: {} } } }`)
    const [none, stated] = [sent('{}'), sent('{ schema: { type: object } }')]
    const guess = sent('{ schema: { type: object, x-assumed: [type] } }')
    expect([said(none, stated), said(stated, none)]).toEqual([['type-narrowed'], ['type-widened']])
    expect([said(none, guess), said(guess, none)]).toEqual([['type-narrowed assumed'], ['type-widened assumed']])
  })

  it('of a container does not make the parts in it assumed', () => {
    const content = (more: string) => `content: { application/json: { schema: {} } ${more} }`
    const paths = (more: string) =>
      descriptionWithPaths(
        `{ /x: { get: { responses: { '200': { description: '', x-assumed: [key], ${content(more)} } } } } }`,
      )
    const [without, added] = [paths(''), paths(', text/csv: { x-assumed: [], schema: {} }')]
    expect(said(without, added)).toEqual(['media-type-added'])
    const guess = paths(', text/csv: { x-assumed: [key], schema: {} }')
    expect([said(without, guess), said(guess, without)]).toEqual([
      ['media-type-added assumed'],
      ['media-type-removed assumed'],
    ])
    expect(said(added, without)).toEqual(['media-type-removed'])
  })
})

it('exclusivity is proven if a value can show it, even if it is only risky', () => {
  const schema = (keyword: string) => `{ ${keyword}: [{ type: integer }, { type: number, minimum: 1 }] }`
  const between = (one: string, other: string, direction: 'request' | 'response') =>
    findingsBetween(descriptionWithSchema(schema(one), direction), descriptionWithSchema(schema(other), direction)).map(
      ({ ruleId, verdict, witness }) => `${ruleId} ${verdict} ${witness === undefined ? 'no proof' : 'proof'}`,
    )
  expect(between('anyOf', 'oneOf', 'request')).toEqual(['exclusivity-narrowed risky proof'])
  expect(between('anyOf', 'oneOf', 'response')).toEqual(['exclusivity-narrowed compatible no proof'])
})
