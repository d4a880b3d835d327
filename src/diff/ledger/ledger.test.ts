import { describe, expect, test } from 'vitest'
import { describe as descriptionIn } from '../../description/dialects/operations.ts'
import type { Json, JsonObject } from '../../model/json.ts'
import { jsonDocument, ledgerBetween } from '../../testing/cases/ledgers.ts'
import { compareDescriptions } from '../compare/descriptions.ts'
import { createLedger } from './ledger.ts'

/** A description with one operation. */
function api(operation: JsonObject = {}, root: JsonObject = {}): JsonObject {
  const get = { responses: { 200: { description: 'd' } }, ...operation }
  return { openapi: '3.0.3', info: { title: 'T', version: '1' }, paths: { '/a': { get } }, ...root }
}

const query = (parameter: JsonObject) => api({ parameters: [{ name: 'q', in: 'query', ...parameter }] })
const body = (schema: Json, root: JsonObject = {}) =>
  api({ responses: { 200: { description: 'd', content: { 'application/json': { schema } } } } }, root)
const shared = (kind: string, value: Json) => api({}, { components: { [kind]: { Unused: value } } })

const wide = { type: 'string' }
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

  test('a $ref that cannot be read', () => {
    const { rows } = ledgerBetween(body(wide), body({ $ref: '#/components/schemas/Nope' }))
    expect(rows.map(({ reason }) => reason)).toContain('unread')
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
  ])('%s', (_, base, revision) => {
    const { differences, inFindings, rows } = ledgerBetween(base, revision)
    expect([rows, inFindings]).toEqual([[], differences])
    expect(differences).toBeGreaterThan(0)
  })
})

function object(...names: readonly string[]): JsonObject {
  return { type: 'object', required: names, properties: Object.fromEntries(names.map((name) => [name, wide])) }
}

function withOperation(): JsonObject {
  const schema = { $ref: '#/components/schemas/New' }
  const get = { responses: { 200: { description: 'd', content: { 'application/json': { schema } } } } }
  const { paths, ...root } = api({}, { components: { schemas: { New: wide } } })
  return { ...root, paths: { ...(paths as JsonObject), '/b': { get } } }
}

test('an edit that belongs to nothing is an internal error', () => {
  const [base, revision] = [jsonDocument(api()), jsonDocument(api({ deprecated: true }))]
  const changes = compareDescriptions(descriptionIn(base), descriptionIn(revision))
  expect(changes).toHaveLength(1)
  const comparison = {
    changes: [],
    ineffective: [],
    compared: { base: new Set<string>(), revision: new Set<string>() },
    unexplained: () => ({ base: new Map(), revision: new Map() }),
  }
  const flaws = { base: [], revision: [] }
  expect(() => createLedger({ base, revision, comparison, judged: new Set(), unread: [], flaws })).toThrow(
    'The comparison lost an edit at /paths/~1a/get/deprecated',
  )
})
