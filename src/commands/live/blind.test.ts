import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Report } from '../../model/report.ts'
import { runCli } from '../../testing/cli/run-cli.ts'
import { createSuiteProject, type SuiteProject, sendJson } from '../../testing/cli/suite-project.ts'
import { run } from '../run.ts'

const ok = "'200': { description: d, content: { application/json: { schema: { type: object } } } }"
const query = (name: string) => `{ name: ${name}, in: query, schema: { type: integer, minimum: 1, maximum: 9 } }`
const description = `
openapi: 3.0.3
info: { title: Demo, version: '1' }
security: [{ token: [] }]
components: { securitySchemes: { token: { type: http, scheme: bearer } } }
paths:
  /a: { get: { responses: { ${ok}, '400': { description: d }, '401': { description: d } } } }
  /b/{id}: { parameters: [{ name: id, in: path, required: true, schema: { type: string } }], get: { responses: { ${ok}, '401': { description: d }, '404': { description: d } } } }
  /c: { put: { parameters: [${['q', 'r', 's', 't', 'u', 'v'].map(query).join()}], responses: { ${ok}, '400': { description: d }, '401': { description: d } } } }
`

let project: SuiteProject
let now = Date.UTC(2026, 10, 20, 8)
let revoked = false
let isDrifting = false
let revokes = true
beforeAll(async () => {
  project = await createSuiteProject({
    description,
    suites: { 'a.suite.ts': `api.call('GET /a')` },
    handler: (request, response) => {
      const isKnown = request.headers.authorization === 'Bearer secret-token-1' && !revoked
      if (!isKnown) return response.writeHead(401).end()
      revoked = revokes && request.method === 'PUT'
      const numbers = new URL(request.url ?? '', 'http://x').searchParams.values()
      const isValid = [...numbers].every((value) => /^[1-9]$/.test(value))
      return isValid ? sendJson(response, isDrifting ? [] : {}) : response.writeHead(400).end()
    },
  })
  const auth = [{ prefix: '/', type: 'bearer', env: 'DEMO_TOKEN' }]
  const target = { baseUrl: project.baseUrl, writable: true }
  await project.put(
    'specdrift.config.json',
    JSON.stringify({ apis: { demo: { suites: '*.suite.ts', auth, target, resources: ['PUT /c'] } } }),
  )
  expect(await cli('snapshot', 'add', 'demo', 'openapi.yaml')).toMatchObject({ code: 0 })
})
beforeEach(() => {
  revoked = false
  isDrifting = false
  revokes = true
})
afterAll(() => project.close())

function cli(...args: string[]) {
  now += 60_000
  return runCli(run, args, { cwd: project.folder, clock: () => now, env: { DEMO_TOKEN: 'secret-token-1' } })
}
const file = (name: string) => readFile(join(project.folder, name), 'utf8')
const report = async (): Promise<Report> => JSON.parse(await file('reports/demo/report.json'))

it('reports blind responses at the top and marks nothing as fixed', async () => {
  isDrifting = true
  expect(await cli('monitor', 'demo')).toMatchObject({ code: 1 })
  isDrifting = false
  const { code, stdout } = await cli('monitor', 'demo', '--generate', 'positive,negative')
  expect(code).toBe(2)
  const { couldNotCheck, history, summary, partial } = await report()
  expect(couldNotCheck).toMatchObject({
    code: 'LOCKED_OUT',
    message: expect.stringContaining('PUT /c'),
    lastGood: { page: 'last-good/index.html' },
  })
  expect(stdout).toMatch(/^✖ COULD NOT CHECK demo\n {2}.*PUT \/c/)
  expect([history?.fixed, summary.drift.fixed, partial]).toEqual([[], 0, true])
  const lines = (await file('history/demo.ndjson')).trimEnd().split('\n')
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ outcome: 'outage', reason: 'LOCKED_OUT', findings: [] })
})

it('is not blind if most responses are meaningful', async () => {
  revokes = false
  await cli('monitor', 'demo', '--generate', 'positive,negative')
  const { couldNotCheck, responses } = await report()
  expect(couldNotCheck).toBeUndefined()
  expect(responses?.blind).toEqual({})
  expect(responses?.total).toBeGreaterThan(9)
})

it('stops suites and generated requests when the credential becomes invalid', async () => {
  await project.put(
    'a.suite.ts',
    `import { test } from 'vitest'
import { contract } from 'specdrift/suite'
const api = await contract({ api: 'demo' })
test('changes', async () => { await api.send('GET /a'); await api.send('PUT /c') })
test('goes on', async () => { await api.send('GET /a') })
test('and on', async () => { await api.send('PUT /c') })
`,
  )
  const { code, stdout } = await cli('monitor', 'demo', '--generate', 'positive')
  const { couldNotCheck } = await report()
  expect([code, couldNotCheck?.code]).toEqual([2, 'LOCKED_OUT'])
  expect(couldNotCheck?.message).toMatch(/after `PUT \/c`.*`GET \/a` succeeded before and gets 401 now/)
  expect(stdout).toMatch(/^✖ COULD NOT CHECK demo/)
  // The rejected read, and the one that confirms it.
  const sent = project.requests
  expect(sent.slice(sent.lastIndexOf('PUT /c') + 1)).toEqual(['GET /a', 'GET /a'])
})
