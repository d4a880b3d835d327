import { createServer, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createSuiteProject, type SuiteProject } from '../../testing/cli/suite-project.ts'
import { listen } from '../../testing/servers/loopback.ts'
import type { Target } from '../api/context.ts'
import { startSuites } from '../running/start.ts'

const description = `
openapi: 3.1.0
info: { title: Demo, version: '1' }
paths:
  /a:
    get: { responses: { '200': &r { description: d, content: { application/json: { schema: { type: array } } } } } }
    post: { parameters: [{ name: n, in: query, schema: { type: integer } }], responses: { '200': *r } }
    put: { responses: { '200': *r } }
  /b: { get: { responses: { '200': *r } } }
`

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

const whole =
  'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\nkeep-alive: timeout=60\r\n\r\n[]'

/** Starts a socket server. `reply` receives the first line of each request, its count overall and its count within the connection. */
async function serve(reply: (socket: Socket, line: string, count: number, inConnection: number) => void) {
  const lines: string[] = []
  const server = createServer((socket) => {
    let inConnection = 0
    socket.on('error', () => {})
    socket.on('data', (bytes) => {
      const line = String(bytes).split('\r\n', 1)[0] ?? ''
      lines.push(line)
      reply(socket, line, lines.filter((each) => each === line).length, ++inConnection)
    })
  })
  const port = await listen(server)
  cleanups.push(() => server.close())
  return { lines, baseUrl: `http://127.0.0.1:${port}` }
}

async function run(suite: string, baseUrl: string, target: Partial<Target> = {}) {
  const project: SuiteProject = await createSuiteProject({
    description,
    suites: { 'a.suite.ts': suite },
    handler: () => {},
  })
  cleanups.push(() => project.close())
  return startSuites({ include: ['*.suite.ts'], context: project.context({ writable: true, ...target, baseUrl }) })
}

const both = `api.call('GET /b'); api.call('GET /a')`

test.each<[string, (socket: Socket) => void]>([
  ['an empty reply', (socket) => socket.end()],
  ['a reset', (socket) => socket.resetAndDestroy()],
  ['an end in the middle of the headers', (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-ty')],
  ['an end in the middle of the body', (socket) => socket.end(whole.replace('length: 2', 'length: 9'))],
  ['a reset in the middle of the body', (socket) => socket.write(whole.slice(0, -1), () => socket.resetAndDestroy())],
  ['chunks that end too early', (socket) => socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\n[')],
  ["data that isn't HTTP", (socket) => socket.end('panic: index out of range\r\n\r\n')],
])('%s at one operation is a finding with a stable fingerprint', async (_name, breakOff) => {
  const { baseUrl } = await serve((socket, line) => (line.includes('/a') ? breakOff(socket) : socket.write(whole)))
  const { calls, tests, notChecked } = await run(both, baseUrl)
  expect(calls).toMatchObject([
    { operation: 'GET /b', outcome: 'received', findings: [] },
    {
      operation: 'GET /a',
      isBroken: true,
      findings: [
        {
          ruleId: 'server-error',
          fingerprint: 'e032ffc0c2f3c61d',
          evidence: { curl: expect.stringContaining('/a'), observed: expect.stringMatching(/^[\w-]+: \S/) },
        },
      ],
    },
  ])
  expect(tests).toEqual({ passed: 1, failed: 1, skipped: 0 })
  expect(notChecked).toEqual([])
})

test('an operation that times out is still not checked', async () => {
  const { baseUrl } = await serve((socket, line) => void (line.includes('/a') || socket.write(whole)))
  const { calls } = await run(both, baseUrl, { timeoutMs: 50 })
  expect(calls[1]).toMatchObject({ outcome: 'unreachable', failure: expect.stringMatching(/^timeout/), findings: [] })
})

test.each([
  ['GET', 'received', 200],
  ['PUT', 'received', 200],
  // It may have been processed twice, so the test stops.
  ['POST', 'unreachable', undefined],
])('a %s that breaks off once is not a finding', async (method, outcome, status) => {
  const { baseUrl } = await serve((socket, line, count) =>
    line.startsWith(method) && count <= (method === 'POST' ? 1 : 3) ? socket.destroy() : socket.write(whole),
  )
  const { calls } = await run(`api.call('${method} /a')`, baseUrl)
  expect(calls.map((call) => [call.outcome, call.status, call.findings])).toEqual([[outcome, status, []]])
})

test('a broken request is retried more often if the host broke connections before', async () => {
  const { baseUrl, lines } = await serve((socket, line, count) =>
    line.startsWith('POST') && (line.includes('?n=1') ? count === 1 : count < 4)
      ? socket.destroy()
      : socket.write(whole),
  )
  const { calls } = await run(
    `api.call('GET /a'); api.call('POST /a', { query: { n: 1 } }); api.call('POST /a')`,
    baseUrl,
  )
  expect(calls.flatMap(({ findings }) => findings)).toEqual([])
  expect(lines.filter((line) => line.startsWith('POST'))).toHaveLength(2 + 4)
})

test('a rejected retry of a request that may have been processed is ignored', async () => {
  const { baseUrl } = await serve((socket, line, count) => {
    if (line.startsWith('GET')) socket.write(whole)
    else if (count === 1) socket.destroy()
    else socket.write(whole.replace('200 OK', '500 Oh'))
  })
  const { calls } = await run(`api.call('GET /a'); api.call('POST /a')`, baseUrl)
  expect(calls[1]).toMatchObject({ outcome: 'unreachable', findings: [] })
})

test('a connection closed while idle does not count against the next request', async () => {
  const { baseUrl, lines } = await serve((socket, line, _count, inConnection) =>
    line.startsWith('POST') && inConnection > 1 ? socket.resetAndDestroy() : socket.write(whole),
  )
  const before = ['', 'again', 'once more'].map((as) => `api.call('GET /a', { as: '${as}' })`).join(';')
  const { calls } = await run(`${before}; api.call('POST /a')`, baseUrl)
  expect(calls.flatMap(({ findings }) => findings)).toEqual([])
  expect(lines.filter((line) => line.startsWith('POST'))).toHaveLength(2)
})

test('a host that breaks every connection from some point on is down, which causes no findings', async () => {
  let isDown = false
  const { baseUrl } = await serve((socket, line) => {
    isDown ||= line.startsWith('POST')
    if (isDown) socket.destroy()
    else socket.write(whole)
  })
  const { calls } = await run(`api.call('GET /a'); api.call('POST /a'); api.call('GET /b')`, baseUrl)
  expect(calls.map(({ outcome, findings }) => [outcome, findings])).toEqual([
    ['received', []],
    ['unreachable', []],
    ['unreachable', []],
  ])
})

test('a test stops after a broken connection, whatever the severity of its finding', async () => {
  const { baseUrl } = await serve((socket, line) => void (line.includes('/a') ? socket.end() : socket.write(whole)))
  const flow = `test('flow', async () => { expect((await api.send('GET /a')).json).toEqual([]) })`
  const project = await createSuiteProject({
    description,
    suites: { 'a.suite.ts': `api.call('GET /b'); ${flow}` },
    handler: () => {},
  })
  cleanups.push(() => project.close())
  const context = { ...project.context({ baseUrl }), rules: { 'server-error': 'info' as const } }
  const { findings, calls, tests } = await startSuites({ include: ['*.suite.ts'], context })
  expect(calls[1]?.findings).toMatchObject([{ severity: 'info' }])
  expect([findings, tests.failed]).toEqual([[], 1])
  const off = { ...context, rules: { 'server-error': 'off' as const } }
  expect((await startSuites({ include: ['*.suite.ts'], context: off })).calls[1]).toMatchObject({
    outcome: 'unreachable',
    findings: [],
  })
})
