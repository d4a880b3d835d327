import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import SwaggerParser from '@apidevtools/swagger-parser'
import { expect, it } from 'vitest'
import type { Json } from '../../model/json.ts'
import { drafted, exchange, findings, folder, host } from '../../testing/cases/recorded-shop.ts'
import { isObject, own } from '../../util/json.ts'
import { run } from '../run.ts'

const packed = (text: string) => ({ base64: Buffer.from(text, 'latin1').toString('base64') })
const bytes = { 'content-type': 'application/octet-stream' }
const ids = Array.from({ length: 30 }, (_, index) => index + 1)
/** Cases that were drafted incorrectly in the past: query arrays, binary bodies, empty segments, cookies, a shape shared by several operations. */
const records = ids.flatMap((id) => {
  const order = { id, status: ['OPEN', 'CLOSED'][id % 2], owner: { name: `name ${id}`, age: id } }
  const download = exchange('GET', `${host}/v1//files/${id}`, 200)
  return [
    exchange('GET', `${host}/v1/orders/${id}`, 200, order, {
      headers: { cookie: 'session=planted-session; theme=dark' },
    }),
    exchange('GET', `${host}/v1/orders?tag=a&tag=b${id}`, 200, [order]),
    exchange('GET', `${host}/v1/users/${id}/orders/${id}`, 200, order),
    exchange('PUT', `${host}/v1/files/${id}`, 204, undefined, { headers: bytes, body: packed(`\x00\xff${id}`) }),
    { ...download, response: { status: 200, headers: bytes, body: packed(`\x00\xfe${id}`) } },
    exchange('GET', `${host}/v1/files/${id}/`, 200, { name: 'a', size: id }),
  ]
})

async function draft() {
  const cwd = folder(records)
  const { stdout, document } = await drafted(run, cwd)
  writeFileSync(join(cwd, 'openapi.yaml'), stdout)
  return { cwd, document: document as Record<string, Json> }
}

it('drafts query arrays, binary bodies, empty segments and cookies', async () => {
  const { cwd, document } = await draft()
  const paths = document.paths as Record<string, Json>
  expect(Object.keys(paths)).toEqual([
    ...['/v1//files/{id}', '/v1/files/{id}', '/v1/orders', '/v1/orders/{id}', '/v1/users/{id}/orders/{id2}'],
  ])
  expect(paths).toMatchObject({
    '/v1//files/{id}': { get: { responses: { 200: { content: { 'application/octet-stream': {} } } } } },
    '/v1/files/{id}': { put: { requestBody: { content: { 'application/octet-stream': {} } } } },
    '/v1/orders': { get: { parameters: [{ name: 'tag', schema: { type: 'array', items: { type: 'string' } } }] } },
    '/v1/orders/{id}': { get: { security: [{ cookie_session: [] }] } },
  })
  expect(document.components).toMatchObject({
    securitySchemes: { cookie_session: { type: 'apiKey', in: 'cookie', name: 'session' } },
  })
  expect(await findings(run, cwd, 'openapi.yaml')).toEqual([])
})

it('moves a shape shared by several operations to a component', async () => {
  const { document } = await draft()
  const text = JSON.stringify(document.paths)
  expect(text.split('"$ref":"#/components/schemas/Order"')).toHaveLength(4)
  expect(document.components).toMatchObject({
    schemas: {
      Order: { required: ['id', 'owner', 'status'], 'x-evidence': 90, properties: { owner: { type: 'object' } } },
    },
  })
})

it('passes swagger-parser and the recommended rules of Redocly', async () => {
  const { document } = await draft()
  // `validate` modifies its argument.
  await SwaggerParser.validate(structuredClone(document) as never)
  const operations = Object.values(document.paths as Record<string, Json>).flatMap((item) =>
    isObject(item) ? Object.values(item) : [],
  )
  const named = operations.map((operation) => own(operation, 'operationId'))
  expect(new Set(named).size).toBe(operations.length)
  for (const id of named) expect(id).toMatch(/^[a-z][A-Za-z0-9]+$/)
  for (const operation of operations) expect(own(operation, 'summary')).toMatch(/^[A-Z]+ \//)
  expect([document.security, document.servers]).toEqual([[], [{ url: host }]])
})
