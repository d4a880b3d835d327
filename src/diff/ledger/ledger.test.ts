import { describe, expect, test } from 'vitest'
import { describe as descriptionIn } from '../../description/dialects/operations.ts'
import type { Json, JsonObject } from '../../model/json.ts'
import { jsonDocument, ledgerBetween } from '../../testing/cases/ledgers.ts'
import { compareDescriptions } from '../compare/descriptions.ts'
import { createLedger } from './ledger.ts'

/** Creates a description with one operation. */
function api(operation: JsonObject = {}, root: JsonObject = {}): JsonObject {
  const get = { responses: { 200: { description: 'd' } }, ...operation }
  return { openapi: '3.0.3', info: { title: 'T', version: '1' }, paths: { '/a': { get } }, ...root }
}

const query = (parameter: JsonObject) => api({ parameters: [{ name: 'q', in: 'query', ...parameter }] })
const body = (schema: Json, root: JsonObject = {}) =>
  api({ responses: { 200: { description: 'd', content: { 'application/json': { schema } } } } }, root)
const shared = (kind: string, value: Json) => api({}, { components: { [kind]: { Unused: value } } })

const wide = { type: 'string' }
const idInPath: JsonObject = { name: 'id', in: 'path', required: true, schema: { type: 'string' } }
const numbers: readonly JsonObject[] = [{ type: 'integer' }, { type: 'boolean' }]
const narrow = { type: 'string', maxLength: 3 }
const impossible = (more: JsonObject) => body({ allOf: [{ type: 'string' }, { type: 'integer', ...more }] })

describe('an edit without effect, with its reason', () => {
  test.each<[string, JsonObject, JsonObject, string]>([
    [
      'a branch that another branch includes',
      body({ anyOf: [wide] }),
      body({ anyOf: [wide, narrow] }),
      'allowed-by-branch',
    ],
    ['nullable in a query', query({ schema: wide }), query({ schema: { ...wide, nullable: true } }), 'same-meaning'],
    ['style set to its default', query({ schema: wide }), query({ schema: wide, style: 'form' }), 'same-meaning'],
    ['required set to its default', query({ schema: wide }), query({ schema: wide, required: false }), 'default'],
    ['allowEmptyValue', query({ schema: wide }), query({ schema: wide, allowEmptyValue: true }), 'same-meaning'],
    ['an enum on a schema that allows nothing', impossible({}), impossible({ enum: [1] }), 'same-meaning'],
    ['a new stability level', api(), api({ 'x-stability-level': 'golden' }), 'unknown-value'],
    ['an unreadable sunset', body(wide), body({ ...wide, 'x-sunset': { day: 1 } }), 'unknown-value'],
    ['an extension', api(), api({ 'x-internal': true }), 'annotation'],
    ['an extension of a schema', body(wide), body({ ...wide, 'x-order': 1 }), 'annotation'],
    ['the order of an enum', body({ enum: [1, 2] }), body({ enum: [2, 1] }), 'order'],
    ['a comment', body(wide), body({ ...wide, $comment: 'c' }), 'annotation'],
    ['the header Accept', api(), api({ parameters: [{ name: 'Accept', in: 'header', schema: wide }] }), 'ignored'],
    ['a parameter of a path that its operation replaces', withPath([]), withPath([idInPath]), 'same-meaning'],
    ['allOf of one', body(wide), body({ allOf: [wide] }), 'same-meaning'],
    [
      'the order of tags',
      api({}, { tags: [{ name: 'a' }, { name: 'b' }] }),
      api({}, { tags: [{ name: 'b' }, { name: 'a' }] }),
      'order',
    ],
    [
      'a schema that moves to a component',
      body(wide),
      body({ $ref: '#/components/schemas/A' }, { components: { schemas: { A: wide } } }),
      'same-meaning',
    ],
  ])('%s', (_, base, revision, reason) => {
    const { inFindings, notCompared, rows } = ledgerBetween(base, revision)
    expect([inFindings, notCompared]).toEqual([0, 0])
    expect([...new Set(rows.map((row) => row.reason))]).toContain(reason)
  })
})

describe('an edit that was not compared, with its reason', () => {
  test.each<[string, JsonObject, JsonObject]>([
    ['a schema', shared('schemas', wide), shared('schemas', narrow)],
    ['a response', shared('responses', { description: 'a' }), shared('responses', { description: 'a', headers: {} })],
    [
      'a request body',
      shared('requestBodies', { content: {} }),
      shared('requestBodies', { content: {}, required: true }),
    ],
    [
      'a parameter',
      shared('parameters', { name: 'q', in: 'query', schema: wide }),
      shared('parameters', { name: 'q', in: 'query', schema: narrow }),
    ],
    ['a new schema', api(), shared('schemas', wide)],
  ])('%s that no operation uses', (_, base, revision) => {
    const { inFindings, withoutEffect, notCompared, rows } = ledgerBetween(base, revision)
    expect([inFindings, withoutEffect, notCompared]).toEqual([0, 0, 1])
    expect(rows).toMatchObject([{ outcome: 'not-compared', reason: 'unused' }])
  })

  test('a schema that contradicts itself from now on', () => {
    const versions = [body({ type: 'null' }), body({ type: 'null', const: 1 })].map((one) => ({
      ...one,
      openapi: '3.1.0',
    }))
    expect(ledgerBetween(versions[0] ?? {}, versions[1] ?? {})).toMatchObject({ inFindings: 0, notCompared: 1 })
  })

  test('a $ref that cannot be read', () => {
    const { rows } = ledgerBetween(body(wide), body({ $ref: '#/components/schemas/Nope' }))
    expect(rows.map(({ reason }) => reason)).toContain('unread')
  })

  test('a schema added next to an unreadable branch', () => {
    const { rows } = ledgerBetween(body(wide), body({ anyOf: [wide, { $ref: '#/components/schemas/Nope' }] }))
    expect(new Set(rows.map(({ reason }) => reason))).toEqual(new Set(['unproven']))
  })
})

describe('an edit that is in a finding', () => {
  test.each<[string, JsonObject, JsonObject]>([
    ['a bound', body(wide), body(narrow)],
    ['a removed operation', api(), { ...api(), paths: {} }],
    ['a removed property and its entry in required', body(object('a', 'b')), body(object('a'))],
    ['a new component of a new operation', api(), withOperation()],
    ['a parameter', api(), query({ schema: wide })],
    ['a text', api(), api({ summary: 's' })],
    ['a branch in a query', query({ schema: { anyOf: numbers } }), query({ schema: { anyOf: numbers.slice(0, 1) } })],
    [
      'a branch of lists in a query',
      query({ schema: { anyOf: [list({ type: 'integer' }), { type: 'boolean' }] } }),
      query({ schema: { anyOf: [{ type: 'boolean' }] } }),
    ],
    [
      'null next to branches',
      body({ anyOf: [wide, object('a')] }),
      body({ anyOf: [wide, object('a'), { type: 'null' }] }),
    ],
    ['a shared parameter of the path of a new operation', api(), withSharedParameter()],
    ['a required scheme', secured('a', ['a']), secured('b', ['a', 'b'])],
    ['a tag of a discriminator', tagged('Cat'), tagged('Dog')],
    ['a schema that only a discriminator names', extended({}), extended({ name: wide })],
    ['a schema that extends another one', extended({}), extended({}, 'Dog')],
  ])('%s', (_, base, revision) => {
    const { differences, inFindings, rows } = ledgerBetween(base, revision)
    expect([rows, inFindings]).toEqual([[], differences])
    expect(differences).toBeGreaterThan(0)
  })
})

function list(items: JsonObject): JsonObject {
  return { type: 'array', items }
}

function object(...names: readonly string[]): JsonObject {
  return { type: 'object', required: names, properties: Object.fromEntries(names.map((name) => [name, wide])) }
}

/** A path item and its operation with the same parameter. */
function withPath(parameters: readonly JsonObject[]): JsonObject {
  const get = { parameters: [idInPath], responses: { 200: { description: 'd' } } }
  return { ...api(), paths: { '/a/{id}': { get, ...(parameters.length > 0 && { parameters: [...parameters] }) } } }
}

function withSharedParameter(): JsonObject {
  const { paths, ...root } = api({}, { components: { parameters: { id: idInPath } } })
  const added = {
    parameters: [{ $ref: '#/components/parameters/id' }],
    get: { responses: { 200: { description: 'd' } } },
  }
  return { ...root, paths: { ...(paths as JsonObject), '/b/{id}': added } }
}

/** An operation that requires some of the declared security schemes. */
function secured(required: string, declared: readonly string[]): JsonObject {
  const scheme = (name: string) => ({ type: 'apiKey', in: 'header', name })
  const securitySchemes = Object.fromEntries(declared.map((name) => [name, scheme(name)]))
  return api({ security: [{ [required]: [] }] }, { components: { securitySchemes } })
}

/** A union whose discriminator value `x` names one schema. */
function tagged(name: string): JsonObject {
  const kind = (one: string): JsonObject => ({ type: 'object', properties: { kind: wide, [one]: wide } })
  const ref = (one: string): string => `#/components/schemas/${one}`
  const discriminator = { propertyName: 'kind', mapping: { x: ref(name), y: ref(name === 'Cat' ? 'Dog' : 'Cat') } }
  const oneOf = [{ $ref: ref('Cat') }, { $ref: ref('Dog') }]
  return body({ oneOf, discriminator }, { components: { schemas: { Cat: kind('cat'), Dog: kind('dog') } } })
}

/** A schema with a discriminator. Only `allOf` refers to it, and nothing refers to the schemas that extend it. */
function extended(properties: JsonObject, more?: string): JsonObject {
  const ref = { $ref: '#/components/schemas/Pet' }
  const extending = (added: JsonObject): JsonObject => ({ allOf: [ref, { type: 'object', properties: added }] })
  const Pet = {
    type: 'object',
    required: ['kind'],
    properties: { kind: wide },
    discriminator: { propertyName: 'kind' },
  }
  const schemas = { Pet, Cat: extending(properties), ...(more !== undefined && { [more]: extending({}) }) }
  return body(ref, { components: { schemas } })
}

function withOperation(): JsonObject {
  const schema = { $ref: '#/components/schemas/New' }
  const get = { responses: { 200: { description: 'd', content: { 'application/json': { schema } } } } }
  const { paths, ...root } = api({}, { components: { schemas: { New: wide } } })
  return { ...root, paths: { ...(paths as JsonObject), '/b': { get } } }
}

const inComponent = (schema: Json) =>
  body({ $ref: '#/components/schemas/A' }, { components: { schemas: { A: schema } } })

test.each([
  ['/paths/~1a/get/deprecated', api(), api({ deprecated: true })],
  ['/components/schemas/A/maxLength', inComponent(wide), inComponent(narrow)],
])('an edit without a finding or reason is an internal error: %s', (location, before, after) => {
  const [base, revision] = [descriptionIn(jsonDocument(before)), descriptionIn(jsonDocument(after))]
  const changes = compareDescriptions(base, revision)
  expect(changes).toHaveLength(1)
  const comparison = {
    changes: [],
    ineffective: [],
    compared: { base: new Set<string>(), revision: new Set<string>() },
    isUnchanged: () => false,
    unexplained: () => ({ base: new Map(), revision: new Map() }),
  }
  const flaws = { base: [], revision: [] }
  expect(() => createLedger({ base, revision, comparison, judged: new Set(), unread: [], flaws })).toThrow(
    `The comparison lost an edit at ${location}`,
  )
})
