import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadDocument } from './load.ts'

const head = 'openapi: 3.0.3\ninfo: {title: T, version: "1"}\npaths: {}\n'

let server: Server
let origin = ''
const requests: string[] = []

const responses: Readonly<Record<string, { status?: number; location?: string; body?: string }>> = {
  '/v1/api.yaml': {
    body: `${head}components:\n  schemas:
    A: { $ref: 'more.yaml#/A' }
    B: { $ref: '../up.yaml' }
    C: { $ref: 'http://127.0.0.1:1/x' }
    D: { $ref: 'moved.yaml' }
    E: { $ref: 'http://169.254.169.254/latest' }
    F: { $ref: 'file:///etc/hostname' }\n`,
  },
  '/v1/more.yaml': { body: 'A: { type: string }' },
  '/up.yaml': { body: 'type: integer' },
  '/v1/moved.yaml': { status: 302, location: 'http://127.0.0.1:1/stolen' },
  '/old': { status: 301, location: '/v1/api.yaml' },
  '/loop': { status: 302, location: '/loop' },
  '/file': { status: 302, location: 'file:///etc/hostname' },
  '/down': { status: 503, body: 'no' },
  '/closed': { status: 401 },
  '/big': { body: head + '#'.repeat(5000) },
}

beforeAll(async () => {
  server = createServer((request, response) => {
    requests.push(request.url ?? '')
    if (request.url === '/hangs') return
    const { status = 200, location, body = '' } = responses[request.url ?? ''] ?? { status: 404 }
    response.writeHead(status, location === undefined ? {} : { location }).end(body)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  // A listening TCP server has an address object.
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((done) => server.close(done))
})

describe('a description behind a URL', () => {
  it('follows redirects and only reads files of its own origin', async () => {
    const document = await loadDocument(`${origin}/old`)
    expect(document.file).toBe(`${origin}/v1/api.yaml`)
    const a = document.resolve('#/components/schemas/A')
    expect(a).toEqual({ node: { type: 'string' }, pointer: '/x-external-files/more.yaml/A' })
    expect(document.locate(a?.pointer ?? '').file).toBe(`${origin}/v1/more.yaml`)
    expect(document.resolve('#/components/schemas/B')?.pointer).toBe('/x-external-files/..~1up.yaml')
    expect(document.flaws.map(({ message }) => message)).toEqual([
      `refused: $ref http://127.0.0.1:1/x: it leaves ${origin}`,
      expect.stringContaining('refused its redirect to http://127.0.0.1:1/stolen: it leaves'),
      `refused: $ref http://169.254.169.254/latest: it leaves ${origin}`,
      `refused: $ref file:///etc/hostname: it leaves ${origin}`,
    ])
    expect(requests).toEqual(['/old', '/v1/api.yaml', '/v1/more.yaml', '/up.yaml', '/v1/moved.yaml'])
  })

  it.each([
    ['/down', {}, 'FETCH_FAILED', 'it responded with 503'],
    ['/nope', {}, 'FETCH_FAILED', 'it responded with 404.'],
    ['/closed', {}, 'LOGIN_REQUIRED', 'it responded with 401, as nothing but the address was sent.'],
    ['/loop', {}, 'FETCH_FAILED', 'redirects more than five times'],
    ['/file', {}, 'FETCH_FAILED', 'only http and https'],
    ['/big', { maxBytes: 1000 }, 'TOO_LARGE', '1000 bytes'],
    ['/hangs', { timeout: 50 }, 'FETCH_FAILED', 'no complete response within 0.05 s'],
  ])('%s fails', async (path, options, code, message) => {
    await expect(loadDocument(origin + path, options)).rejects.toMatchObject({
      code,
      message: expect.stringContaining(message),
    })
  })

  it('explains why there was no response', async () => {
    await expect(loadDocument('http://127.0.0.1:1/a')).rejects.toMatchObject({ code: 'FETCH_FAILED' })
  })

  it.each([
    'http://169.254.169.254/latest',
    'http://10.1.2.3/',
    'http://127.0.0.1/',
    'http://[::1]/',
    'http://[::ffff:10.0.0.1]/',
    'http://x.localhost/',
  ])('a public host cannot redirect to %s', async (location) => {
    const contacted: string[] = []
    const fetch: typeof globalThis.fetch = async (url) => {
      contacted.push(String(url))
      return new Response(null, { status: 302, headers: { location } })
    }
    await expect(loadDocument('https://api.example/openapi.json', { fetch })).rejects.toMatchObject({
      message: expect.stringMatching(/refused its redirect .*(a private or loopback|a link-local) address/),
    })
    expect(contacted).toEqual(['https://api.example/openapi.json'])
  })

  /** Returns the contacted hosts, given a redirect for each host. */
  async function contacts(first: string, redirects: Readonly<Record<string, string>>) {
    const contacted: string[] = []
    const fetch: typeof globalThis.fetch = async (url) => {
      contacted.push(String(url))
      const location = redirects[String(url)]
      return location === undefined ? new Response(head) : new Response(null, { status: 302, headers: { location } })
    }
    const failed = await loadDocument(first, { fetch }).then(() => '', String)
    return { contacted, failed }
  }

  it.each([
    ['http://10.0.0.1/', 'http://10.0.0.2/'],
    ['http://10.0.0.1/', 'http://127.0.0.1/'],
    ['http://127.0.0.1/', 'http://192.168.0.1/'],
    ['http://localhost/', 'http://127.0.0.1/'],
    ['http://10.0.0.1/', 'https://8.8.8.8/'],
    ['http://10.0.0.1/', 'http://169.254.169.254/'],
    ['http://8.8.8.8/', 'http://[fd00:ec2::254]/'],
  ])('%s cannot redirect to %s, another host', async (first, next) => {
    expect(await contacts(first, { [first]: next })).toEqual({
      contacted: [first],
      failed: expect.stringContaining(`refused its redirect to ${next}`),
    })
  })

  it.each([
    ['http://10.0.0.1/', 'http://10.0.0.1:8080/api'],
    ['http://localhost/', 'http://localhost/api'],
    ['http://8.8.8.8/', 'https://9.9.9.9/'],
  ])('%s can redirect to %s', async (first, next) => {
    expect(await contacts(first, { [first]: next })).toEqual({ contacted: [first, next], failed: '' })
  })

  it.each([
    'http://169.254.169.254/latest',
    'http://169.254.1.1/',
    'http://2852039166/',
    'http://[fe80::1]/',
    'http://[::ffff:169.254.169.254]/',
    'http://[64:ff9b::a9fe:a9fe]/',
    'http://100.100.100.200/',
  ])('%s is never fetched', async (address) => {
    expect(await contacts(address, {})).toEqual({
      contacted: [],
      failed: expect.stringContaining('a link-local address or a metadata service'),
    })
  })
})
