import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { type CliOptions, createVitest } from 'vitest/node'
import { createSuiteProject, type Handler, type SuiteProject, sendJson } from '../testing/cli/suite-project.ts'
import FindingsReporter from './findings-reporter.ts'

const description = `
openapi: 3.1.0
info: { title: Demo, version: '1' }
paths:
  /a: { get: { responses: { '200': { description: d, content: { application/json: { schema: { type: array } } } } } } }
  /b: { get: { responses: { '200': { description: d }, '404': { description: d } } } }
  /b/{id}: { get: { parameters: [{ name: id, in: path, required: true, schema: { type: string }, example: '1' }], responses: { '200': { description: d } } } }
  /c/{id}: { get: { parameters: [{ name: id, in: path, required: true, schema: { type: string }, example: '1' }], responses: { '200': { description: d } } } }
  /d: { get: { responses: { '200': { description: d } } }, post: { responses: { '200': { description: d } } } }
`

const silence = new Writable({ write: (_chunk, _encoding, done) => done() })
const { exitCode } = process
const projects: SuiteProject[] = []
afterEach(async () => {
  process.exitCode = exitCode
  for (const project of projects.splice(0)) await project.close()
})

/** Runs vitest as a user would, with defaults except for reporters, and silent. */
async function runPlain(suites: Record<string, string>, handler: Handler, config: CliOptions = {}) {
  const project = await createSuiteProject({ description, suites, handler })
  projects.push(project)
  const reporter = new FindingsReporter({ cwd: project.folder })
  const outputFile = join(project.folder, 'vitest.json')
  const vitest = await createVitest(
    'test',
    {
      ...{ config: false, root: project.folder, include: ['*.suite.ts'], watch: false, silent: true, outputFile },
      reporters: [reporter, 'json'],
      provide: { specdrift: project.context({ writable: false }) },
      ...config,
    },
    { resolve: { alias: { 'specdrift/suite': fileURLToPath(new URL('../../dist/suite/index.js', import.meta.url)) } } },
    { stdout: silence },
  )
  await vitest.start()
  await vitest.close()
  const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(await readFile(outputFile, 'utf8'))
  const theirs = { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests }
  return { theirs, ours: reporter.run?.tests, requests: project.requests }
}

const suite = `
  api.call('GET /a')
  api.call('GET /b', { expect: [200, 404] })
  api.call('POST /d')
  test.skip('later', () => {})
  test('asserted', async () => { expect((await api.send('GET /a')).json).toHaveLength(0) })
  api.remaining()`

const clean: Handler = (request, response) => {
  if (request.url === '/a') sendJson(response, [])
  else response.end()
}

test.each<[string, Handler, { readonly passed: number; readonly failed: number; readonly skipped: number }]>([
  ['clean', clean, { passed: 7, failed: 0, skipped: 2 }],
  ['drifted', (_request, response) => sendJson(response, null), { passed: 5, failed: 2, skipped: 2 }],
  ['unasserted', (_request, response) => sendJson(response, [1]), { passed: 6, failed: 1, skipped: 2 }],
  // Unknown identifiers count as not reached.
  ['refused', (_request, response) => sendJson(response, {}, 404), { passed: 4, failed: 3, skipped: 2 }],
  ['unreachable', (request) => request.socket.destroy(), { passed: 1, failed: 6, skipped: 2 }],
])('vitest and specdrift count the same tests: %s', async (_name, handler, expected) => {
  const { theirs, ours } = await runPlain({ 'a.suite.ts': suite }, handler)
  expect(ours).toEqual(theirs)
  expect(theirs).toEqual(expected)
})

const files = {
  'a.suite.ts': `api.call('GET /a')`,
  'b.suite.ts': `for (const kind of ['b']) api.call(\`GET /\${kind}/{id}\`, { path: { id: '1' } })`,
  'c.suite.ts': `test('c', async () => { await api.send('GET /c/{id}', { path: { id: '1' } }) })`,
  'zz.suite.ts': 'api.remaining()',
}
const all = ['GET /a', 'GET /b', 'GET /b/1', 'GET /c/1', 'GET /d']

test.each<[string, CliOptions]>([
  ['files in threads of their own', {}],
  ['one file after the other', { fileParallelism: false, isolate: false }],
])('remaining() calls the operations that no other file calls: %s', async (_name, config) => {
  const { requests, ours, theirs } = await runPlain(files, clean, config)
  expect([...requests].sort()).toEqual(all)
  expect(ours).toEqual(theirs)
})

test('the shards of a run make the same calls as the whole run', async () => {
  const shards = await Promise.all(['1/3', '2/3', '3/3'].map((shard) => runPlain(files, clean, { shard })))
  expect(shards.flatMap(({ requests }) => requests).sort()).toEqual(all)
  expect(shards.filter(({ requests }) => requests.length === all.length)).toEqual([])
})
