import { readdir } from 'node:fs/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { createSuiteProject, type Handler, type SuiteProject, sendJson } from '../../testing/cli/suite-project.ts'
import type { SuiteContext, Target } from '../api/context.ts'
import { startSuites } from './start.ts'

const description = `
openapi: 3.1.0
info: { title: Demo, version: '1' }
paths:
  /loans:
    get:
      responses:
        '200': { description: d, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Loan' } } } } }
    post:
      requestBody: { content: { application/json: { example: {} } } }
      responses:
        '200': { description: d, content: { application/json: { schema: { $ref: '#/components/schemas/Loan' } } } }
  /loans/{id}:
    get:
      parameters: [{ name: id, in: path, required: true, schema: { type: string }, example: l1 }]
      responses:
        '200': { description: d, content: { application/json: { schema: { $ref: '#/components/schemas/Loan' } } } }
        '404': { description: d }
  /health:
    get: { responses: { '200': { description: d, content: { application/json: {} } } } }
components:
  schemas:
    Loan: { type: object, required: [id], properties: { id: { type: string } } }
`

const projects: SuiteProject[] = []
afterEach(async () => {
  for (const project of projects.splice(0)) await project.close()
})

const good: Handler = (request, response) => {
  if (request.url === '/loans/nope') response.writeHead(404).end()
  else sendJson(response, request.url === '/loans' && request.method === 'GET' ? [{ id: 'l1' }] : { id: 'l1' })
}

async function run(
  suites: string | Record<string, string>,
  handler = good,
  { reads = [], ...target }: Partial<Target & Pick<SuiteContext, 'reads'>> = {},
) {
  const files = typeof suites === 'string' ? { 'a.suite.ts': suites } : suites
  const project = await createSuiteProject({ description, suites: files, handler })
  projects.push(project)
  const result = await startSuites({ include: ['*.suite.ts'], context: { ...project.context(target), reads } })
  return { ...result, requests: project.requests }
}

test('returns records of declared calls, sends and hooks', async () => {
  const { calls, findings, notChecked } = await run(`
    beforeAll(async () => { await api.send('GET /health') })
    api.call('GET /loans/{id}', { path: { id: 'nope' }, expect: 404, as: 'unknown loan' })
    describe('flow', () => {
      test('of two calls', async () => {
        const { json, status, headers } = await api.send('POST /loans', { body: { a: 1 } })
        expect([json.id, status, headers['content-type']]).toEqual(['l1', 200, 'application/json'])
        await api.send('GET /loans/{id}', { path: { id: json.id } })
      })
    })`)
  expect(calls.map(({ test, operation, status, outcome }) => [test, operation, status, outcome])).toEqual([
    ['a.suite.ts', 'GET /health', 200, 'received'],
    ['GET /loans/{id}: unknown loan', 'GET /loans/{id}', 404, 'received'],
    ['flow > of two calls', 'POST /loans', 200, 'received'],
    ['flow > of two calls', 'GET /loans/{id}', 200, 'received'],
  ])
  expect([findings, notChecked]).toEqual([[], []])
})

test('drift is located at its call, and the flow continues', async () => {
  const { calls } = await run(
    `test('all loans', async () => {
       const { json } = await api.send('GET /loans')
       for (const { id } of json) await api.send('GET /loans/{id}', { path: { id: String(id) } })
     })`,
    (request, response) => sendJson(response, request.url === '/loans' ? [{ id: 'l1' }, { id: null }] : { id: 'l1' }),
  )
  const found = calls.flatMap((call) => call.findings)
  expect(found.map(({ ruleId, site }) => [ruleId, site.operation, site.pointer])).toEqual([
    ['null-conformance', 'GET /loans', '/*/id'],
  ])
  expect(calls).toHaveLength(3)
})

test('a finding that a second response does not repeat is reported but not counted', async () => {
  let requests = 0
  const { calls } = await run(`api.call('GET /loans')`, (_request, response) =>
    sendJson(response, requests++ ? [] : null),
  )
  expect(requests).toBe(2)
  expect(calls[0]?.findings).toEqual([])
  expect(calls[0]?.notChecked).toMatchObject([
    { operation: 'GET /loans', because: expect.stringContaining('the retry') },
  ])
})

test('unmet expectations and failed assertions are one finding each', async () => {
  const { findings } = await run(`
    api.call('GET /loans/{id}', { path: { id: 'nope' } })
    test('asserted', async () => { const { json } = await api.send('GET /loans'); expect(json).toHaveLength(7) })`)
  expect(findings.map(({ ruleId, site, message }) => [ruleId, site.operation, message])).toEqual([
    ['expectation-failed', 'GET /loans/{id}', expect.stringContaining('expected 2XX, got 404')],
    ['expectation-failed', 'GET /loans', expect.stringContaining("expected [ { id: 'l1' } ] to have a length of 7")],
  ])
})

test('an undocumented status is a single finding', async () => {
  const { calls, findings } = await run(`api.call('GET /loans')`, (_request, response) => sendJson(response, {}, 418))
  expect([...calls.flatMap((call) => call.findings), ...findings].map((finding) => finding.ruleId)).toEqual([
    'status-code-conformance',
  ])
})

test('calls without a response are not checked, nor are later steps that depend on them', async () => {
  const { calls, notChecked } = await run(
    `let id
     test('first', async () => { id = (await api.send('POST /loans')).json.id })
     test('second', async () => { await api.send('GET /loans/{id}', { path: { id } }) })
     test('third', () => { id.toUpperCase() })`,
    (request) => request.socket.destroy(),
  )
  expect(calls).toMatchObject([{ outcome: 'unreachable', failure: expect.stringContaining('ECONNRESET') }])
  expect(notChecked.map(({ what }) => what)).toEqual(['rest of test "second"', 'rest of test "third"'])
})

test.each([
  ['UNKNOWN_OPERATION', `api.call('GET /loan')`, /^a\.suite\.ts calls GET \/loan, .*did you mean GET \/loans\?/],
  ['UNKNOWN_OPERATION', `test('t', async () => { await api.send('GET /nothing') })`, /calls GET \/nothing/],
  ['UNKNOWN_API', `await contract({ api: 'other' })`, /No API called other/],
  ['SUITE_BROKEN', `throw new Error('oops')`, /a\.suite\.ts could not be run: oops \(line 4\)/],
  ['SUITE_BROKEN', `import './missing.ts'`, /a\.suite\.ts could not be run: .*missing\.ts/],
  ['SUITE_BROKEN', `const = 1`, /a\.suite\.ts could not be run: Unexpected token \(a\.suite\.ts line 4\)/],
])('%s: %s', async (code, suite, message) => {
  await expect(run(suite)).rejects.toMatchObject({ name: 'ToolError', code, message: expect.stringMatching(message) })
})

test.each([
  [`test('t', () => { null.x })`, /the test "t" failed: TypeError: Cannot read .* \(line 4\)$/],
  [`test('t', async () => { await api.send('GET /loans'); null.x })`, /the test "t" failed: TypeError: .* \(line 4\)$/],
  [`api.call('GET /loans/{id}', { path: { ID: 1 } })`, /has no parameter ID \(did you mean id\?\)/],
  [
    `test('t', async () => { void Promise.reject(new TypeError('lost')); await api.send('GET /loans') })`,
    /the test "t" failed: TypeError: lost/,
  ],
  [`beforeAll(() => { throw new RangeError('far') }); test('t', () => {})`, /"a\.suite\.ts" failed: RangeError: far/],
])('%s fails that test only', async (suite, message) => {
  const { findings, tests, calls } = await run({ 'a.suite.ts': suite, 'b.suite.ts': `api.call('GET /health')` })
  expect(findings).toMatchObject([
    { ruleId: 'expectation-failed', severity: 'error', message: expect.stringMatching(message) },
  ])
  expect(tests.passed).toBe(1)
  expect(calls.map(({ operation }) => operation)).toContain('GET /health')
})

test('no matching suite is an error', async () => {
  await expect(run({})).rejects.toMatchObject({ code: 'NO_SUITES' })
})

test('a read-only target gets only reads, and skipped calls are reported', async () => {
  const suite = `api.call('POST /loans'); api.call('GET /loans')`
  const { calls, notChecked, requests } = await run(suite, good, { writable: false })
  expect(calls.map(({ operation }) => operation)).toEqual(['GET /loans'])
  expect(requests).toEqual(['GET /loans'])
  expect(notChecked).toEqual([
    {
      ...{ operation: 'POST /loans', what: 'test "POST /loans"', kind: 'not-writable' },
      because: 'it changes state and the target is not declared writable',
    },
  ])
})

test('a POST declared as a read in the config is called on a read-only target', async () => {
  const suite = `api.call('POST /loans'); api.remaining()`
  const { requests, notChecked } = await run(suite, good, { writable: false, reads: ['POST /loans'] })
  expect(requests).toContain('POST /loans')
  expect(notChecked).toEqual([])
  const { requests: remaining } = await run('api.remaining()', good, { writable: false, reads: ['POST /loan*'] })
  expect(remaining).toContain('POST /loans')
})

test('remaining() calls every safe operation that other files did not call', async () => {
  const { calls } = await run({
    'zz.suite.ts': 'api.remaining()',
    'b.suite.ts': `test('t', async () => { await api.send('GET /health') })`,
    'a.suite.ts': `api.call('GET /loans')`,
  })
  expect(calls.map(({ operation }) => operation)).toEqual(['GET /loans', 'GET /health', 'GET /loans/{id}'])
})

test('remaining() calls all operations without other files', async () => {
  const { requests } = await run('api.remaining()')
  expect(requests).toEqual(['GET /loans', 'GET /health', 'GET /loans/l1'])
})

test('skipped tests are reported', async () => {
  const { notChecked } = await run(`test.skip('later', () => {}); api.call('GET /loans')`)
  expect(notChecked).toEqual([{ what: 'test "later"', because: 'it was skipped in a.suite.ts' }])
})

test('prints nothing, leaves no files, keeps the exit code and returns no secrets', async () => {
  const write = vi.spyOn(process.stdout, 'write')
  const before = process.exitCode
  const { calls, findings } = await run(
    `console.log('noise')
     test('t', async () => {
       const { json } = await api.send('GET /loans')
       expect(json[0].id).toBe('Bearer other')
       await api.send('GET /health', { auth: 'secret-2' })
       await api.send('GET /loans', { query: { api_key: 'secret-3' } })
     })`,
    (request, response) => {
      sendJson(response, [{ id: request.headers.authorization, [request.url ?? '']: 1 }])
    },
    { credentials: [{ type: 'bearer', name: 'TOKEN_1', prefix: '/', token: 'secret-1' }] },
  )
  expect(write).not.toHaveBeenCalled()
  expect(process.exitCode).toBe(before)
  expect(await readdir(projects[0]?.folder ?? '')).toEqual(['a.suite.ts', 'openapi.yaml'])
  expect(calls[0]?.curl).toContain('$TOKEN_1')
  expect(findings).toHaveLength(1)
  expect(JSON.stringify([calls, findings])).not.toMatch(/secret-\d/)
})
