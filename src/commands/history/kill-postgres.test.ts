import { spawn } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Report } from '../../model/report.ts'
import { runCli } from '../../testing/cli/run-cli.ts'
import { createSuiteProject, type SuiteProject, sendJson } from '../../testing/cli/suite-project.ts'
import { inFull } from '../../testing/runs.ts'
import { startPostgres, type TestDatabase, withoutPostgres } from '../../testing/servers/postgres-server.ts'
import { run } from '../run.ts'

/** How often a run is killed; from 50 on, ten write at once. */
const kills = Number(process.env.SPECDRIFT_KILLS ?? inFull(6, 4))
const writers = Array.from({ length: kills < 50 ? inFull(3, 2) : 10 }, (_, at) => at)

const root = resolve(import.meta.dirname, '../../..')
const paths = Array.from({ length: 10 }, (_, at) => `/a${at}`)
const item =
  "{ get: { responses: { '200': { description: d, content: { application/json: { schema: { type: object, properties: { id: { type: string } } } } } } } } }"
const description = `
openapi: 3.0.3
info: { title: Demo, version: '1' }
paths:
${paths.map((path, at) => `  ${path}: ${at === 0 ? `&path ${item}` : '*path'}\n`).join('')}`

describe.skipIf(withoutPostgres)('ten runs that end at once, of which some are killed', () => {
  let project: SuiteProject
  let database: TestDatabase
  let recorded: Report
  beforeAll(async () => {
    database = await startPostgres()
    project = await createSuiteProject({
      description,
      suites: { 'a.suite.ts': paths.map((path) => `api.call('GET ${path}')`).join('\n') },
      handler: (_request, response) => sendJson(response, { id: 1 }),
    })
    const demo = { suites: '*.suite.ts', target: { baseUrl: project.baseUrl } }
    await project.put('specdrift.config.json', JSON.stringify({ apis: { demo } }))
    const env = { SPECDRIFT_HISTORY_URL: database.url }
    const cli = (...argv: string[]) => runCli(run, argv, { cwd: project.folder, env })
    expect(await cli('snapshot', 'add', 'demo', 'openapi.yaml', '--id', 'v1')).toMatchObject({ code: 0 })
    expect(await cli('history', 'migrate')).toMatchObject({ code: 0 })
    await cli('monitor', 'demo', '--shard', '1/1')
    recorded = JSON.parse(await readFile(join(project.folder, 'reports/demo/report.json'), 'utf8'))
    expect(recorded.findings).toHaveLength(paths.length)
  }, 300_000)
  afterAll(async () => {
    await project.close()
    await database.close()
  })

  /** Ends a run of its own start, in a process of its own; whether it ended by itself. */
  async function end(id: number, env: Readonly<Record<string, string>>): Promise<boolean> {
    const times = { ...recorded.times, startedAt: startOf(id) }
    await writeFile(join(project.folder, `${id}.json`), JSON.stringify({ ...recorded, times }))
    const args = ['report', 'merge', `${id}.json`, '--output', `out/${id}`]
    const child = spawn(
      process.execPath,
      ['--import', join(root, 'src/testing/cli/kill-at.mjs'), join(root, 'dist/cli.js'), ...args],
      {
        cwd: project.folder,
        stdio: ['ignore', 'ignore', 'pipe'],
        env: { ...process.env, SPECDRIFT_HISTORY_URL: database.url, KILL_SOCKETS: '1', ...env },
      },
    )
    let stderr = ''
    child.stderr.on('data', (chunk) => {
      stderr += chunk
    })
    const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((done) =>
      child.on('close', (...how) => done(how)),
    )
    expect([stderr, signal ?? code]).toEqual(['', signal === null ? 1 : 'SIGKILL'])
    return signal === null
  }

  it('lose no run, and leave nothing of one that was killed', async () => {
    const counter = join(project.folder, 'calls')
    expect(await end(0, { KILL_COUNT: counter })).toBe(true)
    const calls = Number(await readFile(counter, 'utf8'))
    expect(calls).toBeGreaterThan(20)
    const alive = [0]
    let killed = 0
    const each = Math.ceil(kills / writers.length)
    await Promise.all(
      writers.map(async (writer) => {
        for (let turn = 0; turn < 2 * each; turn++) {
          const id = 1 + writer * 1000 + turn
          // Every other one is killed, at a call that is spread over all of them.
          const at = 1 + ((writer * 7 + turn * 13) % calls)
          if (await end(id, turn % 2 === 0 ? { KILL_AT: String(at) } : {})) alive.push(id)
          else killed++
        }
      }),
    )
    expect(killed).toBeGreaterThan(kills / 2)
    const client = new pg.Client(database.url)
    await client.connect()
    const rows = async (sql: string) => (await client.query(sql)).rows
    const starts: string[] = (await rows("SELECT record->>'startedAt' AS at FROM specdrift.runs")).map(({ at }) => at)
    expect(starts).toEqual(expect.arrayContaining(alive.map(startOf)))
    expect(new Set(starts).size).toBe(starts.length)
    expect(starts.length).toBeLessThanOrEqual(alive.length + killed)
    const whole = { found: paths.length, runs: starts.length }
    expect(await rows('SELECT runs FROM specdrift.statistics')).toEqual([{ runs: whole.runs }])
    expect(
      await rows('SELECT count(*)::int AS found FROM specdrift.findings GROUP BY run_id HAVING count(*) <> 10'),
    ).toEqual([])
    expect(await rows('SELECT count(DISTINCT run_id)::int AS runs FROM specdrift.findings')).toEqual([
      { runs: whole.runs },
    ])
    await client.end()
  }, 600_000)
})

function startOf(id: number): string {
  return new Date(Date.UTC(2026, 0, 1, 0, id)).toISOString()
}
