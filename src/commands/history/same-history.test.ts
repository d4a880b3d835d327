import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Report } from '../../model/report.ts'
import { runCli } from '../../testing/cli/run-cli.ts'
import { createSuiteProject, type SuiteProject, sendJson } from '../../testing/cli/suite-project.ts'
import { runsOf } from '../../testing/runs.ts'
import { databases, type TestDatabase } from '../../testing/servers/postgres-server.ts'
import { run } from '../run.ts'

const describing = (values: string): string => `
openapi: 3.0.3
info: { title: Demo, version: '1' }
paths:
  /a: { get: { responses: { '200': { description: d, content: { application/json: { schema: { $ref: '#/components/schemas/Item' } } } } } } }
  /b: { get: { responses: { '200': { description: d, content: { application/json: { schema: { $ref: '#/components/schemas/Item' } } } } } } }
components:
  schemas:
    Item: { type: object, properties: { id: { type: integer }, status: { type: string, enum: [${values}] } } }
`

/** Response of the API and snapshot in each recorded run. */
const recorded = {
  healthy: { snapshot: 'v1', '/a': { id: 1, status: 'OPEN' }, '/b': { id: 2, status: 'CLOSED' } },
  lost: { snapshot: 'v1', '/a': { id: 1, status: 'LOST' }, '/b': { id: 2, status: 'CLOSED' } },
  worse: { snapshot: 'v1', '/a': { id: 1, status: 'LOST' }, '/b': { id: 'two', status: null } },
  changed: { snapshot: 'v2', '/a': { id: 1, status: 'LOST' }, '/b': { id: 2, status: 'CLOSED' } },
  stolen: { snapshot: 'v2', '/a': { id: 1, status: 'STOLEN' }, '/b': { id: 'two', status: 'OPEN' } },
}
type Recorded = keyof typeof recorded
type Step = Recorded | 'outage'

/** Findings that appear, disappear and return, outages, and then a contract without CLOSED. */
const sequence: readonly Step[] = [
  ...repeated(['healthy', 'healthy', 'lost', 'lost', 'outage', 'worse', 'healthy', 'outage', 'lost'], runsOf(9)),
  ...repeated(['changed', 'stolen', 'outage', 'stolen', 'changed', 'changed'], runsOf(6)),
]

function repeated(items: readonly Step[], count: number): readonly Step[] {
  return Array.from({ length: count }, (_, at) => items[at % items.length]).flatMap((item) => item ?? [])
}

let project: SuiteProject
let responses: Readonly<Record<string, unknown>> = {}
beforeAll(async () => {
  project = await createSuiteProject({
    description: describing('OPEN, CLOSED'),
    suites: { 'a.suite.ts': `api.call('GET /a')`, 'b.suite.ts': `api.call('GET /b')` },
    handler: ({ url = '' }, response) => sendJson(response, responses[url]),
  })
  const demo = { suites: '*.suite.ts', target: { baseUrl: project.baseUrl } }
  await project.put('specdrift.config.json', JSON.stringify({ apis: { demo } }))
  await project.put('v2.yaml', describing('OPEN, LOST'))
  await cli(0, {}, 'snapshot', 'add', 'demo', 'openapi.yaml', '--id', 'v1')
  await cli(0, {}, 'snapshot', 'add', 'demo', 'v2.yaml', '--id', 'v2')
  for (const [name, { snapshot, ...bodies }] of Object.entries(recorded)) {
    responses = bodies
    for (const shard of [1, 2]) {
      const flags = ['--shard', `${shard}/2`, '--reports-dir', `recorded/${name}/${shard}`, '--snapshot', snapshot]
      await cli(0, {}, 'monitor', 'demo', ...flags)
    }
  }
}, 300_000)
afterAll(() => project.close())

/** Runs a command in this process, on the day of a run. */
async function cli(day: number, env: Readonly<Record<string, string>>, ...argv: string[]) {
  return runCli(run, argv, { cwd: project.folder, clock: () => Date.UTC(2026, 0, 1 + day, 8), env })
}

/** Changes the day of a run's recorded shards. */
async function shardsOn(day: number, name: Recorded): Promise<readonly string[]> {
  return Promise.all(
    [1, 2].map(async (shard) => {
      const report: Report = JSON.parse(
        await readFile(join(project.folder, `recorded/${name}/${shard}/demo/report.json`), 'utf8'),
      )
      const file = `replayed-${shard}.json`
      const times = { ...report.times, startedAt: new Date(Date.UTC(2026, 0, 1 + day, 8)).toISOString() }
      await writeFile(join(project.folder, file), JSON.stringify({ ...report, times }))
      return file
    }),
  )
}

/** Returns all files of a folder by name, except logs, which contain times. */
async function filesOf(folder: string): Promise<Readonly<Record<string, string>>> {
  const path = join(project.folder, folder)
  const names = await readdir(path, { recursive: true, withFileTypes: true })
  const files = names
    .filter((entry) => entry.isFile() && entry.name !== 'run.ndjson')
    .map(({ parentPath, name }) => join(parentPath, name))
  const texts = await Promise.all(files.map(async (file) => [file.slice(path.length), await readFile(file, 'utf8')]))
  return Object.fromEntries(texts.sort())
}

/** Removes lines about undelivered runs, which files keep before the lines that replace them. */
async function deliveredIn(folder: string): Promise<Readonly<Record<string, string>>> {
  const files = Object.entries(await filesOf(folder))
  return Object.fromEntries(files.map(([name, text]) => [name, text.replaceAll(/^.*"undelivered":true.*\n/gm, '')]))
}

// Use the server if available; stores are tested with both databases elsewhere.
describe.each(databases.slice(-1))('files and %s', (name, start) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await start()
  }, 300_000)
  afterAll(() => database.close())

  it('yield the same causes, states and reports over a sequence of runs', async () => {
    const stores = {
      files: { out: `files-${name}`, env: {}, flags: ['--history-dir', `history-${name}`] },
      base: { out: `base-${name}`, env: { SPECDRIFT_HISTORY_URL: database.url }, flags: [] },
    }
    expect(await cli(0, stores.base.env, 'history', 'migrate')).toMatchObject({ code: 0 })
    const states = new Set<string>()
    const both = async (day: number, ...argv: string[]) => {
      const [one, two] = [
        await cli(day, stores.files.env, ...argv, ...stores.files.flags),
        await cli(day, stores.base.env, ...argv, ...stores.base.flags),
      ]
      expect(two).toEqual(one)
      return one
    }
    for (const [day, what] of sequence.entries()) {
      const shards = what === 'outage' ? [] : await shardsOn(day, what)
      for (const { out, env, flags } of Object.values(stores)) {
        const { stderr } =
          what === 'outage'
            ? await cli(day, env, 'monitor', 'demo', '--base-url', 'http://127.0.0.1:1', '--reports-dir', out, ...flags)
            : await cli(day, env, 'report', 'merge', ...shards, '--output', `${out}/demo`, ...flags)
        expect(stderr).not.toMatch(/warning|note/)
      }
      const [one, two] = [await filesOf(stores.files.out), await filesOf(stores.base.out)]
      expect(Object.keys(one).length).toBeGreaterThan(5)
      for (const [file, text] of Object.entries(one)) expect(two[file], `${file} of run ${day}`).toBe(text)
      expect(Object.keys(two)).toEqual(Object.keys(one))
      const { findings, history }: Report = JSON.parse(one['/demo/report.json'] ?? '')
      for (const { state, cause } of findings) states.add(`${state} ${cause?.kind}`)
      for (const { fingerprint } of history?.fixed ?? []) states.add(`fixed ${fingerprint.length}`)
      if (day % 12 !== 11) continue
      for (const argv of [
        ['changelog', 'demo', '--json'],
        ['plan', 'demo', '--shards', '2', '--format', 'json'],
      ])
        expect((await both(day, ...argv)).code).toBe(0)
    }
    // Ensure that the sequence exercises the features of a history.
    expect([...states].sort()).toEqual(
      expect.arrayContaining([
        'fixed 16',
        'new contract-changed',
        'new provider-changed',
        'open provider-changed',
        'regressed provider-changed',
      ]),
    )
    const { env } = stores.base
    await mkdir(join(project.folder, 'copy'), { recursive: true })
    expect(await cli(60, env, 'history', 'export', 'demo', '--history-dir', `copy/${name}`)).toMatchObject({ code: 0 })
    expect(await filesOf(`copy/${name}`)).toEqual(await deliveredIn(`history-${name}`))
  }, 600_000)
})
