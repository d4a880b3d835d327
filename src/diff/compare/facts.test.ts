import { describe, expect, it } from 'vitest'
import type { Change } from '../../model/diff/change.ts'
import { descriptionOf, descriptionWithPaths, descriptionWithSchema } from '../../testing/rule-tester.ts'
import { compareDescriptions } from './descriptions.ts'

/** Returns the changes between two texts without their uses. */
function facts(before: string, after: string): Omit<Change, 'uses'>[] {
  return changes(before, after).map(({ uses: _, ...fact }) => fact)
}

function changes(before: string, after: string): readonly Change[] {
  return compareDescriptions(descriptionOf(before), descriptionOf(after))
}

const inBody = (schema: string) => descriptionWithSchema(schema, 'request', '3.1.0')
const schemaAt = '/paths/~1x/post/requestBody/content/application~1json/schema'
const post = (members: string) => descriptionWithPaths(`{ /x: { post: { responses: {}, ${members} } } }`)
const operationAt = '/paths/~1x/post'

describe('a fact about an operation', () => {
  it('names a removed media type, which narrows', () => {
    const body = (...types: string[]) =>
      post(`requestBody: { content: { ${types.map((type) => `${type}: {}`).join(', ')} } }`)
    const gone = { kind: 'media-type', before: 'text/csv', after: undefined, effect: 'narrowed' }
    const fresh = { kind: 'media-type', before: undefined, after: 'text/csv', effect: 'widened' }
    expect(facts(body('text/plain', 'text/csv'), body('text/plain'))).toMatchObject([gone])
    expect(facts(body('text/plain'), body('text/plain', 'text/csv'))).toMatchObject([fresh])
  })

  it('has both versions of an edited encoding, located at the encoding', () => {
    const form = (text: string) =>
      post(`requestBody: { content: { multipart/form-data: { schema: {}, encoding: { a: { x-note: ${text} } } } } }`)
    const at = `${operationAt}/requestBody/content/multipart~1form-data`
    expect(facts(form('one'), form('two'))).toEqual([
      {
        kind: 'documentation',
        before: { encoding: { a: { 'x-note': 'one' } } },
        after: { encoding: { a: { 'x-note': 'two' } } },
        effect: 'none',
        site: { base: `${at}/encoding`, revision: `${at}/encoding`, location: at },
      },
    ])
  })

  it('is located at externalDocs if those change', () => {
    const docs = (url: string) => post(`externalDocs: { url: ${url} }`)
    const at = `${operationAt}/externalDocs`
    expect(facts(docs('/a'), docs('/b'))).toMatchObject([{ site: { base: at, revision: at, location: operationAt } }])
  })

  it('is located at the callback, and at its operation in the version without it', () => {
    const [held, none] = [post('callbacks: { done: { /done: { post: { responses: {} } } } }'), post('')]
    const at = `${operationAt}/callbacks/done/~1done/post`
    const site = { base: at, revision: operationAt, location: at }
    expect(facts(held, none)).toMatchObject([{ kind: 'callback', site }])
    expect(facts(none, held)).toMatchObject([{ site: { base: operationAt, revision: at, location: at } }])
  })

  it('is located at the webhook only and concerns the request that the API sends', () => {
    const [held, none] = ['{ post: { responses: {} } }', '{}'].map(
      (item) => `{ openapi: 3.1.0, info: { title: T, version: '1' }, webhooks: { done: ${item} } }`,
    ) as [string, string]
    const at = '/webhooks/done/post'
    for (const [found, site] of [
      [changes(held, none), { base: at, location: at }],
      [changes(none, held), { revision: at, location: at }],
    ] as const) {
      expect(found).toEqual([
        expect.objectContaining({
          kind: 'webhook',
          uses: [{ operation: 'webhook POST done', direction: 'none', part: '' }],
        }),
      ])
      expect(found[0]?.site).toEqual(site)
    }
  })
})

describe('a fact about a schema', () => {
  it.each([
    ['{ type: integer, enum: [1, 2] }', '{ type: integer, minimum: 1, maximum: 3 }', 'schema.enum', 'enum', undefined],
    ['{ type: integer }', '{ type: integer, not: { enum: [1] } }', 'schema.keyword', undefined, 'not'],
    ['{ type: integer, not: { enum: [1] } }', '{ type: integer }', 'schema.keyword', 'not', undefined],
  ])('is located at its keyword inside the enclosing schema: %s → %s', (before, after, kind, was, is) => {
    const at = (keyword: string | undefined) => (keyword === undefined ? schemaAt : `${schemaAt}/${keyword}`)
    expect(facts(inBody(before), inBody(after))).toMatchObject([
      { kind, site: { base: at(was), revision: at(is), location: schemaAt } },
    ])
  })

  it('names the properties that require others', () => {
    const [one, both] = ['{ a: [b] }', '{ a: [b], c: [b] }'].map((names) =>
      inBody(`{ type: object, dependentRequired: ${names} }`),
    ) as [string, string]
    const named = (value: object) => ({ keyword: 'dependentRequired', value })
    expect(facts(one, both)).toMatchObject([
      { before: named({ a: ['b'] }), after: named({ a: ['b'], c: ['b'] }), effect: 'narrowed' },
    ])
    expect(facts(one, inBody('{ type: object }'))).toMatchObject([{ before: named({ a: ['b'] }), after: undefined }])
  })

  it('names a branch and its keyword', () => {
    const choice = (...titles: string[]) =>
      inBody(
        `{ anyOf: [${titles.map((title) => `{ type: object, title: ${title}, required: [${title}] }`).join(', ')}] }`,
      )
    const branch = { keyword: 'anyOf', name: 'C' }
    expect(facts(choice('A', 'B', 'C'), choice('A', 'B'))).toMatchObject([{ before: branch, after: undefined }])
    expect(facts(choice('A', 'B'), choice('A', 'B', 'C'))).toMatchObject([{ before: undefined, after: branch }])
  })

  it('names a property that looks renamed', () => {
    const object = (name: string) => inBody(`{ type: object, properties: { ${name}: { type: string, maxLength: 9 } } }`)
    expect(facts(object('colour'), object('color'))).toMatchObject([
      { before: { name: 'colour', resembles: 'color' }, after: undefined },
      { before: undefined, after: { name: 'color', resembles: 'colour' } },
    ])
  })

  it('lists whole objects without null', () => {
    const found = facts(inBody('{ enum: [null, { a: 1 }] }'), inBody('{ type: object }'))
    expect(found).toContainEqual(expect.objectContaining({ before: { keyword: 'enum', value: [{ a: 1 }] } }))
  })

  it.each([
    ['^a', '^[ab]', '^a'],
    ['^[ab]', '^a', '^a'],
  ])('is located below the narrower pattern: %s → %s', (before, after, both) => {
    const object = (pattern: string, type: string) =>
      inBody(`{ type: object, patternProperties: { "${pattern}": { type: ${type} } } }`)
    const found = changes(object(before, 'string'), object(after, 'integer')).filter(
      ({ kind }) => kind === 'schema.type',
    )
    expect(found.map(({ uses }) => uses[0]?.trail?.steps)).toEqual([
      [{ kind: 'other', keyword: `patternProperties/${both}` }],
    ])
  })

  it('has the serialization of values sent as text', () => {
    const query = (type: string) =>
      descriptionWithPaths(
        `{ /x: { get: { parameters: [{ in: query, name: q, schema: { type: ${type} } }], responses: {} } } }`,
      )
    const [found] = changes(query('string'), query('integer'))
    expect(found?.uses[0]?.trail?.text).toEqual({ base: 'repeated', revision: 'repeated' })
    const [inJson] = changes(inBody('{ type: string }'), inBody('{ type: integer }'))
    expect(inJson?.uses[0]?.trail).toBeDefined()
    expect(inJson?.uses[0]?.trail?.text).toBeUndefined()
  })
})
