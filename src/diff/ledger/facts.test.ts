import { describe, expect, test } from 'vitest'
import { describe as describeIn } from '../../description/dialects/operations.ts'
import type { ChangeKind } from '../../model/diff/change.ts'
import type { Json, JsonObject } from '../../model/json.ts'
import { jsonDocument, ledgerOf } from '../../testing/cases/ledgers.ts'
import { traceComparison } from '../compare/descriptions.ts'

const schema = { type: 'string' }
const content = { 'application/json': { schema } }
const query = (more: JsonObject): JsonObject => ({ parameters: [{ name: 'q', in: 'query', schema, ...more }] })
const list = { type: 'array', items: schema }
const header = (more: JsonObject): JsonObject => ({
  responses: { 200: { description: 'd', headers: { 'X-Rate': { schema, ...more } } } },
})
const responses = (...statuses: readonly string[]): JsonObject => ({
  responses: Object.fromEntries(statuses.map((status) => [status, { description: 'd' }])),
})
const body = (more: JsonObject): JsonObject => ({ requestBody: { content, ...more } })
const callback = (url: string): JsonObject => ({ callbacks: { done: { [url]: { post: responses('200') } } } })

/** Edits of an operation, with the kind of change that reports each. */
const edits: readonly (readonly [ChangeKind, JsonObject, JsonObject])[] = [
  ['operation.id', { operationId: 'a' }, { operationId: 'b' }],
  ['deprecation', {}, { deprecated: true }],
  ['deprecation', query({}), query({ deprecated: true })],
  ['deprecation', header({}), header({ deprecated: true })],
  ['security', { security: [] }, { security: [{ key: [] }] }],
  ['servers', { servers: [{ url: '/v1' }] }, { servers: [{ url: '/v2' }] }],
  ['parameter', {}, query({})],
  ['parameter.required', query({}), query({ required: true })],
  ['parameter.serialization', query({ schema: list }), query({ schema: list, explode: false })],
  ['request-body', {}, body({})],
  ['request-body.required', body({}), body({ required: true })],
  ['media-type', body({}), body({ content: { ...content, 'text/csv': { schema } } })],
  ['response', responses('200'), responses('200', '202')],
  ['header', responses('200'), header({})],
  ['header.required', header({}), header({ required: true })],
  ['callback', {}, callback('{$request.query.url}')],
]

/** Places of the edited operation. */
const contexts: Readonly<Record<string, (operation: JsonObject) => JsonObject>> = {
  'a path': (operation) => ({ paths: { '/a': { get: operation } } }),
  'a webhook': (operation) => ({ paths: {}, webhooks: { a: { post: operation } } }),
  'a callback': (operation) => {
    const get = { ...responses('200'), callbacks: { called: { '{$request.query.url}': { post: operation } } } }
    return { paths: { '/a': { get } } }
  },
  'a path with components': ({ parameters, ...operation }) => {
    const refs = Array.isArray(parameters) ? [{ $ref: '#/components/parameters/q' }] : undefined
    const components: JsonObject = refs === undefined ? {} : { parameters: { q: (parameters as Json[])[0] ?? {} } }
    return { paths: { '/a': { get: { ...operation, ...(refs && { parameters: refs }) } } }, components }
  },
}

function descriptionOf(context: string, operation: JsonObject) {
  const { components = {}, ...root } = contexts[context]?.({ ...responses('200'), ...operation }) ?? {}
  const securitySchemes = { key: { type: 'apiKey', in: 'header', name: 'X-Key' } }
  const described = {
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    components: { ...(components as JsonObject), securitySchemes },
  }
  const description = describeIn(jsonDocument({ ...described, ...root }))
  return description
}

/** Returns `finding`, `lost` for the internal error, or the reasons of the rows, after dropping changes of a kind. */
function outcomeOf(context: string, [before, after]: readonly [JsonObject, JsonObject], missing?: ChangeKind): string {
  const [base, revision] = [descriptionOf(context, before), descriptionOf(context, after)]
  const traced = traceComparison(base, revision)
  const changes = traced.changes.filter(({ kind }) => kind !== missing)
  if (missing !== undefined) expect(changes.length).toBeLessThan(traced.changes.length)
  try {
    const { rows } = ledgerOf({ base, revision, comparison: { ...traced, changes }, judged: new Set(changes) })
    return [...new Set(rows.map(({ reason }) => reason).filter((reason) => reason !== 'unused'))].join() || 'finding'
  } catch (error) {
    return String(error).includes('The comparison lost an edit') ? 'lost' : String(error)
  }
}

describe.each(Object.keys(contexts))('an edit of an operation in %s', (context) => {
  test.each(edits)('is in a finding, and detected if its change is dropped: %s', (kind, before, after) => {
    for (const versions of [
      [before, after],
      [after, before],
    ] as const) {
      expect(outcomeOf(context, versions)).toBe('finding')
      expect(outcomeOf(context, versions, kind)).toMatch(/^(lost|unproven)$/)
    }
  })
})
