import { Ajv } from 'ajv'
import { expect, it } from 'vitest'
import { operationsOf } from '../../description/dialects/operations.ts'
import { applyPatch } from '../../description/editing/json-patch.ts'
import { parseDocument } from '../../description/reading/parse.ts'
import type { Json } from '../../model/json.ts'
import { createProposer } from './patch.ts'

const note = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] }

/** Applies the proposed patch that makes a property nullable. */
function patched(property: Json): Json {
  const description = {
    openapi: '3.0.3',
    info: { title: 'Shop', version: '1' },
    paths: { '/a': { get: { responses: { '200': { description: 'ok' } } } } },
    components: { schemas: { Holder: { type: 'object', properties: { x: property } }, Note: note } },
  }
  const document = parseDocument({ content: JSON.stringify(description), name: 'shop', file: 'shop.yaml' })
  const [operation = expect.fail()] = operationsOf(document)
  const schemaPointer = '/components/schemas/Holder/properties/x'
  const violation = { keyword: 'nullable', schemaPointer, instancePointer: '/x', location: '/x', observed: null }
  const patch = createProposer(document, operation).nullable(violation as never)
  return applyPatch(description, patch)
}

it.each<readonly [string, Json, Json, Json]>([
  ['a type', { type: 'string' }, 'a', 1],
  ['an enum', { type: 'string', enum: ['a'] }, 'a', 'b'],
  ['a reference', { $ref: '#/components/schemas/Note' }, { text: 'a' }, {}],
  ['allOf', { allOf: [{ $ref: '#/components/schemas/Note' }] }, { text: 'a' }, {}],
  ['a type beside allOf', { type: 'object', allOf: [{ $ref: '#/components/schemas/Note' }] }, { text: 'a' }, {}],
  ['oneOf', { oneOf: [{ $ref: '#/components/schemas/Note' }, { type: 'string' }] }, 'a', 1],
  ['anyOf', { anyOf: [{ $ref: '#/components/schemas/Note' }, { type: 'string' }] }, { text: 'a' }, 1],
])('%s made nullable accepts exactly null and the previous values in plain ajv', (_what, property, good, bad) => {
  // Like openapi-backend and express-openapi-validator: `nullable` affects only the `type` in the same schema (OpenAPI 3.0.3).
  const ajv = new Ajv({ strict: false }).addSchema(patched(property) as object, 'shop')
  const validate = ajv.compile({ $ref: 'shop#/components/schemas/Holder' })
  expect([validate({ x: null }), validate({ x: good }), validate({ x: bad })]).toEqual([true, true, false])
})
