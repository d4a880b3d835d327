import { describe, expect, it } from 'vitest'
import { type CheckCase, inspectionOf, violationsAfterPatches, violationsOf } from '../../testing/check-tester.ts'

const shared = '{ schemas: { B: { type: object, properties: { b: { type: string } } } } }'
const withHeader = (header: string) => `{ 200: { description: ok, headers: { X-A: { ${header} } } } }`
const inB = '{ type: object, properties: { a: { $ref: "#/components/schemas/B" } } }'

describe('a patched description', () => {
  it.each<readonly [what: string, violations: number, input: CheckCase]>([
    ['null', 1, { schema: '{ type: string }', body: null }],
    ['null and enum', 1, { schema: '{ type: string, enum: [a] }', body: null }],
    ['null at a $ref', 1, { components: shared, schema: inB, body: { a: null } }],
    ['null in 2.0', 1, { version: '2.0', schema: '{ type: string }', body: null }],
    ['null in 3.1', 1, { version: '3.1.0', schema: '{ type: string, enum: [a] }', body: null }],
    ['null in 3.1, list of types', 1, { version: '3.1.0', schema: '{ type: [string, integer] }', body: null }],
    ['null in 3.1 at a $ref', 1, { version: '3.1.0', components: shared, schema: inB, body: { a: null } }],
    ['null against const', 1, { version: '3.1.0', schema: '{ const: a }', body: null }],
    ['enum', 1, { schema: '{ enum: [a] }', body: 'b' }],
    ['const', 1, { version: '3.1.0', schema: '{ const: a }', body: 'b' }],
    ['one of several required', 1, { schema: '{ required: [a, b] }', body: { a: 1 } }],
    ['the only required', 1, { schema: '{ required: [a] }', body: {} }],
    ['type', 1, { schema: '{ type: integer }', body: 'a' }],
    ['integer and fraction', 1, { schema: '{ type: integer }', body: 1.5 }],
    ['type in 3.1', 1, { version: '3.1.0', schema: '{ type: [integer, "null"] }', body: 1.5 }],
    ['undocumented property', 1, { schema: '{ properties: { a: {} } }', body: { b: { c: [null, 1] } } }],
    ['format', 1, { schema: '{ format: date }', body: 'x' }],
    ['pattern', 1, { schema: '{ pattern: "^a" }', body: 'x' }],
    ['status', 1, { responses: '{ 200: { description: ok } }', status: 202, headers: {} }],
    ['body', 1, { responses: '{ 200: { description: ok } }', body: {} }],
    ['content type', 1, { headers: { 'content-type': 'text/csv' }, raw: 'a' }],
    ['duplicate items', 1, { schema: '{ uniqueItems: true }', body: [1, 1] }],
    ['a closed object', 1, { schema: '{ properties: { a: {} }, additionalProperties: false }', body: { b: 1 } }],
    ['several matching oneOf variants', 1, { schema: '{ oneOf: [{ type: number }, { minimum: 1 }] }', body: 2 }],
    ['a value excluded by not', 1, { schema: '{ not: { type: string } }', body: 'a' }],
    ['writeOnly', 1, { schema: '{ properties: { a: { type: string, writeOnly: true } } }', body: { a: 'x' } }],
    ['a missing header', 1, { responses: withHeader('required: true, schema: {}'), headers: {} }],
    ['a header of another type', 1, { responses: withHeader('schema: { type: integer }'), headers: { 'x-a': 'b' } }],
    ['a new value of a header', 1, { responses: withHeader('schema: { enum: [a] }'), headers: { 'x-a': 'b' } }],
    ['through $ref', 1, { components: shared, schema: inB, body: { a: { b: 1 } } }],
  ])('%s: accepts the response', (_, violations, input) => {
    expect(violationsOf(input)).toHaveLength(violations)
    expect(violationsAfterPatches(input)).toEqual([])
  })
})

describe('the type proposed for a received number', () => {
  it.each([
    ['3.0.3', '{ type: integer }', 'number'],
    ['3.1.0', '{ type: integer }', 'number'],
    ['3.1.0', '{ type: [integer, "null"] }', ['number', 'null']],
    ['3.1.0', '{ type: [string, integer] }', ['string', 'number']],
    ['3.1.0', '{ type: string }', ['string', 'number']],
    ['3.0.3', '{ type: string }', 'number'],
  ] as const)('%s %s', (version, schema, type) => {
    const patches = inspectionOf({ version, schema, body: 1.5 }).findings.map(({ patch }) => patch)
    expect(patches).toEqual([[{ op: 'replace', path: expect.stringMatching(/\/type$/), value: type }]])
  })
})
