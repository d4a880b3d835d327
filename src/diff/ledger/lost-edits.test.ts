import { describe, expect, test } from 'vitest'
import { describe as describeIn } from '../../description/dialects/operations.ts'
import type { ChangeKind } from '../../model/diff/change.ts'
import type { Json, JsonObject } from '../../model/json.ts'
import { jsonDocument, ledgerOf } from '../../testing/cases/ledgers.ts'
import { traceComparison } from '../compare/descriptions.ts'
import { compareSchemas } from '../compare/schema/compare.ts'
import type { SchemaPair } from '../compare/schema/unit.ts'

const text = { type: 'string' } as const
const object = (properties: JsonObject, required: readonly string[] = []): JsonObject => {
  return { type: 'object', properties, ...(required.length > 0 && { required: [...required] }) }
}

const withPatterns = (patternProperties: JsonObject): JsonObject => ({ type: 'object', patternProperties })
const withOthers = (additionalProperties: JsonObject): JsonObject => ({ type: 'object', additionalProperties })
const either = [{ required: ['a'] }, { required: ['b'] }]

/** Edits, with the kind of change that reports each. */
const edits: readonly (readonly [ChangeKind, JsonObject, JsonObject])[] = [
  ['schema.type', text, { type: 'integer' }],
  ['schema.nullable', text, { type: ['string', 'null'] }],
  ['schema.enum', { enum: ['a', 'b'] }, { enum: ['a'] }],
  ['schema.bound', { ...text, maxLength: 9 }, { ...text, maxLength: 5 }],
  ['schema.bound', { type: 'array', items: text }, { type: 'array', items: text, minItems: 2 }],
  ['schema.pattern', text, { ...text, pattern: '^a' }],
  ['schema.multiple-of', { type: 'integer' }, { type: 'integer', multipleOf: 5 }],
  ['schema.unique-items', { type: 'array', items: text }, { type: 'array', items: text, uniqueItems: true }],
  ['schema.format', text, { ...text, format: 'uuid' }],
  ['schema.property', object({ id: text }), object({ id: text, name: text })],
  ['schema.required', object({ id: text }), object({ id: text }, ['id'])],
  ['schema.closed', object({ id: text }), { ...object({ id: text }), additionalProperties: false }],
  ['schema.variant', { anyOf: [text, object({ a: text }, ['a'])] }, { anyOf: [text, { type: 'boolean' }] }],
  ['schema.keyword', text, { ...text, not: { pattern: '^a' } }],
  ['schema.keyword', text, { ...text, contentEncoding: 'base64' }],
  ['schema.default', text, { ...text, default: 'a' }],
  ['schema.access', object({ id: text }), object({ id: { ...text, readOnly: true } })],
  ['deprecation', text, { ...text, deprecated: true }],
  ['schema.keyword', withPatterns({ '^a': text }), withPatterns({ '^b': text })],
  [
    'schema.keyword',
    object({ a: text, b: text }),
    { ...object({ a: text, b: text }), dependentRequired: { a: ['b'] } },
  ],
  ['schema.keyword', { ...object({ a: text, b: text }), anyOf: either }, object({ a: text, b: text })],
]

/** Edits that other changes report as well. */
const reported: readonly (readonly [ChangeKind, JsonObject, JsonObject])[] = [
  ['documentation', text, { ...text, description: 'd' }],
  ['schema.keyword', withPatterns({ '^a': text }), withPatterns({ '^ab': { type: 'integer' } })],
  ['schema.extensible-enum', { ...text, 'x-extensible-enum': ['a'] }, { ...text, 'x-extensible-enum': ['a', 'b'] }],
  ['schema.property', { properties: { id: text } }, { type: 'array', items: text }],
  ['schema.type', withOthers({ type: 'integer' }), { ...withOthers({ type: 'integer' }), properties: { id: text } }],
  ['schema.keyword', { ...object({ a: text }), oneOf: either }, { ...object({ a: text }), anyOf: either }],
]

/** Places of the edited schema. */
const contexts: Readonly<Record<string, (schema: JsonObject) => JsonObject>> = {
  'the body': (schema) => schema,
  'a component': () => ({ $ref: '#/components/schemas/Edited' }),
  'a part of allOf': () => ({ allOf: [{ $ref: '#/components/schemas/Edited' }, { description: 'more' }] as Json[] }),
  'a property of a component': () => object({ edited: { $ref: '#/components/schemas/Edited' } }),
  'a list': (schema) => ({ type: 'array', items: schema }),
  'a branch': () => ({ anyOf: [{ $ref: '#/components/schemas/Edited' }, object({ tag: { const: 1 } }, ['tag'])] }),
}

test.each([...edits, ...reported])('an edit is reported as %s', (kind, before, after) => {
  for (const versions of [
    [before, after],
    [after, before],
  ] as const) {
    const [base, revision] = versions.map((schema) => describeIn(jsonDocument(description('the body', schema))))
    if (base === undefined || revision === undefined) throw new Error('unreadable')
    const kinds = traceComparison(base, revision).changes.map((change) => change.kind)
    // An array without a type becomes an object with properties. It loses nothing that was readable.
    if (kind !== 'schema.property' || versions[0] === before) expect(kinds).toContain(kind)
  }
})

function description(context: string, schema: JsonObject): JsonObject {
  const content = { 'application/json': { schema: contexts[context]?.(schema) ?? {} } }
  const post = { requestBody: { content }, responses: { 200: { description: 'd', content } } }
  const info = { title: 'T', version: '1' }
  return { openapi: '3.1.0', info, paths: { '/a': { post } }, components: { schemas: { Edited: schema } } }
}

type Comparer = (pair: SchemaPair) => void

/** A comparer that omits some kinds of changes. */
const without =
  (...kinds: readonly ChangeKind[]): Comparer =>
  (pair) =>
    compareSchemas({ ...pair, emit: (kind, ...rest) => (kinds.includes(kind) ? undefined : pair.emit(kind, ...rest)) })

/** Returns `finding`, `lost` for the internal error, or the reasons of the rows. */
function outcomeOf(context: string, [before, after]: readonly [JsonObject, JsonObject], comparer: Comparer): string {
  const [base, revision] = [before, after].map((schema) => describeIn(jsonDocument(description(context, schema))))
  if (base === undefined || revision === undefined) return ''
  const comparison = traceComparison(base, revision, { compareSchemas: comparer })
  try {
    const { rows } = ledgerOf({ base, revision, comparison, judged: new Set(comparison.changes) })
    const reasons = rows.map(({ reason }) => reason).filter((reason) => reason !== 'unused')
    return reasons.length === 0 ? 'finding' : [...new Set(reasons)].join(', ')
  } catch (error) {
    return String(error).includes('The comparison lost an edit') ? 'lost' : String(error)
  }
}

describe.each(Object.keys(contexts))('an edit in %s that the comparer omits', (context) => {
  test.each(edits)('is detected: %s', (kind, before, after) => {
    expect(outcomeOf(context, [before, after], compareSchemas)).toBe('finding')
    expect(outcomeOf(context, [before, after], without(kind, 'documentation'))).toMatch(/^(lost|unproven)$/)
  })

  test.each(edits)('is detected if the comparer omits all changes: %s', (_, before, after) => {
    expect(outcomeOf(context, [before, after], () => undefined)).toMatch(/^(lost|unproven)$/)
  })
})

describe('an omitted edit next to a reported one', () => {
  test.each<[ChangeKind, JsonObject]>([
    ['schema.pattern', { ...text, maxLength: 5, pattern: '^a' }],
    ['schema.enum', { ...text, maxLength: 5, enum: ['a', 'abcdef'] }],
  ])('is detected: %s', (kind, after) => {
    const versions = [{ ...text, maxLength: 9 }, after] as const
    expect(outcomeOf('the body', versions, without(kind, 'documentation'))).toMatch(/\b(lost|unproven)$/)
  })
})
