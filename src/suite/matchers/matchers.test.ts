import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type ContractCheck,
  ContractViolation,
  checkResponse,
  loadContract,
  toMatchContract,
  withContract,
} from './index.ts'
import { matchesContract } from './node-test.ts'

const cwd = resolve(import.meta.dirname, '../../../examples/vitest')
let record = ''
beforeAll(async () => {
  record = await mkdtemp(join(tmpdir(), 'specdrift-checks-'))
})
afterAll(() => rm(record, { recursive: true }))

const order = { id: 1, sku: 'tea', total: 9.5, status: 'open' }
const json = (body: unknown, status = 200) => Response.json(body, { status })
const check = (response: unknown, operation?: string, options = {}) =>
  checkResponse(response, operation, { cwd, ...options })

test.each<[string, Response, string, object]>([
  ['what conforms', json(order), 'GET /orders/{id}', { passes: true, findings: [] }],
  ['a documented 404', json({ message: 'no' }, 404), 'GET /orders/{id}', { passes: true }],
  [
    'null',
    json({ ...order, total: null }),
    'GET /orders/{id}',
    { passes: false, findings: [{ ruleId: 'null-conformance' }] },
  ],
  [
    'another status than documented',
    json(order, 202),
    'GET /orders/{id}',
    { passes: false, findings: [{ ruleId: 'status-code-conformance' }] },
  ],
  ['a 500', json({}, 500), 'GET /orders', { passes: false, findings: [{ ruleId: 'server-error' }] }],
  ['a gateway', json({}, 502), 'GET /orders', { passes: false, outcome: 'gateway', findings: [] }],
])('%s', async (_name, response, operation, expected) => {
  expect(await check(response, operation)).toMatchObject(expected)
})

test('the message has rule, location and position', async () => {
  const { message } = await check(json([{ ...order, status: 'gone' }]), 'GET /orders')
  expect(message).toMatch(
    /^GET \/orders does not conform to shop@1:\n {2}enum-conformance at 200 application\/json \/0\/status: /,
  )
  expect(message).toMatch(/\n {4}\S*1\.yaml:\d+:\d+$/)
})

test('checks the expected status', async () => {
  expect(await check(json({ message: 'no' }, 404), 'GET /orders/{id}', { status: 404 })).toMatchObject({ passes: true })
  const unmet = await check(json(order), 'GET /orders/{id}', { status: [404, '5XX'] })
  expect(unmet).toMatchObject({
    passes: false,
    message: expect.stringContaining('expected status 404 or 5XX, got 200'),
  })
})

test('rejects an unknown operation, and a response without an operation', async () => {
  await expect(check(json(order), 'GET /order/{id}')).rejects.toMatchObject({
    code: 'UNKNOWN_OPERATION',
    message: expect.stringContaining('did you mean GET /orders/{id}?'),
  })
  await expect(check(json(order))).rejects.toMatchObject({ code: 'USAGE' })
  await expect(check(json(order), 'GET /orders', { api: 'shopp' })).rejects.toMatchObject({ code: 'UNKNOWN_API' })
})

describe('toMatchContract', () => {
  const matched = (response: unknown, operation: string) =>
    toMatchContract.call(undefined, response, operation, { cwd })

  test('is synchronous if the contract is loaded and the body is available', async () => {
    await loadContract({ cwd })
    const response = { status: 200, headers: { 'content-type': 'application/json' }, text: JSON.stringify([order]) }
    expect(matched(response, 'GET /orders')).toMatchObject({ pass: true })
    expect(await matched(json([order]), 'GET /orders')).toMatchObject({ pass: true })
  })

  test('fails with .not for a conforming response', async () => {
    const { pass, message } = await matched(json([order]), 'GET /orders')
    expect([pass, message()]).toEqual([true, 'GET /orders conforms to shop@1 (status 200)'])
  })
})

test('matchesContract throws an AssertionError', async () => {
  await matchesContract(json([order]), 'GET /orders', { cwd })
  await expect(matchesContract(json([{}]), 'GET /orders', { cwd })).rejects.toMatchObject({
    name: 'AssertionError',
    message: expect.stringContaining('required-conformance'),
  })
})

describe('withContract', () => {
  const responding =
    (body: unknown, status = 200): typeof fetch =>
    async () =>
      json(body, status)
  const url = 'http://shop.test/orders/1?x=y'

  test('returns the unchanged response', async () => {
    const response = await withContract(responding(order), { cwd })(url)
    expect(await response.json()).toEqual(order)
  })

  test('rejects the call on a violation', async () => {
    const call = withContract(responding({ ...order, id: '1' }), { cwd })(new Request(url))
    await expect(call).rejects.toThrow(ContractViolation)
    await expect(call).rejects.toMatchObject({
      check: { operation: 'GET /orders/{id}', findings: [{ ruleId: 'type-conformance' }] },
    })
  })

  test('passes the check to onViolation, and the call succeeds', async () => {
    const seen: (string | undefined)[] = []
    const onViolation = ({ operation }: { operation?: string }) => void seen.push(operation)
    const response = await withContract(responding([{}]), { cwd, onViolation })('http://shop.test/orders')
    expect([seen, response.status]).toEqual([['GET /orders'], 200])
  })

  test('checks accepted requests', async () => {
    const seen: string[] = []
    const onViolation = ({ findings }: ContractCheck) => void seen.push(...findings.map(({ ruleId }) => ruleId))
    const client = withContract(responding(order, 201), { cwd, onViolation })
    const headers = { 'content-type': 'application/json' }
    await client('http://shop.test/orders', { method: 'POST', headers, body: '{"sku":"tea"}' })
    await client(new Request('http://shop.test/orders', { method: 'POST', headers, body: '{"sku":7}' }))
    expect(seen).toEqual(['request-conformance'])
  })

  test.each([
    ['an outage', responding({}, 503), url],
    ['another host', responding({ anything: 1 }), 'http://other.test/health'],
  ])("doesn't check %s", async (_name, fetch, address) => {
    expect((await withContract(fetch, { cwd, baseUrl: 'http://shop.test' })(address)).status).toBeGreaterThan(0)
  })
})

test('records a line per check if a folder is given', async () => {
  await check(json([order]), 'GET /orders', { record, test: 'a test' })
  await check(json([{}]), 'GET /orders', { record })
  expect(await readdir(record)).toHaveLength(1)
})
