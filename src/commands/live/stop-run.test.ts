import { readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Report } from '../../model/report.ts'
import { startCliHere } from '../../testing/cli/cli-here.ts'
import { type CliProcess, startCli } from '../../testing/cli/cli-process.ts'
import { runCli } from '../../testing/cli/run-cli.ts'
import { createSuiteProject, type SuiteProject, sendJson } from '../../testing/cli/suite-project.ts'
import { inFull } from '../../testing/runs.ts'
import { run } from '../run.ts'

const operation = `{ responses: { '200': { description: d, content: { application/json: { schema: { type: object, properties: { id: { type: integer } } } } } } } }`
const description = `
openapi: 3.0.3
info: { title: Demo, version: '1' }
paths:
  /a: { get: ${operation} }
  /slow: { get: ${operation} }
  /b: { get: ${operation} }
  /things: { post: ${operation} }
  /things/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    delete: ${operation}
`

const flow = (then: string): string => `
api.call('GET /a')
test('makes a thing', async () => {
  const { json } = await api.send('POST /things')
  api.cleanup(() => api.send('DELETE /things/{id}', { path: { id: json.id } }))
  ${then}
})
api.call('GET /b')
`

let project: SuiteProject
/** Pending responses by request. */
let held: Map<string, ServerResponse>
let holding: Set<string>
let arrived: Map<string, () => void>

beforeEach(async () => {
  held = new Map()
  holding = new Set()
  arrived = new Map()
  project = await createSuiteProject({
    description,
    suites: {},
    handler: ({ method, url = '' }, response) => {
      const request = `${method} ${url}`
      if (holding.has(request)) held.set(request, response)
      else sendJson(response, { id: url === '/a' ? 'drifted' : 1 })
      arrived.get(request)?.()
    },
  })
  const demo = { suites: '*.suite.ts', target: { baseUrl: project.baseUrl, writable: true } }
  await project.put('specdrift.config.json', JSON.stringify({ apis: { demo } }))
  expect(await runCli(run, ['snapshot', 'add', 'demo', 'openapi.yaml'], { cwd: project.folder })).toMatchObject({
    code: 0,
  })
})
afterEach(() => project.close())

type Start = (argv: readonly string[], options: { readonly cwd: string }) => CliProcess
/** Runs in this process except in full mode, with the same behaviour after a signal. */
const here: Start = inFull(startCli, (argv, options) => startCliHere(run, argv, options))

/** Starts the monitor with a suite. Resolves when the API has received a request whose response is pending. */
async function stuckAt(start: Start, request: string, then: string, ...flags: string[]): Promise<CliProcess> {
  const head = `import { contract } from 'specdrift/suite'
import { expect, test } from 'vitest'
const api = await contract({ api: 'demo' })
`
  await project.put('a.suite.ts', head + flow(then))
  holding.add(request)
  const got = new Promise<void>((done) => arrived.set(request, done))
  const cli = start(['monitor', 'demo', ...flags], { cwd: project.folder })
  await Promise.race([got, cli.ended.then(({ stderr }) => Promise.reject(new Error(stderr)))])
  return cli
}

const report = async (): Promise<Report> =>
  JSON.parse(await readFile(join(project.folder, 'reports/demo/report.json'), 'utf8'))
const requestsFrom = (request: string) => project.requests.slice(project.requests.indexOf(request))

describe.skipIf(process.platform === 'win32')('a signal stops a run', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)(
    '%s: nothing more is sent, cleanups run, what was found is reported, it ends with %i',
    async (signal, code) => {
      const cli = await stuckAt(startCli, 'GET /slow', `await api.send('GET /slow')`)
      cli.kill(signal)
      await cli.noted(/^stopping: /m)
      sendJson(held.get('GET /slow') as ServerResponse, { id: 1 })
      const { stdout, stderr, ...ended } = await cli.ended
      expect(ended).toEqual({ code, signal: null })
      // The request is not retried.
      expect(requestsFrom('GET /slow')).toEqual(['GET /slow', 'DELETE /things/1'])
      expect(stdout).toMatch(/COULD NOT CHECK demo[\s\S]*type-conformance/)
      expect(stderr).not.toContain('left behind')
      const { findings, partial, couldNotCheck, notChecked } = await report()
      expect(findings.map(({ site }) => site.operation)).toEqual(['GET /a'])
      expect([partial, couldNotCheck?.code]).toEqual([true, 'INTERRUPTED'])
      expect(couldNotCheck?.message).toBe('The run was stopped after 4 of 5 operations were called.')
      expect(notChecked).toContainEqual({
        operation: 'GET /b',
        what: 'its responses',
        because: 'the run was stopped',
        kind: 'not-called',
      })
      await expect(readFile(join(project.folder, 'history/demo.ndjson'))).rejects.toThrow('ENOENT')
    },
  )

  it.each([
    ['a response that does not come', 'GET /slow', `await api.send('GET /slow')`],
    [
      'a test that waits for something else',
      'GET /slow',
      `void api.send('GET /slow').catch(() => {}); await new Promise(() => {})`,
    ],
  ])('%s keeps no cleanup from running', async (_, request, then) => {
    const cli = await stuckAt(here, request, then)
    cli.kill('SIGINT')
    const { code, stderr } = await cli.ended
    expect([code, requestsFrom(request)]).toEqual([130, [request, 'DELETE /things/1']])
    expect(stderr).not.toContain('left behind')
    expect((await report()).findings).toHaveLength(1)
  })

  it('reports a cleanup that does not finish in time', async () => {
    holding.add('DELETE /things/1')
    const cli = await stuckAt(here, 'GET /slow', `await api.send('GET /slow')`)
    cli.kill('SIGTERM')
    const { code, stderr } = await cli.ended
    expect(code).toBe(143)
    expect(stderr).toContain('left behind, because 1 cleanup did not finish:\n  "makes a thing"\n')
    expect((await report()).couldNotCheck?.code).toBe('INTERRUPTED')
  })

  it('exits at once on a second signal and reports what is left behind', async () => {
    holding.add('DELETE /things/1')
    const cli = await stuckAt(startCli, 'GET /slow', `await api.send('GET /slow')`)
    cli.kill('SIGINT')
    await cli.noted(/^stopping: /m)
    cli.kill('SIGINT')
    const { code, stdout, stderr } = await cli.ended
    expect([code, stdout]).toEqual([130, ''])
    expect(stderr).toContain('left behind, because 1 cleanup did not finish:\n  "makes a thing"\n')
    await expect(report()).rejects.toThrow('ENOENT')
  })

  it('reports a run stopped before any result as failed', async () => {
    await project.put('a.suite.ts', '')
    const cli = await stuckAt(here, 'GET /a', '')
    cli.kill('SIGINT')
    expect(await cli.ended).toMatchObject({
      code: 130,
      stderr: expect.stringContaining('Last run with a result: unknown'),
    })
    expect((await report()).couldNotCheck?.message).toMatch(/^The run was stopped/)
  })

  it('does not wait for generated requests', async () => {
    const cli = await stuckAt(here, 'GET /b', '', '--generate', 'positive')
    sendJson(held.get('GET /b') as ServerResponse, { id: 1 })
    holding.delete('GET /b')
    holding.add('GET /slow')
    const got = new Promise<void>((done) => arrived.set('GET /slow', done))
    await got
    cli.kill('SIGINT')
    expect(await cli.ended).toMatchObject({ code: 130 })
    expect(requestsFrom('GET /slow')).toEqual(['GET /slow'])
  })

  it('stops while downloading the published description', async () => {
    const source = `${project.baseUrl}/published`
    const demo = { source, suites: '*.suite.ts', target: { baseUrl: project.baseUrl } }
    await project.put('specdrift.config.json', JSON.stringify({ apis: { demo } }))
    const cli = await stuckAt(here, 'GET /published', '')
    cli.kill('SIGTERM')
    // Long before the download's timeout; nothing is sent to the API.
    expect(await cli.ended).toMatchObject({ code: 143, stderr: expect.not.stringContaining('could not be compared') })
    expect(requestsFrom('GET /published')).toEqual(['GET /published'])
    expect((await report()).couldNotCheck?.code).toBe('INTERRUPTED')
  })
})
