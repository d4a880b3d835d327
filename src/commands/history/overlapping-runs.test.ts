import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Report } from '../../model/report.ts'
import { runCli } from '../../testing/cli/run-cli.ts'
import { createSuiteProject, type SuiteProject, sendJson } from '../../testing/cli/suite-project.ts'
import { databases, type TestDatabase } from '../../testing/servers/postgres-server.ts'
import { run } from '../run.ts'

const description = `
openapi: 3.0.3
info: { title: Demo, version: '1' }
paths:
  /a: { get: { responses: { '200': { description: d, content: { application/json: { schema: { type: object, properties: { id: { type: integer } } } } } } } } }
`
/** Response of the API, and a promise it waits for. */
let id: unknown
let ready: Promise<void>
/** Called when a request has arrived. */
let onCall: () => void
let project: SuiteProject
beforeAll(async () => {
  project = await createSuiteProject({
    description,
    suites: { 'a.suite.ts': `api.call('GET /a')` },
    handler: (_request, response) => {
      void ready.then(() => sendJson(response, { id }))
      onCall()
    },
  })
  await runCli(run, ['snapshot', 'add', 'demo', 'openapi.yaml', '--id', 'v1'], { cwd: project.folder })
})
afterAll(() => project.close())
beforeEach(() => {
  id = 'one'
  ready = Promise.resolve()
  onCall = () => {}
})

const kept = [['files', undefined], ...databases.slice(-1)] as const
describe.each(kept)('in %s', (name, start) => {
  let database: TestDatabase | undefined
  let env: Record<string, string>
  let count = 0
  beforeAll(async () => {
    database = await start?.()
    env = database === undefined ? {} : { SPECDRIFT_HISTORY_URL: database.url }
    if (database !== undefined) await runCli(run, ['history', 'migrate'], { cwd: project.folder, env })
  })
  afterAll(() => database?.close())

  /** Each test uses its own API, and thus its own history. */
  async function newApi(): Promise<string> {
    const api = `${name.toLowerCase()}${++count}`
    const suites = '*.suite.ts'
    await project.put(
      'specdrift.config.json',
      JSON.stringify({ apis: { [api]: { suites, target: { baseUrl: project.baseUrl } } } }),
    )
    await project.put('a.suite.ts', suiteOf(api))
    await runCli(run, ['snapshot', 'add', api, 'openapi.yaml', '--id', 'v1'], { cwd: project.folder })
    return api
  }

  async function monitor(api: string, time: string) {
    const options = { cwd: project.folder, env, clock: () => Date.parse(`${time}:00.000Z`) }
    const folder = `reports-${time.replace(':', '-')}`
    const { stderr } = await runCli(run, ['monitor', api, '--reports-dir', folder], options)
    const report: Report = JSON.parse(await readFile(join(project.folder, folder, api, 'report.json'), 'utf8'))
    const [finding] = report.findings
    return { stderr, fixed: report.summary.drift.fixed, state: finding?.state, cause: finding?.cause }
  }

  it('counts three runs with a finding although the first one ended second', async () => {
    const api = await newApi()
    let release = () => {}
    ready = new Promise((resolve) => {
      release = resolve
    })
    const called = new Promise<void>((resolve) => {
      onCall = resolve
    })
    const one = monitor(api, '2026-11-20T12:00')
    await called
    ready = Promise.resolve()
    expect((await monitor(api, '2026-11-20T12:01')).state).toBe('new')
    release()
    expect((await one).state).toBe('open')
    expect(await monitor(api, '2026-11-20T12:02')).toMatchObject({
      state: 'open',
      cause: { kind: 'never-conformed', firstSeen: '2026-11-20T12:00:00.000Z', runs: 3 },
    })
  })

  it('reports a finding as fixed only once, even if the clock is behind or in 2099', async () => {
    const api = await newApi()
    const list = async () =>
      JSON.parse((await runCli(run, ['history', 'list', api, '--json'], { cwd: project.folder, env })).stdout)
    for (const [begins, times] of [
      ['2026-11-20T12:30', ['2026-11-20T11:00', '2026-11-20T11:05', '2026-11-20T11:10']],
      ['2099-01-01T00:00', ['2026-11-20T13:00', '2026-11-20T13:05', '2026-11-20T13:10']],
    ] as const) {
      id = 'one'
      await monitor(api, begins)
      expect((await list()).targets[0].open).toBe(1)
      id = 1
      const said: unknown[] = []
      for (const time of times) {
        const { fixed, stderr } = await monitor(api, time)
        said.push([fixed, stderr.match(/check the clocks/g)?.length ?? 0])
      }
      expect(said).toEqual([
        [1, 1],
        [0, 0],
        [0, 0],
      ])
      expect((await list()).targets[0]).toMatchObject({ open: 0, last: `${times[2]}:00.000Z` })
    }
  })
})

function suiteOf(api: string): string {
  return `import { contract } from 'specdrift/suite'
const api = await contract({ api: '${api}' })
api.call('GET /a')
`
}
