import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, it } from 'vitest'
import { Ajv, createAjv } from './ajv.ts'

const keywordsOf = ({ RULES: { rules, post, types, all, keywords } }: Ajv2020) => ({
  ...{ groups: [...rules, post].map(({ type, rules }) => [type, rules.map(({ keyword }) => keyword)]) },
  types: Object.entries(types).map(([type, group]) => [type, rules.findIndex((one) => Object.is(one, group))]),
  ...{ all: Object.keys(all), keywords: Object.keys(keywords) },
})

it('every instance has the keywords of stock ajv, in the same order', () => {
  const given = keywordsOf(new Ajv2020())
  expect([new Ajv({}), new Ajv({ allErrors: true })].map(keywordsOf)).toEqual([given, given])
})

it('removing or adding a keyword on one instance leaves the others unchanged', () => {
  const changed = createAjv({}, false)
  changed.removeKeyword('maximum')
  changed.addKeyword({ keyword: 'minimum2', type: 'number', validate: () => false })
  const valid = [changed, createAjv({}, false), createAjv({}, true)].map((ajv) =>
    [{ maximum: 1 }, { minimum2: 9 }, { minimum: 3 }].map((schema) => ajv.validate(schema, 2)),
  )
  expect(valid).toEqual([
    [true, false, false],
    [false, true, false],
    [false, true, false],
  ])
})

it.each([
  [{ prefixItems: [{ type: 'integer' }], contains: { type: 'string' } }, []],
  [{ prefixItems: [{ type: 'integer' }, { type: 'integer' }], contains: { const: 2 } }, [1]],
  [{ prefixItems: [{ type: 'integer' }, {}, { type: 'string' }], uniqueItems: true }, [1, 1]],
  [
    { prefixItems: [{ type: 'integer' }, { type: 'integer' }], items: false, contains: { const: 2 }, maxContains: 1 },
    [1],
  ],
  [{ prefixItems: [{ type: 'integer' }, { type: 'integer' }], not: { contains: { const: 1 } } }, [1]],
])('%j rejects %j, which is shorter than its tuple', (schema, value) => {
  const results = [{}, { allErrors: true }, { unevaluated: true }].map((options) =>
    createAjv(options, false).validate(schema, value),
  )
  expect(results).toEqual([false, false, false])
})

it('items evaluated by a tuple are not passed to unevaluatedItems', () => {
  const schema = { prefixItems: [{ type: 'integer' }], unevaluatedItems: false }
  const ajv = createAjv({ unevaluated: true }, false)
  expect([[1], [1, 2], ['a']].map((value) => ajv.validate(schema, value))).toEqual([true, false, false])
})
