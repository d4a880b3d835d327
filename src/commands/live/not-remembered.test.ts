import { spawnSync } from 'node:child_process'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Report } from '../../model/report.ts'
import { type CliResult, runCli } from '../../testing/cli/run-cli.ts'
import { createSuiteProject, type SuiteProject, sendJson } from '../../testing/cli/suite-project.ts'
import { servers } from '../../testing/servers/loopback.ts'
import { startPostgres, type TestDatabase, withoutPostgres } from '../../testing/servers/postgres-server.ts'
import { run } from '../run.ts'

const description = `
openapi: 3.0.3
info: { title: Demo, version: '1' }
paths:
  /a: { get: { responses: { '200': { description: d, content: { application/json: { schema: { type: object, properties: { id: { type: integer } } } } } } } } }
`
/** Throws if this process may not mount file systems. */
function mount(...args: readonly string[]): void {
  const { status, stderr } = spawnSync('mount', args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
}

const withoutMounts = process.getuid?.() !== 0 || spawnSync('unshare', ['-m', 'true']).status !== 0
if (withoutMounts) process.stderr.write('Tests with a full disk are skipped: this process may not mount one\n')

/** Called by the API during a run, when the history was read but not yet written. */
let halfWay: () => Promise<unknown> = async () => {}
let id: unknown = 1
let minute = 0
let project: SuiteProject
beforeAll(async () => {
  project = await createSuiteProject({
    description,
    suites: { 'a.suite.ts': `api.call('GET /a')` },
    handler: ({ method }, response) =>
      void (method === 'POST' ? Promise.resolve() : halfWay()).then(() => sendJson(response, { id })),
  })
  await runCli(run, ['snapshot', 'add', 'demo', 'openapi.yaml', '--id', 'v1'], { cwd: project.folder })
})
afterAll(() => project.close())
beforeEach(async () => {
  id = 1
  halfWay = async () => {}
  for (const name of ['history', 'reports']) await rm(join(project.folder, name), { recursive: true, force: true })
})

const { started, cleanups } = servers()

async function monitor(line: string, { history = {}, env = {} }: { history?: object; env?: NodeJS.ProcessEnv } = {}) {
  const demo = { suites: '*.suite.ts', target: { baseUrl: project.baseUrl } }
  const notify = [{ type: 'webhook', urlEnv: 'HOOK' }]
  await project.put('specdrift.config.json', JSON.stringify({ apis: { demo }, notify, history }))
  // Each run has a distinct start time, because duplicates are not stored again.
  const now = Date.UTC(2026, 10, 20, 8, minute++)
  const options = { cwd: project.folder, env: { HOOK: project.baseUrl, ...env }, clock: () => now }
  return runCli(run, ['monitor', 'demo', ...line.split(' ').filter(Boolean)], options)
}

/** Places where a run reports that it is not stored. */
async function saidBy({ stdout, stderr }: CliResult): Promise<unknown> {
  const report: Report = JSON.parse(await readFile(join(project.folder, 'reports/demo/report.json'), 'utf8'))
  const markdown = await readFile(join(project.folder, 'reports/demo/report.md'), 'utf8')
  return {
    stderr: stderr.match(/^warning: The history in .* cannot be used: .* This run is not remembered\.$/gm)?.length,
    firstScreen: /^ {2}not remembered: The history in /m.test(stdout),
    markdown: markdown.includes('Not remembered: The history in '),
    rows: report.notChecked.map(({ kind }) => kind),
  }
}
const everywhere = { stderr: 1, firstScreen: true, markdown: true, rows: ['not-remembered'] }

/** Returns the files of a history by name. */
async function filesIn(folder: string): Promise<Readonly<Record<string, string>>> {
  const names = (await readdir(folder)).filter((name) => name.startsWith('demo.')).sort()
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')])),
  )
}

const inTheWay = async (name: string): Promise<void> => {
  const path = join(project.folder, name)
  await rm(path, { recursive: true, force: true })
  await mkdir(join(path, '..'), { recursive: true })
  await writeFile(path, '')
}

describe('unusable files prevent only storing the history', () => {
  const cases: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['a file is where the folder should be', () => inTheWay('history')],
    ['the history is a folder', () => mkdir(join(project.folder, 'history/demo.ndjson'), { recursive: true })],
    [
      'the statistics are a folder',
      () => mkdir(join(project.folder, 'history/demo.statistics.json'), { recursive: true }),
    ],
    [
      'half-way, the folder is gone and cannot be made again',
      async () => {
        halfWay = () => inTheWay('history')
      },
    ],
  ]
  it.each(cases)('%s', async (_, prepare) => {
    await prepare()
    const ended = await monitor('')
    expect([ended.code, await saidBy(ended)]).toEqual([0, everywhere])
    await prepare()
    const required = await monitor('--require-history')
    expect([required.code, required.stderr]).toEqual([2, expect.stringContaining('This run is not remembered.')])
    await prepare()
    expect((await monitor('', { history: { required: true } })).code).toBe(2)
  })

  it.skipIf(withoutMounts)('a disk that is full or read-only, from the start or during the run', async () => {
    const disk = join(project.folder, 'disk')
    await mkdir(disk)
    mount('-t', 'tmpfs', '-o', 'size=16k', 'tmpfs', disk)
    try {
      id = 'one'
      const required = { history: { required: true } }
      expect(await monitor('--history-dir disk')).toMatchObject({ code: 1, stderr: '' })
      const kept = await filesIn(disk)
      // Fill the remaining space.
      const fill = () => writeFile(join(disk, 'fill'), 'x'.repeat(2 ** 20)).catch(() => {})
      const freeze = async () => mount('-o', 'remount,ro', disk)
      for (const begin of [fill, freeze]) {
        for (const isHalfWay of [false, true]) {
          if (isHalfWay) halfWay = begin
          else await begin()
          const ended = await monitor('--history-dir disk --notify')
          expect([ended.code, await saidBy(ended)]).toEqual([1, everywhere])
          expect(ended.stderr).toMatch(
            /cannot be used: E(?:NOSPC|ROFS): .* It notified the webhook of HOOK of \w{16}\./,
          )
          expect([(await monitor('--history-dir disk', required)).code, await filesIn(disk)]).toEqual([2, kept])
          halfWay = async () => {}
          mount('-o', 'remount,rw', disk)
          await rm(join(disk, 'fill'), { force: true })
        }
      }
      expect(await monitor('--history-dir disk', required)).toMatchObject({ code: 1, stderr: '' })
    } finally {
      spawnSync('umount', ['-l', disk])
    }
  })

  it("reports the findings it notified about if it can't store that", async () => {
    id = 'one'
    halfWay = () => inTheWay('history')
    const { code, stderr } = await monitor('--notify')
    const { findings } = JSON.parse(await readFile(join(project.folder, 'reports/demo/report.json'), 'utf8'))
    expect(code).toBe(1)
    expect(stderr).toContain(
      `It notified the webhook of HOOK of ${findings[0].fingerprint}. The next run may repeat the notification.`,
    )
  })

  it("is stored even if it can't store who was notified", async () => {
    id = 'one'
    await mkdir(join(project.folder, 'history/demo.alerts.json'), { recursive: true })
    const { code, stderr } = await monitor('--notify --require-history')
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^warning: .* It notified the webhook of HOOK of \w{16}\..*\n$/),
    ])
  })

  it("an outage that can't be stored", async () => {
    await inTheWay('history')
    const { code, stderr } = await monitor('--base-url http://127.0.0.1:1')
    expect([code, stderr]).toEqual([2, expect.stringMatching(/This run is not remembered\.[\s\S]*error: No response/)])
    const report: Report = JSON.parse(await readFile(join(project.folder, 'reports/demo/report.json'), 'utf8'))
    expect(report.notChecked.map(({ kind }) => kind)).toEqual(['not-remembered'])
  })

  it("--require-history can't be combined with --no-history", async () => {
    expect(await monitor('--require-history --no-history')).toMatchObject({ code: 2, stdout: '' })
  })
})

it('waits only once for a database that never responds, even with notifications', async () => {
  const connections: Socket[] = []
  const port = await started(
    createServer((socket) => {
      connections.push(socket)
      socket.on('error', () => {})
      cleanups.push(() => socket.destroy())
    }),
  )
  id = 'one'
  const history = { urlEnv: 'HISTORY', timeoutMs: 400 }
  const ended = await monitor('--notify', { history, env: { HISTORY: `postgres://ann@127.0.0.1:${port}/history` } })
  expect([ended.code, await saidBy(ended), connections.length]).toEqual([1, everywhere, 1])
  expect(ended.stderr).toContain('it did not respond within 0.4 s')
})

describe.skipIf(withoutPostgres)('a read-only database', () => {
  let database: TestDatabase
  let client: pg.Client
  const history = { urlEnv: 'HISTORY', timeoutMs: 5_000 }
  beforeAll(async () => {
    database = await startPostgres()
    client = new pg.Client(database.url)
    await client.connect()
    const config = { apis: { demo: {} }, history: { urlEnv: 'HISTORY' } }
    await project.put('specdrift.config.json', JSON.stringify(config))
    const options = { cwd: project.folder, env: { HISTORY: database.url } }
    expect(await runCli(run, ['history', 'migrate'], options)).toMatchObject({ code: 0 })
    await client.query(`CREATE ROLE reader LOGIN PASSWORD 'reading'; GRANT USAGE ON SCHEMA specdrift TO reader;
      GRANT SELECT ON ALL TABLES IN SCHEMA specdrift TO reader; CREATE ROLE frozen SUPERUSER LOGIN PASSWORD 'reading';
      ALTER ROLE frozen SET default_transaction_read_only = on`)
  }, 300_000)
  afterAll(async () => {
    await client.end()
    await database.close()
  })

  const as = (role: string) => (): string => database.url.replace(/\/\/.*@/, `//${role}:reading@`)
  interface Fault {
    readonly name: string
    readonly url?: () => string
    begin?(): Promise<unknown>
    end?(): Promise<unknown>
  }
  const faults: readonly Fault[] = [
    { name: 'a role with SELECT only', url: as('reader') },
    { name: 'a transaction that may only read', url: as('frozen') },
    {
      name: 'a table that was dropped meanwhile',
      begin: () => client.query('ALTER TABLE specdrift.runs RENAME TO gone'),
      end: () => client.query('ALTER TABLE specdrift.gone RENAME TO runs'),
    },
    {
      name: 'a table that is locked meanwhile',
      begin: () => client.query('BEGIN; LOCK TABLE specdrift.runs'),
      end: () => client.query('ROLLBACK'),
    },
  ]
  const nothing = async (): Promise<void> => {}
  it.each(faults)(
    '$name',
    async ({ begin = nothing, end = nothing, url = () => database.url }) => {
      const env = { HISTORY: url() }
      // A stored run is not stored again.
      await client.query('TRUNCATE specdrift.runs CASCADE')
      halfWay = begin
      const ended = await monitor('', { history: { ...history, timeoutMs: 2_000 }, env })
      await end()
      expect([ended.code, await saidBy(ended)]).toEqual([0, everywhere])
      const required = await monitor('--require-history', { history: { ...history, timeoutMs: 2_000 }, env })
      await end()
      expect([required.code, await saidBy(required)]).toEqual([2, everywhere])
      halfWay = async () => {}
      expect(await monitor('--require-history', { history, env: { HISTORY: database.url } })).toMatchObject({
        code: 0,
        stderr: '',
      })
    },
    60_000,
  )
})
