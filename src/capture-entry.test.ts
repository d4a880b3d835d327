import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse, request as send } from 'node:http'
import { connect, createServer as createHttp2Server } from 'node:http2'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { createAdaptorServer } from '@hono/node-server'
import { Hono } from 'hono'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type CaptureOptions, capture, type Recorder } from './capture-entry.ts'
import { ciTools, withoutCiTools } from './testing/cli/ci-tools.ts'
import type { RecordedExchange } from './traffic/recording.ts'

let folder = ''
let server: Server | undefined
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'specdrift-capture-'))
})
afterEach(async () => {
  server?.closeAllConnections()
  await new Promise((done) => (server === undefined ? done(undefined) : server.close(done)))
  server = undefined
  await rm(folder, { recursive: true, force: true })
})

/** Serves what a framework, or a plain listener, makes of the recorder; calls it; returns what was recorded. */
async function recorded(
  serve: (recorder: Recorder) => Server | Promise<Server>,
  call: (base: string, recorder: Recorder) => Promise<unknown>,
  options: Partial<CaptureOptions> = {},
): Promise<{ readonly exchanges: readonly RecordedExchange[]; readonly text: string; readonly recorder: Recorder }> {
  const file = join(folder, 'api.ndjson')
  const recorder = capture({ file, ...options })
  server = await serve(recorder)
  if (!server.listening) await once(server.listen(0, '127.0.0.1'), 'listening')
  await call(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, recorder)
  await recorder.close()
  const text = await readFile(file, 'utf8').catch(() => '')
  return { recorder, text, exchanges: text.split('\n').flatMap((line) => (line === '' ? [] : JSON.parse(line))) }
}

/** A plain server behind the middleware of Connect. */
const plain = (listener: (request: IncomingMessage, response: ServerResponse) => void) => (recorder: Recorder) =>
  createServer((request, response) => recorder.express(request, response, () => listener(request, response)))

/** Sends a request and waits until the service saw its response end too. */
async function call(url: string, init: RequestInit = {}): Promise<string> {
  const response = await fetch(url, init)
  return response.text()
}

/** Waits until so many exchanges were taken: the server hears that a response is over after its client. */
async function taken(recorder: Recorder, count: number): Promise<void> {
  while (recorder.counts().captured + recorder.counts().dropped < count) await new Promise((done) => setImmediate(done))
}

const tools = createRequire(join(ciTools.folder, 'package.json'))
const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"amount":5}' }

/** Each responds to POST with what it was sent and to GET with an error that its handler throws. */
const frameworks: Readonly<Record<string, (recorder: Recorder) => Server | Promise<Server>>> = {
  express(recorder) {
    const express = tools('express')
    const router = express.Router()
    router.post(
      '/:id',
      (request: { body: unknown }, response: { status(code: number): { json(body: unknown): void } }) =>
        response.status(201).json(request.body),
    )
    router.get('/:id', () => {
      throw new Error('broken')
    })
    const app = express().set('env', 'test').use(recorder.express).use(express.json()).use('/loans', router)
    return createServer(app)
  },
  async fastify(recorder) {
    const app = tools('fastify')()
    app.addHook('onRequest', recorder.fastify)
    app.post('/loans/:id', async (request: { body: unknown }, reply: { code(code: number): void }) => {
      reply.code(201)
      return request.body
    })
    app.get('/loans/:id', async () => {
      throw new Error('broken')
    })
    await app.listen({ port: 0, host: '127.0.0.1' })
    return app.server
  },
  koa(recorder) {
    const app = new (tools('koa'))()
    app.silent = true
    app.use(recorder.koa)
    app.use(async (context: { req: IncomingMessage; method: string; status: number; type: string; body: unknown }) => {
      if (context.method === 'GET') throw new Error('broken')
      const parts: Buffer[] = []
      for await (const part of context.req) parts.push(part)
      context.status = 201
      context.body = JSON.parse(Buffer.concat(parts).toString())
    })
    return createServer(app.callback())
  },
  hono(recorder) {
    const app = new Hono()
    app.use(recorder.hono)
    app.post('/loans/:id', async (context) => context.json(await context.req.json(), 201))
    app.get('/loans/:id', () => {
      throw new Error('broken')
    })
    app.onError((_, context) => context.text('broken', 500))
    return createAdaptorServer(app) as Server
  },
}

it.each(Object.keys(frameworks).filter((name) => !withoutCiTools || name === 'hono'))(
  '%s: records what was sent, what came back, and what a handler threw',
  async (name) => {
    const { exchanges } = await recorded(frameworks[name] as never, async (base, recorder) => {
      expect(await call(`${base}/loans/7?page=1`, post)).toBe('{"amount":5}')
      await call(`${base}/loans/8`)
      await taken(recorder, 2)
    })
    expect(exchanges).toHaveLength(2)
    expect(exchanges[0]).toMatchObject({
      request: { method: 'POST', url: expect.stringMatching(/^http:\/\/.*\/loans\/7\?page=1$/), body: '{"amount":5}' },
      response: { status: 201, body: '{"amount":5}' },
    })
    const headers = exchanges[0]?.response?.headers ?? {}
    expect(headers['content-type']).toMatch(/^application\/json/)
    expect(exchanges[1]).toMatchObject({ request: { method: 'GET', body: '' }, response: { status: 500 } })
  },
)

it('redacts at the source: what is secret or personal is never written', async () => {
  const { text } = await recorded(
    plain((_, response) =>
      response
        .writeHead(200, ['Content-Type', 'application/json', 'Set-Cookie', 'session=planted-cookie'])
        .end(
          '{"email":"ann@example.com","note":"call 4111 1111 1111 1111","token":"planted-token","nick":"planted-nick","ok":7}',
        ),
    ),
    async (base, recorder) => {
      const headers = {
        authorization: 'Bearer planted-bearer',
        cookie: 'session=planted-session',
        'content-type': 'application/json',
      }
      await call(`${base}/a?api_key=planted-key`, { method: 'POST', headers, body: '{"password":"planted-password"}' })
      await taken(recorder, 1)
    },
    { redact: ['nick'] },
  )
  expect(text).toContain('\\"ok\\":7')
  expect(text).not.toMatch(/planted|ann@|4111/)
})

const streamed = (_: IncomingMessage, response: ServerResponse): void => {
  response.setHeader('content-type', 'text/plain')
  response.write('one ')
  setImmediate(() => {
    response.write(Buffer.from('two '))
    response.end('746872656563', 'hex')
  })
}
const reusing = (_: IncomingMessage, response: ServerResponse): void => {
  const buffer = Buffer.from('one ')
  response.write(buffer, () => {
    buffer.write('two ')
    response.end(buffer)
  })
}
it.each([
  ['a stream', streamed, '/a', {}, { status: 200, body: 'one two threec' }],
  [
    'HEAD',
    (_: IncomingMessage, response: ServerResponse) => response.end('not sent'),
    '/a',
    { method: 'HEAD' },
    { status: 200, body: '' },
  ],
  [
    '204',
    (_: IncomingMessage, response: ServerResponse) => response.writeHead(204).end(),
    '/a',
    {},
    { status: 204, body: '' },
  ],
  [
    '304',
    (_: IncomingMessage, response: ServerResponse) => response.writeHead(304, { etag: 'x' }).end(),
    '/a',
    {},
    { status: 304, headers: { etag: 'x' }, body: '' },
  ],
  [
    'a packed body',
    (_: IncomingMessage, response: ServerResponse) =>
      response
        .writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
        .end(gzipSync('{"a":1}')),
    '/a',
    {},
    { status: 200, headers: { 'content-type': 'application/json' }, body: '{"a":1}' },
  ],
  ['a buffer that is used again', reusing, '/a', {}, { status: 200, body: 'one two ' }],
  [
    'a body of more bytes, but not characters, than allowed',
    (_: IncomingMessage, response: ServerResponse) => response.end('ä'.repeat(600)),
    '/a',
    {},
    { status: 200, partialBody: true },
  ],
])('records %s', async (_, listener, path, init, response) => {
  const { exchanges } = await recorded(
    plain(listener),
    async (base, recorder) => {
      await call(`${base}${path}`, init)
      await taken(recorder, 1)
    },
    { maxBodyBytes: 1000 },
  )
  expect(exchanges[0]?.response).toMatchObject(response)
  if ('partialBody' in response) expect(exchanges[0]?.response).not.toHaveProperty('body')
})

it('records the headers that Node adds itself, in HTTP/1 and HTTP/2', async () => {
  const listener = (_: IncomingMessage, response: ServerResponse) => {
    response.setHeader('X-A', ['1', '2'])
    response.writeHead(200, 'Fine: yes', { 'Content-Type': 'text/plain' }).end('fine')
  }
  const headers = { 'content-type': 'text/plain', 'x-a': '1, 2', date: expect.stringMatching(/ GMT$/) }
  const first = await recorded(plain(listener), async (base, recorder) => {
    await call(`${base}/a`)
    await taken(recorder, 1)
  })
  expect(first.exchanges[0]?.response?.headers).toMatchObject({ ...headers, connection: 'keep-alive' })
  const http2 = createHttp2Server()
  const recorder = capture({ file: join(folder, 'http2.ndjson') })
  http2.on('request', (request, response) => {
    recorder.node(request as never, response as never)
    listener(request as never, response as never)
  })
  await once(http2.listen(0, '127.0.0.1'), 'listening')
  const session = connect(`http://127.0.0.1:${(http2.address() as AddressInfo).port}`)
  await once(session.request({ ':path': '/a' }).resume(), 'close')
  await taken(recorder, 1)
  session.close()
  await Promise.all([recorder.close(), new Promise((done) => http2.close(done))])
  const second: RecordedExchange = JSON.parse(await readFile(join(folder, 'http2.ndjson'), 'utf8'))
  expect(second.response).toMatchObject({ status: 200, headers, body: 'fine' })
  expect(Object.keys(second.response?.headers ?? {}).sort()).toEqual(Object.keys(headers).sort())
})

it('marks a request body that is too long, and knows nothing of one that nobody read', async () => {
  const { exchanges } = await recorded(
    plain((request, response) => {
      if (request.url === '/unread') response.end()
      else request.resume().on('end', () => response.end())
    }),
    async (base, recorder) => {
      await call(`${base}/read`, { method: 'POST', body: 'x'.repeat(2000) })
      await call(`${base}/unread`, { method: 'POST', body: 'y'.repeat(100) })
      await taken(recorder, 2)
    },
    { maxBodyBytes: 1000 },
  )
  const [long] = exchanges.filter(({ request }) => request.url.endsWith('/read'))
  expect(long?.request).toMatchObject({ partialBody: true })
  expect(long?.request).not.toHaveProperty('body')
})

it('knows no response of a request that its client broke off', async () => {
  const { exchanges } = await recorded(
    plain((_, response) => void response.write('half')),
    async (base, recorder) => {
      const request = send(`${base}/slow`).on('error', () => {})
      request.on('response', (response) => response.once('data', () => request.destroy()).on('error', () => {}))
      request.end()
      await taken(recorder, 1)
    },
  )
  expect(exchanges).toMatchObject([{ request: { method: 'GET' } }])
  expect(exchanges[0]).not.toHaveProperty('response')
})

it('records what runs at once, each with its own bodies', async () => {
  const ids = Array.from({ length: 50 }, (_, id) => id)
  const { exchanges } = await recorded(
    plain((request, response) => request.pipe(response)),
    async (base, recorder) => {
      await Promise.all(ids.map((id) => call(`${base}/${id}`, { method: 'POST', body: `body ${id}` })))
      await taken(recorder, ids.length)
    },
  )
  expect(exchanges).toHaveLength(ids.length)
  for (const { request, response } of exchanges) {
    expect(request.body).toBe(`body ${request.url.split('/').at(-1)}`)
    expect(response?.body).toBe(request.body)
  }
})

it('samples, and drops what would wait in more memory than allowed', async () => {
  const listener = plain((_, response) => response.end('x'.repeat(900)))
  const many = async (base: string) => {
    for (let at = 0; at < 20; at++) await call(base)
  }
  const none = await recorded(listener, many, { sampling: 0 })
  expect([none.exchanges, none.recorder.counts()]).toEqual([[], { captured: 0, dropped: 0 }])
  const few = await recorded(
    listener,
    async (base, recorder) => {
      await Promise.all(Array.from({ length: 20 }, () => call(base)))
      await taken(recorder, 20)
    },
    { maxQueueBytes: 5000 },
  )
  const { captured, dropped } = few.recorder.counts()
  expect(captured + dropped).toBe(20)
  expect(dropped).toBeGreaterThan(0)
  expect(few.exchanges).toHaveLength(captured)
})

it('leaves a request alone that is not sampled', async () => {
  const seen: unknown[] = []
  const state = (request: IncomingMessage, response: ServerResponse) => [
    Reflect.ownKeys(request),
    Reflect.ownKeys(response),
    response.eventNames().map((name) => [name, response.listenerCount(name)]),
  ]
  await recorded(
    (recorder) =>
      createServer((request, response) => {
        seen.push(state(request, response))
        recorder.express(request, response, () => seen.push(state(request, response)))
        response.end()
      }),
    (base) => call(base),
    { sampling: 0 },
  )
  expect(seen).toHaveLength(2)
  expect(seen[1]).toEqual(seen[0])
})

it('serves on where nothing can be written, and says so once', async () => {
  const errors: Error[] = []
  const { recorder } = await recorded(
    plain((_, response) => response.end('fine')),
    async (base, at) => {
      for (let each = 0; each < 3; each++) expect(await call(base)).toBe('fine')
      await taken(at, 3)
    },
    { file: join(resolve(import.meta.filename), 'a.ndjson'), onError: (error) => errors.push(error) },
  )
  expect(recorder.counts()).toEqual({ captured: 0, dropped: 3 })
  expect(errors).toHaveLength(1)
})

it.each([
  ['is async and throws', () => Promise.reject(new Error('own'))],
  [
    'throws',
    () => {
      throw new Error('own')
    },
  ],
])('serves on where the callback for errors %s', async (_, onError) => {
  const { recorder } = await recorded(
    plain((_, response) => response.end('fine')),
    async (base, at) => {
      expect(await call(base)).toBe('fine')
      await taken(at, 1)
    },
    { file: join(resolve(import.meta.filename), 'a.ndjson'), onError },
  )
  expect(recorder.counts()).toEqual({ captured: 0, dropped: 1 })
})

it('writes in a thread of its own, and before a service that ends by itself is gone', () => {
  const entry = JSON.stringify(resolve(import.meta.dirname, '../dist/capture-entry.js'))
  const program = `
    import { createServer } from 'node:http'
    const { capture } = await import(${entry})
    const recorder = capture({ file: 'a.ndjson' })
    const server = createServer((request, response) => recorder.express(request, response, () => response.end('{}')))
    server.listen(0, '127.0.0.1', async () => {
      for (let at = 0; at < 5; at++) await fetch('http://127.0.0.1:' + server.address().port + '/' + at).then((one) => one.text())
      server.close()
      server.closeAllConnections()
    })`
  execFileSync(process.execPath, ['--input-type=module', '-e', program], { cwd: folder })
  const lines = execFileSync('cat', ['a.ndjson'], { cwd: folder, encoding: 'utf8' }).trim().split('\n')
  expect(lines.map((line) => JSON.parse(line).request.url.slice(-2))).toEqual(['/0', '/1', '/2', '/3', '/4'])
})
