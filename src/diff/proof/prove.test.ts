import { describe, expect, it } from 'vitest'
import { descriptionWithPaths, descriptionWithSchema, findingsBetween } from '../../testing/rule-tester.ts'

/** Returns the proofs of breaking findings between two schemas. */
function proofs(before: string, after: string, direction: 'request' | 'response', dialect = '3.1.0') {
  const [base, revision] = [before, after].map((schema) => descriptionWithSchema(schema, direction, dialect))
  return findingsBetween(base ?? '', revision ?? '').flatMap(({ verdict, witness }) =>
    verdict === 'breaking' ? [witness] : [],
  )
}

const deep = (schema: string) =>
  `{ type: object, required: [list], properties: { list: { type: array, minItems: 2, items: { oneOf: [{ type: object, title: A, required: [kind, more], properties: { kind: { const: a }, more: { type: object, additionalProperties: ${schema} } } }, { type: object, title: B, required: [kind], properties: { kind: { const: b } } }] } } } }`

describe('a proof', () => {
  it('is a complete message around the changed location', () => {
    const [witness] = proofs(deep('{ enum: [x, y] }'), deep('{ enum: [x] }'), 'request')
    const list = [
      { kind: 'a', more: { undeclared: 'y' } },
      { kind: 'a', more: {} },
    ]
    expect(witness).toMatchObject({ proven: true, validUnder: 'base' })
    expect(witness?.body).toEqual({ list })
  })

  it.each([
    ['a pattern', '{ type: string, pattern: "^[a-z]+$" }', '{ type: string, pattern: "^[a-f]+$" }'],
    ['a length with a format', '{ type: string, format: uri }', '{ type: string, format: uri, maxLength: 20 }'],
    ['a length of 64 KiB', '{ type: string, maxLength: 65537 }', '{ type: string, maxLength: 65536 }'],
    ['a step', '{ type: number, multipleOf: 0.01 }', '{ type: number, multipleOf: 0.25 }'],
    [
      'a size',
      '{ type: array, items: { type: object, required: [a] } }',
      '{ type: array, items: { type: object, required: [a] }, maxItems: 3 }',
    ],
    ['not', '{ not: { enum: [a] } }', '{ not: { enum: [a, b] } }'],
    ['not, added', '{ type: string }', '{ type: string, not: { enum: [text] } }'],
    [
      'a tuple',
      '{ prefixItems: [{ type: string }, { type: number }] }',
      '{ prefixItems: [{ type: string }, { type: integer }] }',
    ],
    ['contains', '{ type: array, contains: { enum: [a, b] } }', '{ type: array, contains: { enum: [a] } }'],
    [
      'names of properties',
      '{ type: object, propertyNames: { maxLength: 5 } }',
      '{ type: object, propertyNames: { maxLength: 3 } }',
    ],
    [
      'names that match a pattern',
      '{ type: object, required: [a], properties: { a: { type: string } } }',
      '{ type: object, required: [a], properties: { a: { type: string } }, patternProperties: { "^x-[0-9]+$": { type: boolean } } }',
    ],
    [
      'what a dependency requires, in a closed object',
      '{ type: object, properties: { a: { enum: [1] }, b: { enum: [2] } }, additionalProperties: false }',
      '{ type: object, properties: { a: { enum: [1] }, b: { enum: [2] } }, additionalProperties: false, dependentRequired: { a: [b] } }',
    ],
    [
      'then, under a condition on a value',
      '{ type: object, properties: { kind: { type: string } } }',
      '{ type: object, properties: { kind: { type: string } }, if: { required: [kind], properties: { kind: { const: card } } }, then: { required: [number] } }',
    ],
    [
      'a tuple, closed',
      '{ type: array, prefixItems: [{ enum: [a] }] }',
      '{ type: array, prefixItems: [{ enum: [a] }], items: false }',
    ],
    [
      'a name refused',
      '{ type: object, required: [id] }',
      '{ type: object, required: [id], propertyNames: { pattern: "^[a-z]+$" } }',
    ],
    ['contains, more often', '{ contains: { const: a } }', '{ contains: { const: a }, minContains: 3 }'],
    [
      'a branch',
      '{ oneOf: [{ type: string }, { type: object, required: [a] }] }',
      '{ oneOf: [{ type: string }, { type: object, required: [a, b] }] }',
    ],
  ])('is found for %s', (_, before, after) => {
    const found = proofs(before, after, 'request')
    expect(found.length).toBeGreaterThan(0)
    expect(found).toEqual(found.map(() => expect.objectContaining({ proven: true, validUnder: 'base' })))
  })

  it('for a new tag has the required properties of the selected schema', () => {
    const limits = (kinds: string, more = '') => `
openapi: 3.0.3
info: { title: T, version: '1' }
paths:
  /limits:
    get:
      responses:
        '200':
          description: all
          content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Limit' } } } }
components:
  schemas:
    Limit:
      type: object
      required: [kind]
      properties: { kind: { type: string, enum: ${kinds} } }
      discriminator: { propertyName: kind }
    count: { allOf: [{ $ref: '#/components/schemas/Limit' }, { required: [count], properties: { count: { type: integer } } }] }
${more}`
    const time =
      "    time: { allOf: [{ $ref: '#/components/schemas/Limit' }, { required: [until], properties: { until: { type: string } } }] }"
    const found = findingsBetween(limits('[count]'), limits('[count, time]', time))
    const { witness } = found.find(({ ruleId }) => ruleId === 'enum-widened') ?? {}
    expect(witness).toMatchObject({ proven: true, body: [{ kind: 'time', until: 'text' }] })
  })

  it('for a parameter is a request line', () => {
    const paths = (parameter: string) =>
      descriptionWithPaths(
        `{ '/x/{id}': { get: { parameters: [{ in: path, name: id, required: true, example: a b, schema: { type: string } }, ${parameter}], responses: {} } } }`,
      )
    const size = (more: string) => paths(`{ in: query, name: size, schema: { type: integer${more} } }`)
    expect(findingsBetween(size(''), size(', maximum: 10'))[0]?.witness).toMatchObject({
      proven: true,
      request: expect.stringMatching(/^GET \/x\/a%20b\?size=\d+$/),
    })
    const required = paths('{ in: query, name: size, required: true, schema: { type: integer } }')
    expect(findingsBetween(size(''), required)[0]?.witness).toMatchObject({ proven: true, request: 'GET /x/a%20b' })
  })

  it.each([
    ['query', 'explode: true', 'GET /x?q=b&q=b&q=b'],
    ['query', 'explode: false', 'GET /x?q=b,b,b'],
    ['query', 'style: pipeDelimited, explode: false', 'GET /x?q=b%7Cb%7Cb'],
    ['query', 'style: spaceDelimited, explode: false', 'GET /x?q=b%20b%20b'],
    ['header', 'required: true', 'GET /x (q: b,b,b)'],
    ['cookie', 'explode: false', 'GET /x (Cookie: q=b,b,b)'],
    ['path', 'required: true, style: label, explode: true', 'GET /x/.b.b.b'],
    ['path', 'required: true, style: matrix, explode: true', 'GET /x/;q=b;q=b;q=b'],
  ])('of a list is serialized in its style: %s, %s', (location, style, request) => {
    const path = location === 'path' ? '/x/{q}' : '/x'
    const list = (values: string) =>
      descriptionWithPaths(
        `{ '${path}': { get: { parameters: [{ in: ${location}, name: q, ${style}, schema: { type: array, minItems: 3, items: { enum: ${values} } } }], responses: {} } } }`,
      )
    expect(findingsBetween(list('[a, b]'), list('[a]'))[0]?.witness).toMatchObject({ proven: true, request })
  })

  it('for a list shows the request as serialized by the version that allows it', () => {
    const list = (more: string) =>
      descriptionWithPaths(`{ /x: { get: { parameters: [{ in: query, name: q, ${more} }], responses: {} } } }`)
    const findings = findingsBetween(
      list('explode: false, schema: { type: array, items: { type: integer } }'),
      list('schema: { type: integer }'),
    )
    expect(findings).toMatchObject([{ verdict: 'breaking', witness: { proven: true, request: 'GET /x?q=1,1' } }])
  })

  it('for then or else satisfies its condition, among any number of conditions', () => {
    const conditions = (most: number) =>
      Array.from({ length: 12 }, (_, at) => {
        return `{ if: { required: [p${at}] }, then: { properties: { q${at}: { type: string, maxLength: ${most} } } } }`
      }).join()
    const witnesses = proofs(
      `{ type: object, allOf: [${conditions(9)}] }`,
      `{ type: object, allOf: [${conditions(3)}] }`,
      'request',
    )
    expect(witnesses).toHaveLength(12)
    expect(witnesses.filter((witness) => witness?.proven !== true)).toEqual([])
  })

  it('is reported as missing without dropping the finding', () => {
    const [witness] = proofs(
      '{ type: string, pattern: "^(?=a)[a-z]+$" }',
      '{ type: string, pattern: "^(?=a)[a-y]+$" }',
      'request',
    )
    expect(witness).toMatchObject({ proven: false, reason: expect.stringContaining('none of the messages') })
  })
})
