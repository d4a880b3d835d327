import { readdir, readFile, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inTransaction } from '../../history/postgres/session.ts'
import type { Report } from '../../model/report.ts'
import { runCli } from '../../testing/cli/run-cli.ts'
import { createSuiteProject, type SuiteProject, sendJson } from '../../testing/cli/suite-project.ts'
import { listen } from '../../testing/servers/loopback.ts'
import {
  plantedPassword,
  startDatabase,
  type TestDatabase,
  withoutPostgres,
} from '../../testing/servers/postgres-server.ts'
import { run } from '../run.ts'

const description = `
openapi: 3.0.3
info: { title: Demo, version: '1' }
paths:
  /a: { get: { responses: { '200': { description: d, content: { application/json: { schema: { type: object, properties: { id: { type: integer } } } } } } } } }
`

let project: SuiteProject
let database: TestDatabase
let id: unknown = 1
let day = 0
const notified: string[] = []
const webhook = createServer(async (request: IncomingMessage, response) => {
  for await (const chunk of request) notified.push(String(chunk))
  response.end()
})
let hook = ''
beforeAll(async () => {
  database = await startDatabase()
  hook = `http://127.0.0.1:${await listen(webhook)}`
  project = await createSuiteProject({
    description,
    suites: { 'a.suite.ts': `api.call('GET /a')` },
    handler: (_, response) => sendJson(response, { id }),
  })
  await configure({ history: { urlEnv: 'HISTORY' }, notify: [{ type: 'webhook', urlEnv: 'HOOK' }] })
  await cli({}, 'snapshot add demo openapi.yaml --id v1')
}, 300_000)
afterAll(async () => {
  await project.close()
  await database.close()
  webhook.close()
})
beforeEach(async () => {
  id = 1
  notified.length = 0
  await rm(join(project.folder, 'history'), { recursive: true, force: true })
})

const configure = (rest: object) =>
  project.put(
    'specdrift.config.json',
    JSON.stringify({ apis: { demo: { suites: '*.suite.ts', target: { baseUrl: project.baseUrl } } }, ...rest }),
  )

/** Runs a command one day later than the previous one, and checks that no output contains the password. */
async function cli(env: Readonly<Record<string, string>>, line: string) {
  const now = Date.UTC(2026, 10, ++day, 8)
  const result = await runCli(run, line.split(' '), {
    cwd: project.folder,
    clock: () => now,
    env: { HOOK: hook, ...env },
  })
  for (const text of [result.stdout, result.stderr, ...(await texts())]) expect(leaks(text)).toEqual([])
  return result
}

async function texts(): Promise<readonly string[]> {
  const names = await readdir(join(project.folder, 'reports'), { recursive: true, withFileTypes: true }).catch(() => [])
  const files = names.filter((entry) => entry.isFile())
  return Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'utf8')))
}

function leaks(text: string): readonly string[] {
  const packed = Buffer.from(plantedPassword).toString('base64').slice(0, -4)
  return [plantedPassword, encodeURIComponent(plantedPassword), packed].filter((secret) => text.includes(secret))
}

const reported = async (): Promise<Report> =>
  JSON.parse(await readFile(join(project.folder, 'reports/demo/report.json'), 'utf8'))

it('stores runs in the database and copies them from and to files', async () => {
  const env = { HISTORY: database.url }
  const before = await cli(env, 'monitor demo')
  expect([before.code, before.stderr]).toEqual([
    0,
    'warning: The history in the database of HISTORY cannot be used: it has no tables yet. This run is not remembered.\nhint: Run once: specdrift history migrate\n',
  ])
  expect((await reported()).notChecked.map(({ what }) => what)).toEqual(['this run'])
  const { stdout: sql } = await cli(env, 'history migrate --dry-run')
  expect(sql).toMatch(/^BEGIN;\n[\s\S]*CREATE TABLE specdrift\.runs[\s\S]*COMMIT;\n$/)
  expect((await cli(env, 'history migrate')).stderr).toContain('was migrated from version 0 to 3')
  expect((await cli(env, 'history migrate')).stderr).toBe('the database of HISTORY already has version 3\n')

  expect(await cli(env, 'monitor demo')).toMatchObject({ code: 0, stderr: '' })
  id = 'one'
  expect(await cli(env, 'monitor demo')).toMatchObject({ code: 1, stderr: '' })
  expect(await cli({ SPECDRIFT_HISTORY_URL: database.url }, 'monitor demo')).toMatchObject({ code: 1, stderr: '' })
  const { findings, notChecked } = await reported()
  expect([findings[0]?.state, findings[0]?.cause?.kind, notChecked]).toEqual(['open', 'provider-changed', []])
  const { stdout } = await cli(env, `baseline explain demo ${findings[0]?.fingerprint}`)
  expect(stdout).toContain('seen      first 2026-11-07, last 2026-11-08')
  expect(await readdir(project.folder)).not.toContain('history')
  const list = await cli(env, 'history list')
  expect(list.stdout).toMatch(
    /^demo {2}the database of HISTORY\n {2}http:\S+ {2}3 runs since 2026-11-06\S+, last 2026-11-08\S+ drift, 1 open finding\n$/,
  )

  expect((await cli(env, 'history export demo')).stderr).toBe('demo: copied 3 runs\n')
  expect((await cli(env, 'history export demo')).stderr).toBe('demo: 3 runs, which are already there\n')
  const files = await cli({}, 'monitor demo --history-dir history')
  expect([files.code, (await reported()).history?.runs]).toEqual([1, 3])
  const refused = await cli(env, 'history import demo')
  expect([refused.code, refused.stderr]).toEqual([
    2,
    expect.stringContaining('There is already another history of demo in the database of HISTORY'),
  ])
  expect((await cli(env, 'history import demo --replace')).stderr).toBe('demo: copied 4 runs\n')
  expect(JSON.parse((await cli(env, 'history list --json')).stdout)).toMatchObject({
    api: 'demo',
    counted: 4,
    targets: [{ runs: 4, outcome: 'drift' }],
  })
}, 300_000)

it('keeps a deployment in a schema of its own, with a role that may do no more than runs do, and prunes it', async () => {
  const schema = 'team_a'
  const env = { HISTORY: database.url, SPECDRIFT_HISTORY_SCHEMA: schema }
  const before = (await cli({ HISTORY: database.url }, 'history list')).stdout
  expect((await cli(env, 'history migrate --dry-run')).stdout).not.toMatch(/\bspecdrift[.;]/)
  expect(await cli(env, 'history migrate')).toMatchObject({ code: 0 })
  const page = await readFile(join(import.meta.dirname, '../../../docs/history.md'), 'utf8')
  const grants = page.match(/^ {4}(?:CREATE ROLE|GRANT) .*;$/gm) ?? []
  expect(grants).toHaveLength(6)
  const sql = grants.join('\n').replaceAll(/\bspecdrift(?=\.| TO )/g, schema)
  await inTransaction({ name: 'the database', url: database.url }, { mode: 'write' }, ({ query }) => query(sql))
  const url = new URL(database.url)
  // PGlite has one user.
  if (!withoutPostgres) [url.username, url.password] = ['specdrift_runs', 'change-it']
  const own = { ...env, HISTORY: url.href }
  for (const value of ['one', 1, 'one']) {
    id = value
    expect((await cli(own, 'monitor demo --notify')).stderr).toBe('')
  }
  if (!withoutPostgres) expect((await cli(own, 'history prune --older-than 1m')).code).toBe(2)
  expect((await cli(env, 'history prune --older-than 1m')).stderr).toBe('demo: deleted 2 runs\n')
  expect((await cli(own, 'history list')).stdout).toMatch(/3 runs since .* 1 open finding\n$/)
  expect((await cli({ HISTORY: database.url }, 'history list')).stdout).toBe(before)
  expect(await cli({ ...env, SPECDRIFT_HISTORY_SCHEMA: 'a;b' }, 'history list')).toMatchObject({ code: 2 })
}, 300_000)

it('notifies once, stores that in the database, and notifies even if the database is unreachable', async () => {
  const env = { HISTORY: database.url }
  id = 'one'
  for (const count of [1, 1]) {
    await cli(env, 'monitor demo --notify')
    expect(notified).toHaveLength(count)
  }
  const without = await cli({ HISTORY: unreachable }, 'monitor demo --notify')
  expect([without.code, notified.length]).toEqual([1, 2])
  expect(without.stderr).toContain('The next run may repeat the notification.')
}, 300_000)

const unreachable = `postgres://ann:${encodeURIComponent(plantedPassword)}@127.0.0.1:1/history`

describe('an unusable database', () => {
  it.each([
    [unreachable, 'connect ECONNREFUSED 127.0.0.1:1'],
    ['', 'HISTORY is not set'],
    [plantedPassword, 'HISTORY holds no URL of the form postgres://user:password@host:5432/database'],
    [unreachable.replace('%3F', '#'), 'HISTORY holds no URL of the form'],
    [unreachable.replace('postgres:', 'http:'), 'HISTORY holds no URL of the form'],
    [unreachable.replace('%3F', '%3'), 'HISTORY holds a password with a % that begins no %XX'],
    [
      `${unreachable}?sslmod=${encodeURIComponent(plantedPassword)}`,
      'its URL has a parameter that is none of host, sslmode',
    ],
    [
      `${unreachable}?sslmode=${encodeURIComponent(plantedPassword)}`,
      'its URL has an sslmode that is none of disable, allow',
    ],
    [`${unreachable}?sslmode=verify-full&sslrootcert=/nowhere/ca.pem`, 'its sslrootcert cannot be read: ENOENT'],
    [`${unreachable.replace('127.0.0.1:1', '')}?host=/nowhere`, 'connect ENOENT /nowhere/.s.PGSQL.5432'],
  ])('is said without the URL: %s', async (url, reason) => {
    const { code, stderr } = await cli({ HISTORY: url }, 'history list')
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining(`The history in the database of HISTORY cannot be used: ${reason}`),
    ])
    expect((await cli({ HISTORY: url }, 'plan demo --shards 2')).code).toBe(0)
    expect((await cli({ HISTORY: url }, 'doctor demo')).stdout).toContain(`cannot be used: ${reason}`)
  })

  it.each([
    ['clean', 1, 0],
    ['drift', 'one', 1],
  ])(
    'costs a run with %s its history, and nothing else',
    async (_, value, code) => {
      id = value
      const ended = await cli({ HISTORY: unreachable }, 'monitor demo')
      expect(ended.code).toBe(code)
      expect(ended.stderr).toContain(
        'warning: The history in the database of HISTORY cannot be used: connect ECONNREFUSED',
      )
      expect(ended.stdout).toMatch(
        /^ {2}not remembered: The history in the database of HISTORY cannot be used: .*findings are there is not known\.$/m,
      )
      const { notChecked, findings } = await reported()
      expect(findings).toHaveLength(code)
      expect(notChecked.map(({ kind, because }) => [kind, because.split('. ').at(-1)])).toEqual([
        ['not-remembered', 'Since when findings are there is not known.'],
      ])
      const outage = await cli({ HISTORY: unreachable }, 'monitor demo --base-url http://127.0.0.1:1')
      expect([outage.code, outage.stderr]).toEqual([
        2,
        expect.stringMatching(/This run is not remembered\.[\s\S]*error: No response from http/),
      ])
    },
    300_000,
  )
})
