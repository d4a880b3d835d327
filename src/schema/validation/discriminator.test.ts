import { describe, expect, it } from 'vitest'
import { compiledOf, schemaViolations } from '../../testing/check-tester.ts'

const ref = (name: string): string => `{ $ref: '#/components/schemas/${name}' }`
const card =
  'Card: { type: object, required: [kind, number], properties: { kind: { type: string }, number: { type: string } } }'
const bank =
  'Bank: { type: object, required: [kind, iban], properties: { kind: { type: string }, iban: { type: string } } }'

describe('a discriminator selects the branch', () => {
  const byName = `A: { oneOf: [${ref('Card')}, ${ref('Bank')}], discriminator: { propertyName: kind } }, ${card}, ${bank}`
  const byMapping = byName.replace(
    'propertyName: kind',
    "propertyName: kind, mapping: { c: '#/components/schemas/Card', b: Bank }",
  )
  const byValue = `A: { anyOf: [{ properties: { kind: { enum: [c] }, n: { type: string } } },
    { properties: { kind: { const: b }, n: { type: integer } } }], discriminator: { propertyName: kind } }`

  it.each([
    ['the name of the schema', byName, { kind: 'Bank', number: '1' }, ['required  iban']],
    ['the mapping', byMapping, { kind: 'b', number: '1' }, ['required  iban']],
    ['a mapping by bare name', byMapping, { kind: 'c', iban: '1' }, ['required  number']],
    ['the values the branches list', byValue, { kind: 'b', n: 'x' }, ['type /n']],
    ['an unknown tag', byMapping, { kind: 'cash' }, ['discriminator /kind']],
    ['a tag of another type', byMapping, { kind: 5 }, ['discriminator /kind']],
    ['no tag: the nearest branch', byName, { number: '1' }, ['required  kind']],
    ['a valid value', byMapping, { kind: 'c', number: '1' }, []],
  ])('by %s', (_, schemas, value, expected) => {
    expect(schemaViolations(schemas, value, { version: '3.1.0' })).toEqual(expected)
  })

  it('although plain oneOf would accept another branch', () => {
    const schemas = `A: { oneOf: [${ref('Loose')}, ${ref('Bank')}], discriminator: { propertyName: kind } }, Loose: { required: [loose] }, ${bank}`
    expect(schemaViolations(schemas, { kind: 'Loose', iban: 'x' })).toEqual(['required  loose'])
  })
})

describe('subtypes that extend a base with a discriminator', () => {
  const base =
    'A: { type: object, required: [kind], discriminator: { propertyName: kind }, properties: { kind: { type: string } } }'
  const cat = `Cat: { allOf: [${ref('A')}, { type: object, required: [lives], properties: { lives: { type: integer } } }] }`

  it('are validated against the subtype named by the tag', () => {
    expect(schemaViolations(`${base}, ${cat}`, { kind: 'Cat', lives: 'nine' })).toEqual(['type /lives'])
    expect(schemaViolations(`${base}, ${cat}`, { kind: 'Cat' })).toEqual(['required  lives'])
    expect(schemaViolations(`${base}, ${cat}`, { kind: 'Other' })).toEqual(['discriminator /kind'])
    expect(compiledOf(`${base}, ${cat}`).undocumented({ kind: 'Cat', lives: 9 })).toEqual([])
  })

  it('and a subtype on its own is validated against its base', () => {
    const self = cat.replace('Cat:', 'A:').replaceAll(ref('A'), ref('Pet'))
    const pet = base.replace('A:', 'Pet:')
    expect(schemaViolations(`${self}, ${pet}`, { lives: 9 })).toEqual(['required  kind'])
    expect(compiledOf(`${self}, ${pet}`).flaws).toEqual([])
  })

  it('a base that lists its subtypes with oneOf does not loop', () => {
    const listing = `A: { oneOf: [${ref('Cat')}, ${ref('Dog')}], required: [kind], discriminator: { propertyName: kind } }`
    const dog = cat.replace('Cat:', 'Dog:').replaceAll('lives', 'barks')
    const schemas = `${listing}, ${cat}, ${dog}`
    expect(compiledOf(schemas).flaws).toEqual([])
    expect(schemaViolations(schemas, { kind: 'Dog', lives: 1 })).toEqual(['required  barks'])
  })
})
