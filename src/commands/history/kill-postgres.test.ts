import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { paths, type RecordedRun, recordRun, startOf } from '../../testing/cases/recorded-run.ts'
import { inFull } from '../../testing/runs.ts'
import { startPostgres, type TestDatabase, withoutPostgres } from '../../testing/servers/postgres-server.ts'
import { run } from '../run.ts'

/** Number of killed runs. From 50 on, ten write concurrently. */
const kills = Number(process.env.SPECDRIFT_KILLS ?? inFull(6, 4))
const writers = Array.from({ length: kills < 50 ? inFull(3, 2) : 10 }, (_, at) => at)

describe.skipIf(withoutPostgres)('ten runs that end at once, of which some are killed', () => {
  let recorded: RecordedRun
  let database: TestDatabase
  beforeAll(async () => {
    database = await startPostgres()
    recorded = await recordRun(run, { history: { urlEnv: 'HISTORY', timeoutMs: 300_000 } })
    expect(await recorded.cli(['history', 'migrate'], { HISTORY: database.url })).toMatchObject({ code: 0 })
  }, 300_000)
  afterAll(async () => {
    await recorded.project.close()
    await database.close()
  })

  /** Returns true if a run ended by itself. */
  async function end(id: number, env: NodeJS.ProcessEnv): Promise<boolean> {
    const { code = 'killed', stderr } = await recorded.end(id, [], { HISTORY: database.url, KILL_SOCKETS: '1', ...env })
    expect([stderr, code]).toEqual(['', code === 'killed' ? code : 1])
    return code === 1
  }

  it('lose no run and leave nothing of a killed one', async () => {
    const counter = join(recorded.project.folder, 'calls')
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
          // Kill every other run, each at a different call.
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
  }, 3_600_000)
})
