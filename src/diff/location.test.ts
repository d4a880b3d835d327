import { describe, expect, it } from 'vitest'
import { descriptionWithSchema, findingsBetween } from '../testing/rule-tester.ts'

describe('a finding if one version has no schema', () => {
  it.each([
    ['{ type: object, additionalProperties: { type: string } }', '{ type: object }', '/additionalProperties'],
    ['{ type: array, items: { type: string } }', '{ type: array }', '/items'],
    [
      '{ type: object, required: [a], properties: { a: { type: string } } }',
      '{ type: object, required: [a] }',
      '/properties/a',
    ],
  ])('is located at the schema of the other version, not at the enclosing one: %s → %s', (before, after, location) => {
    const [base = '', revision = ''] = [before, after].map((text) =>
      descriptionWithSchema(`{ type: object, properties: { map: ${text} } }`, 'response', '3.1.0'),
    )
    const pointer = `/properties/map${location}`
    expect(findingsBetween(base, revision)).toMatchObject([
      { ruleId: 'type-widened', message: 'type is any now, was string', site: { pointer } },
    ])
    expect(findingsBetween(revision, base)).toMatchObject([{ ruleId: 'type-narrowed', site: { pointer } }])
  })

  it('is located at each use of a component, because the component is not edited', () => {
    const shop = (properties: string): string => {
      const shown = descriptionWithSchema('{ $ref: "#/components/schemas/Shop" }', 'response', '3.1.0')
      const schemas = `{ Name: { type: string, minLength: 2 }, Shop: { required: [a, b], properties: ${properties} } }`
      return shown.replace(/ }$/, `, components: { schemas: ${schemas} } }`)
    }
    const name = '{ $ref: "#/components/schemas/Name" }'
    const [base, revision] = [shop(`{ a: ${name}, b: ${name} }`), shop('{}')]
    for (const [one, other, end] of [
      [base, revision, 'widened'],
      [revision, base, 'narrowed'],
    ] as const) {
      const found = findingsBetween(one, other).map(({ ruleId, site }) => `${ruleId} ${site.component}${site.pointer}`)
      const expected = ['a', 'b'].flatMap((property) =>
        ['bound', 'type'].map((kind) => `${kind}-${end} #/components/schemas/Shop/properties/${property}`),
      )
      expect(found.sort()).toEqual(expected.sort())
    }
  })

  it('is a single one beyond twenty uses', () => {
    const names = Array.from({ length: 25 }, (_, at) => `p${at}`)
    const shop = (properties: string): string => {
      const shown = descriptionWithSchema('{ $ref: "#/components/schemas/Shop" }', 'response', '3.1.0')
      const schemas = `{ Name: { type: string }, Shop: { required: [${names}], properties: { ${properties} } } }`
      return shown.replace(/ }$/, `, components: { schemas: ${schemas} } }`)
    }
    const used = names.map((name) => `${name}: { $ref: "#/components/schemas/Name" }`).join(', ')
    expect(findingsBetween(shop(used), shop('')).map(({ site }) => site.pointer)).toHaveLength(21)
  })
})

it('an edit in another file has its location there and a separate id', () => {
  const files = (type: string): string => {
    const properties = `{ a: { type: ${type} }, b: { properties: { a: { type: ${type} } } } }`
    const mounted = `{ pet.yaml: { Pet: { properties: ${properties} } }, c.yaml: { components: { schemas: { C: { type: ${type} } } } } }`
    const shown = descriptionWithSchema(
      '{ properties: { p: { $ref: "#/x-external-files/pet.yaml/Pet" }, c: { $ref: "#/x-external-files/c.yaml/components/schemas/C" } } }',
      'response',
    )
    return shown.replace(/ }$/, `, x-external-files: ${mounted} }`)
  }
  const found = findingsBetween(files('string'), files('integer'))
  expect(found.map(({ site }) => `${site.component} ${site.pointer}`).sort()).toEqual([
    '#/x-external-files/c.yaml/components/schemas/C ',
    '#/x-external-files/pet.yaml /Pet/properties/a',
    '#/x-external-files/pet.yaml /Pet/properties/b/properties/a',
  ])
  expect(new Set(found.map(({ fingerprint }) => fingerprint)).size).toBe(3)
})
