import { describe, expect, it } from 'vitest'
import { descriptionWithSchema, findingsBetween } from '../../../testing/rule-tester.ts'

/** `verdict rule pointer`, in report order. */
function brief(before: string, after: string): string[] {
  return findingsBetween(before, after).map(({ verdict, ruleId, site }) => `${verdict} ${ruleId} ${site.pointer}`)
}

function inBoth(before: string, after: string, dialect?: string): { request: string[]; response: string[] } {
  const of = (direction: 'request' | 'response') =>
    brief(descriptionWithSchema(before, direction, dialect), descriptionWithSchema(after, direction, dialect))
  return { request: of('request'), response: of('response') }
}

const ok = (schema: string) => `{ '200': { description: '', content: { application/json: { schema: ${schema} } } } }`

function withComponents(paths: string, schemas: string): string {
  return `{ openapi: 3.0.3, info: { title: T, version: '1' }, paths: ${paths}, components: { schemas: ${schemas} } }`
}

describe('one edit, one finding', () => {
  const paths = `{ /a: { get: { responses: ${ok('{ $ref: "#/components/schemas/A" }')} }, post: { requestBody: { content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/A" } } } } }, responses: {} } },
    /b: { get: { responses: ${ok('{ $ref: "#/components/schemas/B" }')} } } }`

  it('is reported at the component with all operations that reach it, in both directions', () => {
    const schemas = (values: string) =>
      `{ A: { type: object, properties: { s: { $ref: "#/components/schemas/S" } } }, B: { allOf: [{ $ref: "#/components/schemas/A" }, { type: object }] }, S: { enum: [${values}] } }`
    const findings = findingsBetween(withComponents(paths, schemas('a')), withComponents(paths, schemas('a, b')))
    expect(findings).toHaveLength(1)
    expect(findings[0]).toMatchObject({
      ruleId: 'enum-widened',
      verdict: 'breaking',
      derivation: 'widened × request → compatible; widened × response → breaking',
      site: { component: '#/components/schemas/S', pointer: '', direction: 'both' },
      reaches: ['GET /a', 'GET /b', 'POST /a'],
      uses: [
        { operation: 'GET /a', direction: 'response', verdict: 'breaking' },
        { operation: 'GET /b', direction: 'response', verdict: 'breaking' },
        { operation: 'POST /a', direction: 'request', verdict: 'compatible' },
      ],
      before: ['a'],
      after: ['a', 'b'],
    })
  })

  it('a property added to the base of several allOf users is one change', () => {
    const schemas = (more: string) =>
      `{ A: { allOf: [{ $ref: "#/components/schemas/Base" }, { required: [x] }] }, B: { allOf: [{ $ref: "#/components/schemas/Base" }] }, Base: { type: object, properties: { x: { type: string }${more} } } }`
    const findings = findingsBetween(withComponents(paths, schemas('')), withComponents(paths, schemas(', y: {}')))
    expect(findings.map((finding) => [finding.ruleId, finding.site.component, finding.reaches.length])).toEqual([
      ['property-added', '#/components/schemas/Base', 3],
    ])
  })

  it('an edit behind a cycle is found, and the comparison ends', () => {
    const schemas = (type: string) =>
      `{ A: { type: object, properties: { next: { $ref: "#/components/schemas/B" } } }, B: { type: object, properties: { back: { $ref: "#/components/schemas/A" }, v: { type: ${type} } } } }`
    const findings = findingsBetween(
      withComponents(paths, schemas('string')),
      withComponents(paths, schemas('integer')),
    )
    expect(findings.map((finding) => `${finding.ruleId} ${finding.site.component}${finding.site.pointer}`)).toEqual([
      'type-changed #/components/schemas/B/properties/v',
    ])
    expect(findingsBetween(withComponents(paths, schemas('string')), withComponents(paths, schemas('string')))).toEqual(
      [],
    )
  })

  it('reports nothing about an unused component', () => {
    const schemas = (type: string) => `{ A: {}, B: {}, Lonely: { type: ${type} } }`
    expect(brief(withComponents(paths, schemas('string')), withComponents(paths, schemas('integer')))).toEqual([])
  })
})

describe('special cases', () => {
  it('a readOnly property does not exist in requests, a writeOnly one not in responses', () => {
    const schema = (flag: string, type: string) =>
      `{ type: object, properties: { a: { ${flag}: true, type: ${type} } } }`
    expect(inBoth(schema('readOnly', 'string'), schema('readOnly', 'integer'))).toEqual({
      request: [],
      response: ['breaking type-changed /properties/a'],
    })
    expect(inBoth(schema('writeOnly', 'string'), schema('writeOnly', 'integer'))).toEqual({
      request: ['breaking type-changed /properties/a'],
      response: [],
    })
  })

  it('an added required readOnly property does not affect requests', () => {
    const after = '{ type: object, properties: { a: { readOnly: true, type: string } }, required: [a] }'
    expect(inBoth('{ type: object }', after)).toEqual({
      request: [],
      response: ['compatible required-property-added /properties/a'],
    })
  })

  it('effects are inverted under not', () => {
    expect(inBoth('{ not: { enum: [a] } }', '{ not: { enum: [a, b] } }')).toEqual({
      request: ['breaking enum-widened /not'],
      response: ['compatible enum-widened /not'],
    })
  })

  it('effects under if depend on what the whole schema loses and gains', () => {
    const schema = (values: string, then: string) => `{ if: { enum: [${values}] }, then: { type: ${then} } }`
    expect(inBoth(schema('a', 'integer'), schema('a, b', 'integer'), '3.1.0')).toEqual({
      request: ['breaking enum-widened /if'],
      response: ['compatible enum-widened /if'],
    })
    expect(inBoth(schema('a', 'string'), schema('a, b', 'string'), '3.1.0')).toEqual({ request: [], response: [] })
  })

  it('objects are open unless closed', () => {
    const closed = (properties: string) =>
      `{ type: object, additionalProperties: false, properties: { ${properties} } }`
    expect(inBoth(closed(''), closed('a: {}'))).toEqual({
      request: ['compatible property-added /properties/a'],
      response: ['risky property-added /properties/a'],
    })
  })
})

describe('enums', () => {
  const listed = (pattern: string) => `{ type: string, enum: [ab, cd], pattern: '${pattern}' }`

  it('replace the finding of a valid pattern', () => {
    expect(inBoth(listed('^[a-d]+$'), '{ enum: [ab, cd] }')).toEqual({ request: [], response: [] })
    expect(inBoth(listed('^[a-d]+$'), listed('^a')).request).toEqual(['breaking enum-narrowed '])
  })

  it('report an edit once, even if it changes the types', () => {
    expect(inBoth('{ enum: [a, 1] }', '{ enum: [a] }').request).toEqual(['breaking enum-narrowed '])
    const steps = (step: number) => `{ enum: [1.5, 3], multipleOf: ${step} }`
    expect(inBoth(steps(1.5), steps(3)).request).toEqual(['breaking enum-narrowed '])
  })

  it('do not hide an unsupported pattern', () => {
    expect(inBoth(listed('^(?=a)'), listed('^(?=c)'))).toEqual({
      request: ['breaking pattern-changed '],
      response: ['breaking pattern-changed '],
    })
  })
})

describe('minProperties', () => {
  const sized = (least: number, required: string) =>
    `{ type: object, minProperties: ${least}, required: [${required}] }`

  it('counts required properties, so that one edit is reported once', () => {
    expect(inBoth(sized(2, 'a, b'), sized(2, 'a')).request).toEqual(['compatible property-became-optional /required'])
    expect(inBoth(sized(1, 'a'), '{ type: object, required: [a] }')).toEqual({ request: [], response: [] })
    expect(inBoth(sized(2, 'a'), sized(3, 'a')).request).toEqual(['breaking bound-narrowed '])
  })
})

describe('variants', () => {
  const a = '{ type: object, required: [kind, a], properties: { kind: { enum: [a] }, a: { type: string } } }'
  const b = '{ type: object, required: [kind], properties: { kind: { enum: [b] } } }'

  it('branches are paired by tag in any order and compared', () => {
    const changed = a.replace('string', 'integer')
    const { request } = inBoth(`{ oneOf: [${a}, ${b}] }`, `{ oneOf: [${b}, ${changed}] }`)
    expect(request).toEqual(['breaking type-changed /oneOf/1/properties/a'])
  })

  it('wrapping a schema in a choice only adds alternatives', () => {
    expect(inBoth(a, `{ oneOf: [${a}, ${b}] }`)).toEqual({
      request: ['compatible variant-added /oneOf'],
      response: ['breaking variant-added /oneOf'],
    })
    expect(inBoth(`{ anyOf: [${a}, ${b}] }`, a).request).toEqual(['breaking variant-removed /anyOf'])
  })

  it('a null branch means nullable', () => {
    const { request, response } = inBoth(
      `{ anyOf: [${a}, ${b}] }`,
      `{ anyOf: [${a}, ${b}, { type: 'null' }] }`,
      '3.1.0',
    )
    expect(request.map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual(['compatible nullable-added'])
    expect(response.map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual(['breaking nullable-added'])
  })
})
