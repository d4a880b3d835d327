import { describe, expect, it } from 'vitest'
import { flawsOf } from '../dialects/operations.ts'
import { parseDocument } from '../reading/parse.ts'

const parse = (content: string) => parseDocument({ content, name: 'a', file: 'a' })
const rows = (content: string) => flawsOf(parse(content)).map(({ pointer, message }) => `${pointer} ${message}`)

const description = (schemas: object, more: object = {}) => ({
  openapi: '3.1.0',
  info: { title: 'T', version: '1' },
  paths: {
    '/a': {
      get: {
        responses: { 200: { description: 'd', content: { 'application/json': { schema: { $ref: S('A') } } } } },
      },
    },
  },
  components: { schemas, ...more },
})
const S = (name: string) => `#/components/schemas/${name}`
const used = '/paths/~1a/get/responses/200/content/application~1json/schema/$ref skipped: $ref #/components/schemas/A'

const cases: readonly [string, object, readonly string[]][] = [
  ['nothing, when all of them lead somewhere', description({ A: { properties: { a: { $ref: S('A') } } } }), []],
  ['one that leads nowhere', description({}), [`${used} leads nowhere`]],
  [
    'one that refers to itself',
    description({ A: { $ref: S('A') } }),
    [`/components/schemas/A/$ref skipped: $ref ${S('A')} leads only back to itself`],
  ],
  [
    'all that form a circle',
    description({ A: { $ref: S('B') }, B: { $ref: S('A'), description: 'd' } }),
    [
      `/components/schemas/A/$ref skipped: $ref ${S('B')} leads only back to itself`,
      `/components/schemas/B/$ref skipped: $ref ${S('A')} leads only back to itself`,
    ],
  ],
  [
    'the end of a chain, not its users',
    description({ A: { $ref: S('B') }, B: { $ref: S('Nope') } }),
    [`/components/schemas/B/$ref skipped: $ref ${S('Nope')} leads nowhere`],
  ],
  [
    'an unknown anchor',
    description({ A: { items: { $ref: '#x' } } }),
    ['/components/schemas/A/items/$ref skipped: $ref #x leads nowhere (no $anchor has that name)'],
  ],
  [
    'a dynamic anchor, but only where there is one of the name',
    description({
      A: { $dynamicAnchor: 'one', items: [{ $ref: '#one' }, { $ref: '#two' }] },
      B: { $dynamicAnchor: 'two' },
      C: { $dynamicAnchor: 'two' },
    }),
    ['/components/schemas/A/items/1/$ref skipped: $ref #two leads nowhere (no $anchor has that name)'],
  ],
  [
    'a dynamic reference to several schemas, or to none',
    description({
      A: { items: { $dynamicRef: '#one' }, contains: { $dynamicRef: '#two' }, not: { $dynamicRef: '#three' } },
      B: { $dynamicAnchor: 'one' },
      C: { $dynamicAnchor: 'two' },
      D: { $dynamicAnchor: 'two' },
    }),
    ['contains two', 'not three'].map((one) => {
      const [keyword, name] = one.split(' ')
      const why = 'leads nowhere, or to several schemas'
      return `/components/schemas/A/${keyword}/$dynamicRef skipped: $dynamicRef #${name} ${why}`
    }),
  ],
  ['no data', description({ A: { enum: [{ $ref: S('Nope') }], properties: { $ref: { type: 'string' } } } }), []],
  [
    'a parameter once',
    { ...description({ A: {} }), paths: { '/a': { parameters: [{ $ref: S('Nope') }], get: { responses: {} } } } },
    [`/paths/~1a/parameters/0 skipped: $ref ${S('Nope')} leads nowhere`],
  ],
]

describe('flaws of references', () => {
  it.each(cases)('%s', (_name, content, expected) => {
    expect(rows(JSON.stringify(content))).toEqual(expected)
    // JSON is first searched by its bytes, YAML is walked.
    expect(rows(`# YAML\n${JSON.stringify(content)}`)).toEqual(expected)
  })

  it('finds references whose key or value contains escapes', () => {
    const written = JSON.stringify(description({ A: { items: { $ref: S('Nope') } } }))
    expect(rows(written.replaceAll('$ref', '\\u0024ref'))).toHaveLength(1)
    expect(rows(written.replaceAll('#/', '#\\/'))).toHaveLength(1)
  })
})

it('reports a duplicate key near the root of JSON', () => {
  const twice = 'skipped: duplicate key, only the last one was read'
  const text = '{"openapi":"3.0.3","openapi":"3.1.0","paths":{"/a":{"get":{},"get" :{}}},"servers":[{"a":1,"a":"a"}]}'
  expect(rows(text)).toEqual([`/openapi ${twice}`, `/paths/~1a/get ${twice}`])
  expect(rows('{"openapi":"3.1.0","paths":{"openapi":{}},"tags":["openapi","openapi"]}')).toEqual([
    '/paths/openapi skipped: a path starts with a slash',
  ])
})
