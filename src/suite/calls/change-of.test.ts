import { expect, test } from 'vitest'
import { createRedactor } from '../../drift/redaction/redact.ts'
import { descriptionOf } from '../../testing/check-tester.ts'
import { changeOf } from './change-of.ts'

const description = descriptionOf(`
openapi: 3.1.0
info: { title: t, version: '1' }
paths:
  /notes: { get: {}, post: {} }
  /notes/{id}: { get: {}, put: {}, delete: {} }
  /notes/{id}/archive: { post: {} }
  /notes/search: { post: {} }
`)

test.each([
  ['POST /notes', '/notes', 201, '{"id":7}', 'created /notes/7'],
  ['POST /notes', '/notes', 200, '{"data":[{"id":7},{"id":8}]}', 'created /notes/7 /notes/8'],
  ['POST /notes', '/notes', 204, '', 'created'],
  ['POST /notes', '/notes', 422, '{"id":7}', undefined],
  ['PUT /notes/{id}', '/notes/%22a%22?x=1', 200, '', 'changed /notes/"a"'],
  ['PUT /notes/{id}', '/notes/7', 201, '', 'created /notes/7'],
  ['DELETE /notes/{id}', '/notes/7', 204, '', 'deleted /notes/7'],
  ['POST /notes/{id}/archive', '/notes/7/archive', 200, '{"id":7}', 'changed /notes/7/archive'],
  ['POST /notes/search', '/notes/search', 200, '[{"id":7}]', undefined],
  ['GET /notes', '/notes', 200, '[{"id":7}]', undefined],
])('%s at %s with %d %s: %s', (key, path, status, body, expected) => {
  const operation = description.operations.find((one) => one.key === key)
  if (operation === undefined) throw new Error(`no operation ${key}`)
  const request = { method: operation.method, path, headers: {} }
  const observation = { request, status, headers: {}, body, milliseconds: 1, authenticated: false }
  const change = changeOf(operation, description, observation, createRedactor())
  expect(change && [change.kind, ...change.names].join(' ')).toBe(expected)
})
