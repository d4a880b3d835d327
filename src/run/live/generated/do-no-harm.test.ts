import { expect, test } from 'vitest'
import { type Fragility, startFragileService } from '../../../testing/servers/fragile-service.ts'
import { servers } from '../../../testing/servers/loopback.ts'
import { runGenerated } from './generated.ts'

const { started } = servers()

async function run(fragility: Fragility, never: readonly string[] = []) {
  const service = await startFragileService(fragility, started)
  const before = JSON.stringify(service.dump())
  const result = await runGenerated({ ...service.context, never }, service.description, {
    modes: ['positive', 'negative', 'stateful'],
    runId: 'c0ffee',
  })
  const isCalled = (request: RegExp): boolean => service.requests.some((one) => request.test(one))
  return { ...service, ...result, before, after: JSON.stringify(service.dump()), isCalled }
}

test.each<Fragility>(['plain', 'empty', 'nested', 'location', 'anonymous'])(
  'keeps existing resources unchanged; changes and deletes created ones: %s',
  async (fragility) => {
    const { before, after, isCalled, left } = await run(fragility)
    expect([after, left]).toEqual([before, []])
    expect(isCalled(/^POST \/orders 20/)).toBe(true)
    expect(isCalled(/^PUT \/orders\/\S+ 204/)).toBe(true)
    expect(isCalled(/^DELETE \/orders\/\S+ 204/)).toBe(true)
  },
)

test('existing collections are not deleted, and roles and permissions not changed; the reason is listed', async () => {
  const { requests, notChecked } = await run('plain')
  expect(requests.filter((one) => /^(DELETE \/orders |(PUT|DELETE) \/roles|POST \/roles\/1)/.test(one))).toEqual([])
  const rows = notChecked.filter(({ kind }) => kind === 'not-called')
  expect(rows.map(({ operation, because }) => `${operation}: ${because}`).sort()).toEqual([
    'DELETE /orders: it deletes a whole collection; "resources": ["DELETE /orders"] in the config allows it',
    'DELETE /roles/{roleId}: it may change what a credential may do ("roles" in the path), and this run has created no roleId to call it with; "resources": ["DELETE /roles/{roleId}"] in the config allows it',
    'POST /roles/{roleId}/permissions: it may change what a credential may do ("permissions" in the path), and this run has created no roleId to call it with; "resources": ["POST /roles/{roleId}/permissions"] in the config allows it',
    'PUT /roles/{roleId}: it may change what a credential may do ("roles" in the path), and this run has created no roleId to call it with; "resources": ["PUT /roles/{roleId}"] in the config allows it',
  ])
})

test('a credential that stops working ends the run, and the last change is named', async () => {
  const { requests, lost } = await run('expiring')
  const refused = requests.findIndex((one) => one.endsWith(' 403'))
  expect(requests.length - refused).toBeLessThanOrEqual(4)
  const lastWrite = requests.slice(0, refused).findLast((one) => /^(POST|PUT|DELETE) .* 20\d$/.test(one))
  expect(lost).toEqual({ lastWrite: lastWrite?.replace(/ \d+$/, ''), read: 'GET /orders', status: 403 })
})

test.each([
  ['lying-delete', 204],
  ['wrong-404', 404],
] as const)(
  'an order that is still listed after its deletion is left behind, with its name: %s',
  async (fragility, status) => {
    const { after, before, notChecked, left } = await run(fragility)
    const orders = Object.keys((JSON.parse(after) as { orders: object }).orders)
    const created = orders.filter((id) => !Object.keys((JSON.parse(before) as { orders: object }).orders).includes(id))
    const rows = notChecked.filter(({ what }) => what.startsWith('deleting '))
    expect(rows.map(({ because }) => because)).toEqual([
      `DELETE /orders/{orderId} got ${status}, and GET /orders still shows it`,
    ])
    const named = rows.flatMap(({ what }) => what.match(/\d+(?=,)/g) ?? [])
    expect(named.toSorted()).toEqual(created.toSorted())
    expect(left.flatMap(({ names }) => names).toSorted()).toEqual(created.map((id) => `/orders/${id}`).toSorted())
  },
)

test('a list that the config forbids is skipped without ending the run', async () => {
  const { before, after, requests, notChecked } = await run('anonymous', ['GET /orders'])
  expect(requests.filter((one) => one.startsWith('GET /orders '))).toEqual([])
  expect(requests.some((one) => /^POST \/orders 20/.test(one))).toBe(true)
  expect(JSON.parse(after)).toMatchObject(JSON.parse(before))
  expect(notChecked.length).toBeGreaterThan(0)
})
