import { expect, test } from 'vitest'
import type { Json } from '../../model/json.ts'
import type { Operation } from '../../model/operation.ts'
import { descriptionOf } from '../../testing/check-tester.ts'
import { isObject } from '../../util/json.ts'
import { createModels } from './models.ts'

const { operations } = descriptionOf(`
openapi: 3.1.0
info: { title: t, version: '1' }
paths:
  /zones: { get: &op { responses: { '200': { description: d } } }, post: *op }
  /servers: { get: *op }
`)

function operation(key: string): Operation {
  const found = operations.find((one) => one.key === key)
  if (found === undefined) throw new Error(`the description of the test has no ${key}`)
  return found
}

function shown(key: string, body: Json, isSecret = (_text: string): boolean => false) {
  const models = createModels(isSecret)
  const request = { method: 'GET', path: '/x', headers: {} }
  const text = JSON.stringify(body)
  models.note(operation(key), { request, status: 200, headers: {}, body: text, milliseconds: 1, authenticated: false })
  return (plain: Json, required: readonly string[] = []) =>
    models.bodyFor(operation('POST /zones'), plain, (one) => isObject(one) && required.every((name) => name in one))
}

const zone = { id: 'z', name: 'example.org.', kind: 'Native', serial: 7, account: '', masters: [] }

test('builds a body from a listed object without members that it lacks', () => {
  const bodyFor = shown('GET /zones', [zone, { ...zone, name: 'example.net.' }])
  expect(bodyFor({ name: 'text', kind: 'text', serial: 1, account: 'text', api: 'text', hidden: true })).toEqual({
    ...{ name: 'example.org.', kind: 'Native', serial: 7, hidden: true },
  })
})

test('fills required members by name from other objects, or keeps their values', () => {
  const bodyFor = shown('GET /servers', { data: { first: { host_kind: 'text' }, zoneKind: 'Native', daemon: 'auth' } })
  expect(bodyFor({ zone_kind: 'text', name: 'text', note: 'text' }, ['zone_kind', 'name'])).toEqual({
    ...{ zone_kind: 'Native', name: 'text' },
  })
})

test('never copies identifiers or secrets, and returns undefined if nothing changes', () => {
  expect(shown('GET /zones', [zone])({ id: 'text', name: 'text', kind: 'text' }, ['id'])).toEqual({
    ...{ id: 'text', name: 'example.org.', kind: 'Native' },
  })
  expect(shown('GET /zones', [zone], (text) => text.includes('example'))({ name: 'text' }, ['name'])).toBeUndefined()
  expect(shown('GET /zones', [])({ name: 'text' }, ['name'])).toBeUndefined()
  expect(shown('GET /zones', [zone])([1])).toBeUndefined()
})
