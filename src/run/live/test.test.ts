import { afterEach, expect, test } from 'vitest'
import type { Credential } from '../../drift/auth/credential.ts'
import { startSandbox } from '../../sandbox/index.ts'
import type { Target } from '../../suite/api/context.ts'
import { createSuiteProject, liveRun, type SuiteProject, sendJson } from '../../testing/cli/suite-project.ts'
import { runSuites } from './test.ts'

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup()
})

async function lending(...drift: string[]) {
  const { url: baseUrl, controlUrl, tokens, close } = await startSandbox({ drift, controlPort: 0 })
  cleanups.push(close)
  const credentials: Credential[] = [
    { type: 'bearer', name: 'MAIN_TOKEN', prefix: '/main-account', token: tokens.main },
    { type: 'bearer', name: 'SUB_TOKEN', prefix: '/sub-account', token: tokens.sub },
  ]
  const target = { baseUrl, ...(controlUrl && { controlUrl }), label: 'sandbox', writable: true, credentials }
  // File durations are the only difference between equal runs.
  const {
    document: _,
    suites: _took,
    ...run
  } = await runSuites(liveRun({ api: 'lending', cwd: process.cwd(), suites: 'suites/lending/*.suite.ts', target }))
  return run
}

async function demo(
  suite: string,
  project: Partial<Parameters<typeof createSuiteProject>[0]> = {},
): Promise<SuiteProject> {
  const created = await createSuiteProject({
    description: `
openapi: 3.1.0
info: { title: Demo, version: '1' }
paths:
  /a: { get: { responses: { '200': { description: d, content: { application/json: {} } }, 4XX: { description: d } } } }
  /b: { get: { responses: { default: { description: d, content: { application/json: {} } } } } }
  /c: { post: { responses: { '201': { description: d } } } }
`,
    suites: { 'a.suite.ts': suite },
    handler: (_request, response) => sendJson(response, {}),
    ...project,
  })
  cleanups.push(() => created.close())
  return created
}

function runDemo(project: SuiteProject, target: Partial<Target> = {}) {
  const context = project.context(target)
  return runSuites(liveRun(context), context.description)
}

test('the sandbox conforms to its contract: all 49 operations, no findings, the same each time', async () => {
  const run = await lending()
  expect(run.findings).toEqual([])
  expect(run.notChecked).toEqual([])
  expect(run.subjects).toHaveLength(49)
  expect(run.subjects.filter(({ calls }) => !calls)).toEqual([])
  expect(run.subjects.filter(({ outcomes }) => Object.keys(outcomes ?? {}).join() !== 'received')).toEqual([])
  expect(Object.keys(run.statistics.operations)).toHaveLength(49)
  // Ignores times.
  const facts = ({ responseTimes: _, serverTime: __, ...rest }: typeof run) => JSON.stringify(rest)
  expect(facts(await lending())).toBe(facts(run))
})

const drifts = [
  ['null@GET /main-account/balances/crypto', 'null-conformance', '/*'],
  ['required@GET /sub-account/loans/{loanId}', 'required-conformance', '/initialBorrow'],
  ['enum@POST /main-account/loans/transactions', 'enum-conformance', '/content/*/status'],
] as const
/** One run with all drifts. */
let drifted: ReturnType<typeof lending> | undefined

test.each(drifts)('%s is exactly one finding', async (drift, ruleId, pointer) => {
  drifted ??= lending(...drifts.map(([each]) => each))
  const { findings } = await drifted
  expect(findings).toHaveLength(drifts.length)
  const operation = drift.slice(drift.indexOf('@') + 1)
  const own = findings.filter(({ site }) => site.operation === operation)
  expect(own.map((finding) => [finding.ruleId, finding.site.pointer])).toEqual([[ruleId, pointer]])
  expect(own[0]?.evidence?.curl).toContain('"$SPECDRIFT_BASE_URL"')
  expect(own[0]?.severity).toBe('error')
})

test('subjects and statistics count the calls', async () => {
  const project = await demo(`api.call('GET /a'); api.call('GET /a', { as: 'again' }); api.call('GET /b')`)
  const run = await runDemo(project)
  expect(run.subjects).toEqual([
    { operation: 'GET /a', calls: 2, outcomes: { received: 2 }, statuses: [200], findings: 0 },
    { operation: 'GET /b', calls: 1, outcomes: { received: 1 }, statuses: [200], findings: 0 },
    { operation: 'POST /c', calls: 0, outcomes: {}, statuses: [], findings: 0 },
  ])
  expect(run.statistics.operations).toMatchObject({
    'GET /a': { calls: 2, responses: { 200: 2 } },
    'GET /b': { calls: 1 },
  })
  expect(run.notChecked).toEqual([
    { operation: 'POST /c', what: 'its responses', because: 'no suite calls it', kind: 'not-called' },
  ])
  expect(run.calls).toBe(3)
})

test('an operation without a response is reported as not checked', async () => {
  const project = await demo(`api.call('GET /a'); api.call('GET /b')`, {
    handler: (request, response) => (request.url === '/a' ? response.writeHead(503).end() : sendJson(response, {})),
  })
  const run = await runDemo(project)
  expect(run.subjects[0]).toMatchObject({ outcomes: { gateway: 1 }, statuses: [503] })
  expect(run.findings).toEqual([])
  expect(run.notChecked).toContainEqual({
    operation: 'GET /a',
    what: 'test "GET /a"',
    because: 'a gateway responded instead of the application (503)',
  })
})

test('a target without a response is an error that names it', async () => {
  const project = await demo(`api.call('GET /a'); api.call('GET /b')`)
  await expect(runDemo(project, { baseUrl: 'http://127.0.0.1:1' })).rejects.toMatchObject({
    code: 'UNREACHABLE',
    message: 'No response from demo: 2 calls unreachable (ECONNREFUSED).',
  })
})

test('a description without operations is an error', async () => {
  const description = "openapi: 3.1.0\ninfo: { title: Demo, version: '1' }\npaths: {}\n"
  await expect(runDemo(await demo('api.remaining()', { description }))).rejects.toMatchObject({ code: 'NO_OPERATIONS' })
})

test.each([
  [`test.skip('GET /a', () => {})`, '1 test not run (it was skipped in a.suite.ts)'],
  [`api.call('GET /a'); test.only('mine', () => {})`, '1 test not run (it was skipped in a.suite.ts)'],
  [`api.call('POST /c')`, '1 test not run (it changes state and the target is not declared writable)'],
  [`test('nothing', () => {})`, 'no test of theirs calls the API'],
])('a run without a call is an error with the reason: %s', async (suite, why) => {
  const project = await demo(suite)
  await expect(runDemo(project, { writable: false })).rejects.toMatchObject({
    code: 'NOTHING_CALLED',
    message: `The suites *.suite.ts made no call to demo: ${why}.`,
  })
})

const credentials: Credential[] = [{ type: 'bearer', name: 'DEMO_TOKEN', prefix: '/', token: 'demo-token' }]

test.each([
  [401, {}, 'REFUSED', 'demo refused DEMO_TOKEN: 2 calls unauthorized (401).', /DEMO_TOKEN/],
  [429, {}, 'RATE_LIMITED', 'demo responded only with rate limits: 2 calls rate-limited (429).', /rate limit/],
  [
    200,
    { 'content-type': 'text/html' },
    'GATEWAY',
    'Only a gateway responded at demo, not the application: 2 calls gateway (200).',
    /proxy/,
  ],
] as const)("reports responses that aren't from the application: %s", async (status, headers, code, message, hint) => {
  const project = await demo(`api.call('GET /a'); api.call('GET /b')`, {
    handler: (_request, response) => response.writeHead(status, headers).end('<p>'),
  })
  const error = { code, message, hint: expect.stringMatching(hint) }
  await expect(runDemo(project, { credentials })).rejects.toMatchObject(error)
})

test('all kinds of failed responses are named', async () => {
  const project = await demo(`api.call('GET /a'); api.call('GET /b')`, {
    handler: (request, response) => response.writeHead(request.url === '/a' ? 503 : 429).end(),
  })
  await expect(runDemo(project)).rejects.toMatchObject({
    code: 'NOTHING_CHECKED',
    message: 'No response of demo could be checked: 1 call gateway (503), 1 call rate-limited (429).',
  })
})

test('a missing description is reported before any call', async () => {
  const project = await demo(`api.call('GET /a')`)
  const run = runSuites(liveRun(project.context()), 'missing.yaml')
  await expect(run).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' })
  expect(project.requests).toEqual([])
})
