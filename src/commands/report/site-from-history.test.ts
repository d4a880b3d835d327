import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { RunRecord } from '../../history/run-record.ts'
import { runCli } from '../../testing/cli/run-cli.ts'
import { inFolder } from '../../testing/cli/scenario.ts'
import { monitorReport } from '../../testing/sample-report.ts'
import { plantedPassword, startDatabase, type TestDatabase } from '../../testing/servers/postgres-server.ts'
import { run } from '../run.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await startDatabase()
}, 300_000)
afterAll(() => database.close())

const moment = (day: number) => `2026-11-${String(day).padStart(2, '0')}T08:00:00.000Z`

function ran(day: number, error = 0): RunRecord {
  return {
    ...{ v: 3, kind: 'run', snapshot: 'b06', sha256: 'a', target: 'sandbox', milliseconds: 1, calls: 1 },
    ...{ startedAt: moment(day), outcome: error > 0 ? 'drift' : 'clean' },
    counts: { error, warning: 0, info: 0, accepted: 0 },
    ...{ operations: ['GET /loans'], inconclusive: [], findings: [] },
  }
}

/** A project with file histories of two APIs. */
const inHistories = (
  use: (cwd: string, cli: (line: string, env?: object) => ReturnType<typeof runCli>) => Promise<void>,
) =>
  inFolder([], async (cwd) => {
    await mkdir(join(cwd, 'history'))
    const lines = (...runs: readonly RunRecord[]) => runs.map((each) => `${JSON.stringify(each)}\n`).join('')
    await writeFile(join(cwd, 'history/shop.ndjson'), lines(ran(1), ran(2, 3)))
    await writeFile(join(cwd, 'history/bank.ndjson'), lines(ran(2)))
    await writeFile(join(cwd, 'specdrift.config.json'), JSON.stringify({ apis: { shop: {}, bank: {} } }))
    await use(cwd, (line, env = {}) => runCli(run, line.split(' '), { cwd, env: { ...env } }))
  })

async function filesOf(folder: string): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const read = files.sort().map(async (file) => [file.slice(folder.length), await readFile(file, 'utf8')] as const)
  return Object.fromEntries(await Promise.all(read))
}

it('shows the same runs from files and from a database, without reports', () =>
  inHistories(async (cwd, cli) => {
    const files = await cli('report site --from history -o files')
    expect([files.code, files.stderr]).toEqual([0, ''])
    expect(files.stdout).toMatch(/^files: 2 APIs, 3 runs · 0 reports added, 0 known · \d+ files written\n$/)
    const env = { SPECDRIFT_HISTORY_URL: database.url }
    for (const line of ['history migrate', 'history import --all']) expect((await cli(line, env)).code).toBe(0)
    const rows = await cli('report site --from -o rows', env)
    expect([rows.code, rows.stderr]).toEqual([0, ''])
    const all = await filesOf(join(cwd, 'files'))
    expect(await filesOf(join(cwd, 'rows'))).toEqual(all)
    expect(all['/shop/index.html']).toContain('3 errors')
    expect(JSON.stringify(all)).not.toContain(plantedPassword)
  }))

it('merges them with given reports, which have more details of the same run', () =>
  inHistories(async (cwd, cli) => {
    const report = monitorReport({ api: 'shop', times: { startedAt: moment(2), milliseconds: 1 } })
    await writeFile(join(cwd, 'report.json'), JSON.stringify(report))
    const first = await cli('report site report.json --from history')
    expect(first.stdout).toMatch(/^site: 2 APIs, 3 runs · 1 report added/)
    const again = await cli('report site report.json --from history')
    expect(again.stdout).toMatch(/· 0 reports added, 1 known · 0 files written\n$/)
    expect((await readdir(join(cwd, 'site/shop/runs'))).length).toBe(1)
  }))

it.each([
  ['history-of-nobody', 'There are no runs in the history history-of-nobody.'],
  [`postgres://ann:${plantedPassword}@127.0.0.1:1/history`, 'A password on the command line is visible to other users'],
  ['postgres://ann@127.0.0.1:1/history', 'cannot be used'],
])('says what is wrong with %s', (from, message) =>
  inHistories(async (_cwd, cli) => {
    const { code, stderr } = await cli(`report site --from ${from}`)
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)])
    expect(stderr).not.toContain(plantedPassword)
  }),
)
