import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { load } from 'js-yaml'
import { expect, it } from 'vitest'
import type { Json } from '../../model/json.ts'
import { drafted, exchange, findings, folder, host, shop } from '../../testing/cases/recorded-shop.ts'
import { nodeAt } from '../../util/pointer.ts'
import { run } from '../run.ts'

it('drafts a document that the recording conforms to', async () => {
  const cwd = folder(shop)
  const { code, stderr, document } = await drafted(run, cwd, ['-o', 'openapi.yaml']).then(async (each) => ({
    ...each,
    document: load(readFileSync(join(cwd, 'openapi.yaml'), 'utf8')) as Record<string, Json>,
  }))
  expect(code).toBe(0)
  expect(stderr).toContain('left out: 1 request to cdn.example.org: taken for another API')
  expect(stderr).toContain('left out: 1 operation: no request was accepted')
  expect(Object.keys(document.paths ?? {})).toEqual(['/v1/orders', '/v1/orders/{id}', '/v1/users/{id}'])
  expect(await findings(run, cwd, 'openapi.yaml')).toEqual([])
})

it('drafts only parts with evidence, and includes its amount', async () => {
  const { document } = await drafted(run, folder(shop))
  expect(document).toMatchObject({
    openapi: '3.1.0',
    servers: [{ url: host }],
    paths: {
      '/v1/orders': {
        post: {
          parameters: [{ name: 'x-tenant', in: 'header', 'x-evidence': 1 }],
          requestBody: { content: { 'application/json': { schema: { properties: { amount: { type: 'number' } } } } } },
          responses: { 201: {}, 422: {} },
          security: [{ bearerAuth: [] }],
        },
      },
      '/v1/orders/{id}': {
        delete: { responses: { 204: { 'x-evidence': 1 } } },
        get: {
          parameters: [
            { name: 'id', in: 'path', required: true, schema: { type: 'integer' } },
            { name: 'expand', in: 'query', required: true, schema: { type: 'boolean' }, 'x-evidence': 48 },
          ],
          security: [{ query_api_key: [] }],
          'x-evidence': 48,
        },
      },
    },
    components: { securitySchemes: { bearerAuth: { type: 'http' }, query_api_key: { type: 'apiKey', in: 'query' } } },
  })
  const at = (pointer: string) => nodeAt(document, pointer)
  const schema = at('/paths/~1v1~1orders~1{id}/get/responses/200/content/application~1json/schema')
  expect(schema).toMatchObject({
    type: 'object',
    required: ['balances', 'created', 'id', 'manager', 'nickname', 'note', 'status', 'token'],
    properties: {
      status: { type: 'string', enum: ['CLOSED', 'ON_HOLD', 'OPEN'], 'x-evidence': 48 },
      created: { type: 'string', format: 'date-time' },
      note: { type: ['string', 'null'] },
      balances: { additionalProperties: { type: 'number' } },
      parent: { 'x-evidence': 12 },
    },
  })
  expect(at('/paths/~1v1~1orders/post/requestBody')).not.toHaveProperty('required')
})

it.each([
  [
    'no request was accepted',
    [exchange('GET', '/a', 404)],
    [],
    /No recorded exchange could be checked: no request was accepted/,
  ],
  ['an overlay without a base', shop, ['--format', 'overlay'], /--format overlay adds to a description/],
])('exits with 2 for %s', async (_, records, flags, message) => {
  const { code, stderr } = await drafted(run, folder(records), flags)
  expect([code, stderr]).toEqual([2, expect.stringMatching(message)])
})
