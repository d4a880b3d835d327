import { afterEach, expect, test } from 'vitest'
import { createSuiteProject, type Handler, type SuiteProject, sendJson } from '../../testing/cli/suite-project.ts'
import type { Target } from '../api/context.ts'
import { startSuites } from '../running/start.ts'

const description = `
openapi: 3.1.0
info: { title: Demo, version: '1' }
paths:
  /a:
    get:
      responses: { '200': { description: d, content: { application/json: { schema: { type: array, items: { type: string } } } } } }
    post:
      responses: { '200': { description: d, content: { application/json: { schema: { type: array, items: { type: string } } } } } }
  /b:
    get: &b { responses: { '200': &r { description: d, content: { application/json: { schema: { type: array } } } }, '404': *r, '500': *r } }
    post: *b
`

let project: SuiteProject | undefined
afterEach(() => project?.close())

async function run(suite: string, handler: Handler, target: Partial<Target> = {}) {
  project = await createSuiteProject({ description, suites: { 'a.suite.ts': suite }, handler })
  return startSuites({ include: ['*.suite.ts'], context: project.context(target) })
}

/** Responds with these bodies as JSON, in order, repeating the last. */
function respondWith(...bodies: string[]): { readonly handler: Handler; readonly requests: (string | undefined)[] } {
  const requests: (string | undefined)[] = []
  const handler: Handler = (request, response) => {
    requests.push(request.headers['cache-control'])
    const body = bodies.length > 1 ? bodies.shift() : bodies[0]
    response.writeHead(200, { 'content-type': 'application/json' }).end(body)
  }
  return { handler, requests }
}

function respondInTurn(...list: [number, string][]): { readonly handler: Handler } {
  const handler: Handler = (_request, response) => {
    const [status, body] = (list.length > 1 ? list.shift() : list[0]) ?? [200, '']
    response.writeHead(status, { 'content-type': 'application/json' }).end(body)
  }
  return { handler }
}

test('a garbled response is requested again, bypassing caches', async () => {
  const { handler, requests } = respondWith('["a', '["a"]')
  const { calls, findings } = await run(`api.call('GET /a')`, handler)
  expect(calls).toMatchObject([{ outcome: 'received', findings: [], notChecked: [] }])
  expect(findings).toEqual([])
  expect(requests).toEqual([undefined, 'no-cache'])
})

test('a response that stays garbled is a finding with the position of the error', async () => {
  const { handler, requests } = respondWith('["a" "b"]')
  const { calls } = await run(`api.call('GET /a')`, handler)
  const message = 'is sent as application/json, and it is not JSON from character 5 on'
  expect(calls).toMatchObject([
    { outcome: 'received', status: 200, findings: [{ ruleId: 'content-type-conformance', message }], notChecked: [] },
  ])
  // The first request, its retry, and the confirmation.
  expect(requests).toHaveLength(3)
})

/** Responds with these statuses in order, repeating the last. */
function statuses(...list: number[]): { readonly handler: Handler; readonly requests: number[] } {
  const requests: number[] = []
  const handler: Handler = (_request, response) => {
    const status = (list.length > 1 ? list.shift() : list[0]) ?? 200
    requests.push(status)
    sendJson(response, ['a'], status)
  }
  return { handler, requests }
}

test('a server error that does not recur fails no test, and is reported', async () => {
  const { handler, requests } = statuses(500, 200)
  const { tests, calls, findings, notChecked } = await run(
    `test('t', async () => { expect((await api.send('GET /a')).status).toBe(200) })`,
    handler,
  )
  expect([tests, findings]).toEqual([{ passed: 1, failed: 0, skipped: 0 }, []])
  expect(calls).toMatchObject([{ outcome: 'received', status: 200, findings: [] }])
  expect(calls[0]?.unmet).toBeUndefined()
  const rows = [...notChecked, ...calls.flatMap((call) => call.notChecked)]
  expect(rows.map(({ what }) => what)).toEqual(['server-error : status 500'])
  expect(requests).toEqual([500, 200])
})

test('an unexpected status that does not recur fails no test, and is reported', async () => {
  const { handler } = statuses(404, 200)
  const { calls, findings } = await run(`api.call('GET /b')`, handler)
  expect(findings).toEqual([])
  expect(calls).toMatchObject([
    { status: 200, findings: [], notChecked: [{ what: 'the status: expected 2XX, got 404' }] },
  ])
})

test('violations in the response after a transient failure are found', async () => {
  const { handler } = respondInTurn([500, '[]'], [200, '[1]'])
  const { calls } = await run(`api.call('GET /a')`, handler)
  expect(calls).toMatchObject([{ status: 200, findings: [{ ruleId: 'type-conformance' }] }])
})

test.each([
  ['GET /b', 'documented'],
  ['POST /b', "of a request that isn't resent"],
])('a server error is one finding of severity error: %s, %s', async (operation) => {
  const { handler } = statuses(500)
  const { calls, findings } = await run(`api.call('${operation}')`, handler)
  expect(findings).toEqual([])
  expect(calls).toMatchObject([{ status: 500, findings: [{ ruleId: 'server-error', severity: 'error' }] }])
})

test('an expected server error is information', async () => {
  const { handler } = statuses(500)
  const { tests, calls } = await run(`api.call('GET /b', { expect: 500 })`, handler)
  expect(tests).toEqual({ passed: 1, failed: 0, skipped: 0 })
  expect(calls).toMatchObject([{ findings: [{ ruleId: 'server-error', severity: 'info' }] }])
})

test('drift seen only once is not confirmed, whatever came before', async () => {
  const { handler, requests } = respondWith('[', '[1]', '["a"]')
  const { calls } = await run(`api.call('GET /a')`, handler)
  expect(calls).toMatchObject([{ outcome: 'received', findings: [] }])
  expect(requests).toHaveLength(3)
})

test('a request that may change state is not repeated for a garbled response', async () => {
  const { handler, requests } = respondWith('[', '[1]')
  const { calls } = await run(`api.call('POST /a')`, handler)
  expect(calls).toMatchObject([{ outcome: 'inconclusive' }])
  expect(requests).toHaveLength(1)
})

test('limits of the target apply to concurrent calls of a suite', async () => {
  let underway = 0
  let most = 0
  const handler: Handler = (_request, response) => {
    most = Math.max(most, ++underway)
    setTimeout(() => {
      underway--
      sendJson(response, [])
    }, 20)
  }
  const suite = `test('t', async () => { await Promise.all([1, 2, 3, 4].map(() => api.send('GET /a'))) })`
  const { calls } = await run(suite, handler, { concurrency: 2 })
  expect(calls.map(({ outcome }) => outcome)).toEqual(Array(4).fill('received'))
  expect(most).toBe(2)
})

test("a body above the target's limit is not checked", async () => {
  const { handler } = respondWith(JSON.stringify(Array(100).fill('a')))
  const { calls } = await run(`api.call('GET /a')`, handler, { maxBytes: 100 })
  expect(calls).toMatchObject([{ outcome: 'inconclusive', failure: 'too-large: the body is over 100 bytes' }])
})

test('a body nested deeper than the stack does not end the run', async () => {
  const { handler } = respondInTurn([200, `${'{"a":['.repeat(100_000)}${']}'.repeat(100_000)}`])
  const { calls, faults } = await run(`api.call('GET /a')`, handler)
  expect(faults).toEqual([])
  expect(calls).toMatchObject([{ outcome: 'received', status: 200, notChecked: [{ what: 'the body' }] }])
})
