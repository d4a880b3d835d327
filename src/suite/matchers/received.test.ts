import { createServer } from 'node:http'
import { runInNewContext } from 'node:vm'
import { request as playwright } from 'playwright-core'
import supertest from 'supertest'
import { request as undici } from 'undici'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listen } from '../../testing/servers/loopback.ts'
import { readReceived } from './received.ts'

const server = createServer((request, response) => {
  const isText = request.url?.startsWith('/text')
  response.writeHead(200, { 'content-type': isText ? 'text/plain' : 'application/json', 'X-Trace': ['a', 'b'] })
  response.end(isText ? 'plain' : '{"id":1.0}')
})
let url = ''
beforeAll(async () => {
  url = `http://127.0.0.1:${await listen(server)}`
})
afterAll(() => server.close())

/** Reads a response and returns its body as text. */
async function read(value: unknown) {
  const { body, headers, ...rest } = await readReceived(value)
  const { 'content-type': type = '', 'x-trace': trace } = headers
  return { ...rest, type, trace, body: body === undefined ? undefined : Buffer.from(body).toString() }
}

const head = { status: 200, type: 'application/json', trace: 'a, b' }

test('fetch: the body can still be read', async () => {
  const response = await fetch(`${url}/orders?x=1`)
  expect(await read(response)).toEqual({ ...head, path: '/orders?x=1', body: '{"id":1.0}' })
  expect(await response.json()).toEqual({ id: 1 })
  await expect(read(response)).rejects.toThrow('was read before')
})

test('supertest: synchronous, with the request', async () => {
  const response = await supertest(url).put('/orders?x=1')
  expect(readReceived(response)).not.toBeInstanceOf(Promise)
  expect(await read(response)).toEqual({ ...head, method: 'PUT', path: '/orders?x=1', body: '{"id":1.0}' })
  expect(await read(await supertest(url).get('/text'))).toMatchObject({ type: 'text/plain', body: 'plain' })
})

test('supertest: a HEAD response has no body', async () => {
  expect(await read(await supertest(url).head('/orders'))).toMatchObject({ method: 'HEAD', body: undefined })
})

test('bytes from another realm', async () => {
  const bytes = runInNewContext('new Uint8Array([0, 91, 93])') as Uint8Array
  for (const data of [bytes.subarray(1), bytes.slice(1).buffer])
    expect(await read({ status: 200, headers: {}, data })).toMatchObject({ body: '[]' })
})

test('Playwright: APIResponse', async () => {
  const context = await playwright.newContext()
  const response = await context.get(`${url}/orders`)
  expect(await read(response)).toMatchObject({ status: 200, type: head.type, path: '/orders', body: '{"id":1.0}' })
  await context.dispose()
})

test('undici', async () => {
  expect(await read(await undici(`${url}/orders`))).toEqual({ ...head, body: '{"id":1.0}' })
})

test.each<[string, object, object]>([
  [
    'axios',
    {
      status: 200,
      data: { id: 1 },
      headers: { toJSON: () => ({ 'Content-Type': 'application/json' }) },
      config: { method: 'post', url: '/orders' },
      request: { path: '/orders?x=1' },
    },
    { method: 'POST', path: '/orders?x=1', body: '{"id":1}' },
  ],
  [
    'got',
    {
      statusCode: 200,
      rawBody: Buffer.from('[1]'),
      body: [1],
      headers: {},
      request: { options: { method: 'GET', url: new URL('http://a/b?c') } },
    },
    { method: 'GET', path: '/b?c', body: '[1]' },
  ],
  [
    'Fastify inject',
    { statusCode: 200, rawPayload: Buffer.from('[1]'), payload: '[1]', body: '[1]', headers: { a: '1' } },
    { body: '[1]' },
  ],
  ['an empty body', { statusCode: 204, body: '', headers: {} }, { status: 204, body: undefined }],
  ['a body of null', { statusCode: 200, body: null, headers: {} }, { body: 'null' }],
])('%s', async (_name, response, expected) => {
  expect(await read(response)).toMatchObject(expected)
})

test.each([undefined, null, 'text', 7, {}, { status: 'ok' }, { data: 1 }])('%j is no response', (value) => {
  expect(() => readReceived(value)).toThrow('expected a response with status, headers and body')
})

/** axios' default: parses JSON and keeps other text. */
function parsing(this: { readonly responseType?: string }, data: string): unknown {
  try {
    return this.responseType === 'text' ? data : JSON.parse(data)
  } catch {
    return data
  }
}

test.each<[string, string, object, object, string]>([
  ['a JSON string', 'active', {}, {}, '"active"'],
  ['a JSON string with an escape', 'say "no"', {}, {}, '"say \\"no\\""'],
  ['a JSON string that is JSON itself', '{"id":1}', {}, {}, '"{\\"id\\":1}"'],
  ['a JSON string of which the length is known', 'ä', {}, { 'content-length': '4' }, '"ä"'],
  ['an empty JSON string', '', {}, { 'content-length': '2' }, '""'],
  ['a text that is no JSON', 'oops', {}, { 'Content-Length': '4' }, 'oops'],
  ['text that was asked for', '{"id":1}', { responseType: 'text' }, {}, '{"id":1}'],
  ['text that is not transformed', '{"id":1}', { transformResponse: [] }, {}, '{"id":1}'],
  ['text that a transform of its own leaves', '[1]', { transformResponse: (data: unknown) => data }, {}, '[1]'],
  ['a transform that throws', '[1]', { transformResponse: () => JSON.parse('{') }, {}, '[1]'],
  ['another media type', 'active', {}, { 'content-type': 'text/plain' }, 'active'],
  [
    'a JSON type with a suffix',
    'active',
    {},
    { 'content-type': 'application/problem+json; charset=utf-8' },
    '"active"',
  ],
])('axios: %s', async (_name, data, config, headers, body) => {
  const response = {
    ...{ status: 200, data, headers: { 'content-type': 'application/json', ...headers } },
    config: { transformResponse: [parsing], ...config },
  }
  expect((await read(response)).body).toBe(body)
})

test('a string without a client is unchanged', async () => {
  expect(await read({ status: 200, headers: { 'content-type': 'application/json' }, data: '[1]' })).toMatchObject({
    body: '[1]',
  })
})
