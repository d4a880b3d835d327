import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { load } from 'js-yaml'
import { expect, it } from 'vitest'
import { applyPatch } from '../../description/editing/json-patch.ts'
import type { Json } from '../../model/json.ts'
import { drafted, exchange, findings, folder, host, shop } from '../../testing/cases/recorded-shop.ts'
import { run } from '../run.ts'

const base = `openapi: 3.0.3
info: { title: Shop, version: '1' }
servers: [{ url: ${host}/v1 }]
paths:
  /orders/{orderId}:
    get:
      parameters: [{ name: orderId, in: path, required: true, schema: { type: integer } }]
      responses:
        '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Order' } } } }
  /orders:
    get: { responses: { '200': { description: ok } } }
components:
  schemas:
    Order: { type: object, properties: { id: { type: integer }, status: { type: string } } }
`
const more = [
  ...shop,
  ...Array.from({ length: 6 }, (_, index) => exchange('GET', `${host}/v1/orders/${index}`, 410, { gone: true })),
  exchange('GET', `${host}/v1/orders`, 200, [{ id: 1 }]),
]

it('drafts the missing parts of a description as a patch that makes the recording conform', async () => {
  const cwd = folder(more, { 'base.yaml': base })
  const { stdout, code } = await drafted(run, cwd, ['--description', 'base.yaml', '--format', 'patch'])
  const patch = JSON.parse(stdout)
  expect([code, patch.map(({ op, path }: { op: string; path: string }) => `${op} ${path}`)]).toEqual([
    0,
    expect.arrayContaining([
      'add /paths/~1orders~1{orderId}/delete',
      'add /paths/~1orders/post',
      'add /paths/~1users~1{id}',
      'add /paths/~1orders~1{orderId}/get/responses/410',
      'add /paths/~1orders/get/responses/200/content',
      'add /paths/~1orders~1{orderId}/get/parameters/-',
      'add /components/schemas/Order/properties/created',
    ]),
  ])
  expect(patch.find(({ path }: { path: string }) => path.endsWith('/note')).value).toMatchObject({
    type: 'string',
    nullable: true,
  })
  writeFileSync(join(cwd, 'patched.json'), JSON.stringify(applyPatch(load(base) as Json, patch)))
  expect(await findings(run, cwd, 'patched.json')).toEqual([])
  const again = await drafted(run, cwd, ['--description', 'patched.json', '--format', 'overlay'])
  expect([again.stdout, again.stderr]).toEqual(['', expect.stringContaining('has all that was recorded')])
})

it('drafts the missing parts as an overlay', async () => {
  const cwd = folder(more, { 'base.yaml': base })
  const { document } = await drafted(run, cwd, ['--description', 'base.yaml'])
  expect(document).toMatchObject({
    overlay: '1.0.0',
    extends: 'base.yaml',
    actions: expect.arrayContaining([
      { target: "$['paths']", update: { '/users/{id}': { get: expect.anything() } } },
      {
        target: "$['components']['schemas']['Order']['properties']",
        update: { created: { type: 'string', format: 'date-time', 'x-evidence': 48 } },
      },
    ]),
  })
})

it.each(['document', 'overlay', 'patch'])('writes no personal data and no secret: %s', async (format) => {
  const cwd = folder(shop, { 'base.yaml': base })
  const { stdout, stderr } = await drafted(run, cwd, [
    '--format',
    format,
    ...(format === 'document' ? [] : ['--description', 'base.yaml']),
  ])
  expect(stdout).not.toMatch(/planted|alice|bob|carol|ALICE|Bern|blue|text \d/i)
  expect(stderr).not.toMatch(/planted|alice/i)
})

it('drafts undescribed properties, media types and bodies of accepted requests', async () => {
  const described = `openapi: 3.0.3
info: { title: Shop, version: '1' }
servers: [{ url: ${host}/v1 }]
paths:
  /orders:
    post:
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/New' } } } }
      responses: { '201': { description: made }, '422': { description: refused } }
    put: { responses: { '200': { description: ok } } }
components:
  schemas:
    New: { type: object, properties: { amount: { type: number }, lines: { type: array, items: { type: object, properties: { sku: { type: string } } } } } }
`
  const sent = (method: string, body: object, status: number, type = 'application/json') =>
    exchange(method, `${host}/v1/orders`, status, undefined, {
      headers: { 'content-type': type },
      body: type === 'application/json' ? JSON.stringify(body) : 'amount=1&note=planted',
    })
  const records = [
    ...Array.from({ length: 6 }, (_, n) =>
      sent('POST', { amount: n, channel: `c${n}`, password: 'planted', lines: [{ sku: 's', count: n }] }, 201),
    ),
    sent('POST', { refused: true }, 422),
    sent('POST', {}, 201, 'application/x-www-form-urlencoded'),
    ...Array.from({ length: 6 }, (_, n) => sent('PUT', { id: n }, 200)),
  ]
  const cwd = folder(records, { 'base.yaml': described })
  const { stdout } = await drafted(run, cwd, ['--description', 'base.yaml', '--format', 'patch'])
  const patch = JSON.parse(stdout) as { readonly path: string; readonly value: object }[]
  expect(patch.map(({ path }) => path).sort()).toEqual([
    '/components/schemas/New/properties/channel',
    '/components/schemas/New/properties/lines/items/properties/count',
    '/components/schemas/New/properties/password',
    '/paths/~1orders/post/requestBody/content/application~1x-www-form-urlencoded',
    '/paths/~1orders/put/requestBody',
  ])
  expect(patch.find(({ path }) => path.endsWith('/channel'))?.value).toEqual({ type: 'string', 'x-evidence': 6 })
  expect(patch.find(({ path }) => path.endsWith('/requestBody'))?.value).toMatchObject({
    required: true,
    content: { 'application/json': { schema: { properties: { id: { type: 'integer' } } } } },
    'x-evidence': 6,
  })
  expect(stdout).not.toContain('planted')
  writeFileSync(join(cwd, 'patched.json'), JSON.stringify(applyPatch(load(described) as Json, patch as never)))
  expect(await findings(run, cwd, 'patched.json')).toEqual([])
})
