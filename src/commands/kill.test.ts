import { spawn } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listSnapshots, loadSnapshot } from '../description/snapshots/store.ts'
import { baselineFile, readBaseline } from '../history/baseline/store.ts'
import { readStatisticsFile, statisticsFile, statisticsIn } from '../history/statistics.ts'
import { historyFile, readHistory } from '../history/store.ts'
import type { Report } from '../model/report.ts'
import { createSuiteProject, sendJson } from '../testing/cli/suite-project.ts'
import { inFull } from '../testing/runs.ts'
import { parseApiName } from '../util/api-name.ts'

/** Number of killed runs. From 50 on, there are ten concurrent writers of each kind. */
const kills = Number(process.env.SPECDRIFT_KILLS ?? inFull(8, 3))
const writers = Array.from({ length: kills < 50 ? inFull(3, 2) : 10 }, (_, at) => at)

const root = resolve(import.meta.dirname, '../..')
const paths = Array.from({ length: 10 }, (_, at) => `/a${at}`)
const item =
  "{ get: { responses: { '200': { description: d, content: { application/json: { schema: { type: object, properties: { id: { type: string } } } } } } } } }"
const description = (version: number): string => `
openapi: 3.0.3
info: { title: Demo, version: '${version}' }
paths:
${paths.map((path, at) => `  ${path}: ${at === 0 ? `&path ${item}` : '*path'}\n`).join('')}`

type Project = { readonly folder: string }
const folders: string[] = []
let created: Awaited<ReturnType<typeof createSuiteProject>>
/** Description with one finding per path. */
let report: Report

beforeAll(async () => {
  created = await createSuiteProject({
    description: description(0),
    suites: { 'a.suite.ts': paths.map((path) => `api.call('GET ${path}')`).join('\n') },
    handler: (_request, response) => sendJson(response, { id: 1 }),
  })
  const demo = { suites: '*.suite.ts', target: { baseUrl: created.baseUrl } }
  await created.put('specdrift.config.json', JSON.stringify({ apis: { demo } }))
  expect(await cli(created, 'snapshot add demo openapi.yaml --id v0')).toBe(0)
  expect(await cli(created, 'monitor demo')).toBe(1)
  report = JSON.parse(await readFile(join(created.folder, 'reports/demo/report.json'), 'utf8'))
}, 300_000)
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true })
  await created.close()
})

/** A project in its own folder with a snapshot and a run with a finding. */
async function createProject(): Promise<Project> {
  const folder = await mkdtemp(join(tmpdir(), 'specdrift-kill-'))
  folders.push(folder)
  await cp(created.folder, folder, { recursive: true })
  return { folder }
}

const put = ({ folder }: Project, name: string, text: string) => writeFile(join(folder, name), text)
/** Runs a command in a child process. Returns undefined if it was killed. */
async function cli({ folder }: Project, line: string, env: Record<string, string> = {}): Promise<number | undefined> {
  const args = ['--import', join(root, 'src/testing/cli/kill-at.mjs'), join(root, 'dist/cli.js'), ...line.split(' ')]
  const child = spawn(process.execPath, args, { cwd: folder, stdio: 'ignore', env: { ...process.env, ...env } })
  const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((done) =>
    child.on('exit', (...how) => done(how)),
  )
  expect(signal === null || signal === 'SIGKILL').toBe(true)
  return code ?? undefined
}

/** Returns the stored data, which must be readable. */
async function load({ folder }: Project) {
  const snapshots = await listSnapshots('specs', 'demo', folder)
  for (const { id } of snapshots) await loadSnapshot('specs', `demo@${id}`, { cwd: folder })
  const { entries } = await readBaseline(baselineFile(join(folder, 'specs'), parseApiName('demo')))
  const { runs, notes } = await readHistory(historyFile(join(folder, 'history'), parseApiName('demo')))
  const value = await readStatisticsFile(statisticsFile(join(folder, 'history'), parseApiName('demo')))
  const { statistics } = statisticsIn(value, 'the statistics')
  if (statistics === undefined) throw new Error('the statistics are lost')
  expect(notes.filter((note) => !note.includes('a killed run left half a line'))).toEqual([])
  const ends = { 'report.json': '}\n', 'index.html': '</html>\n', 'junit.xml': '</testsuites>\n' }
  for (const [name, end] of Object.entries(ends)) {
    const text = await readFile(join(folder, 'reports/demo', name), 'utf8').catch(() => end)
    expect(text.endsWith(end)).toBe(true)
  }
  return {
    snapshots: snapshots.length,
    titles: snapshots.map(({ title }) => title),
    entries: entries.map(({ reason }) => reason),
    runs: runs.length,
    counted: statistics.statistics.runs,
  }
}

/** Park–Miller random numbers, to use the same moments in every test run. */
function seeded(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
}

/** For each file, the fastest command that writes it. */
const commands = {
  snapshot: { share: 0.4, line: () => 'snapshot add demo openapi.yaml' },
  accept: { share: 0.4, line: (at: number, id: string) => `baseline accept demo ${id} --owner me --reason r${at}` },
  monitor: { share: 0.2, line: () => 'monitor demo' },
}

async function killRepeatedly(name: keyof typeof commands, seed: number): Promise<number> {
  const project = await createProject()
  const random = seeded(seed)
  const { share, line } = commands[name]
  const times = Math.ceil(kills * share)
  const counter = join(project.folder, 'calls')
  const run = async (at: number, env: Record<string, string>) => {
    await put(project, 'openapi.yaml', description(at + 1))
    return cli(project, line(at, report.findings[0]?.fingerprint ?? ''), env)
  }
  const started = Date.now()
  await run(0, { KILL_COUNT: counter })
  const duration = Date.now() - started
  const calls = Number(await readFile(counter, 'utf8'))
  expect(calls).toBeGreaterThan(2)
  let killed = 0
  for (let at = 1; at <= times; at++) {
    const before = await load(project)
    const moment: Record<string, string> =
      at % 3 === 0 ? { KILL_AFTER: String(random(duration)) } : { KILL_AT: String(1 + random(calls)) }
    if ((await run(at, moment)) === undefined) killed++
    const after = await load(project)
    const next = { snapshots: before.snapshots + 1, entries: [`r${at}`], runs: before.runs + 1 }
    expect([before.snapshots, next.snapshots]).toContain(after.snapshots)
    expect([before.entries, next.entries]).toContainEqual(after.entries)
    expect([before.runs, next.runs]).toContain(after.runs)
  }
  expect(await run(times + 1, {})).toBe(name === 'monitor' ? 1 : 0)
  const left = await readdir(project.folder, { recursive: true })
  expect(left.filter((file) => file.endsWith('.tmp'))).toEqual([])
  return killed
}

it('a killed run leaves the old or the new state, and the next run succeeds', async () => {
  const killed = await Promise.all([
    killRepeatedly('snapshot', 11),
    killRepeatedly('accept', 12),
    killRepeatedly('monitor', 13),
  ])
  // A moment after the end of a faster run kills nothing.
  expect(killed.reduce((sum, each) => sum + each, 0)).toBeGreaterThan(kills / 2 - 1)
}, 3_600_000)

/** Runs processes concurrently. Returns those that ended by themselves; processes in `killed` are killed during a write. */
async function allAtOnce(
  project: Project,
  line: (at: number) => string,
  killed: readonly number[],
  seed: number,
  codes: readonly number[] = [0],
) {
  const random = seeded(seed)
  const ends = await Promise.all(
    writers.map((at) => cli(project, line(at), killed.includes(at) ? { KILL_AT: String(2 + random(8)) } : {})),
  )
  const alive = writers.filter((at) => ends[at] !== undefined)
  for (const at of alive) expect(codes).toContain(ends[at])
  return alive
}

it.each([
  ['none of them killed', []],
  ['half of them killed', writers.filter((at) => at % 2 === 0)],
])(
  'of several writers at once nothing is lost and nothing torn, %s',
  async (_, killed) => {
    const project = await createProject()
    const before = await load(project)
    for (const at of writers) await put(project, `s${at}.yaml`, description(100 + at))
    const ids = report.findings.map(({ fingerprint }) => fingerprint)
    const [captured, accepted, ran] = await Promise.all([
      allAtOnce(project, (at) => `snapshot demo s${at}.yaml --title s${at}`, killed, 21),
      allAtOnce(project, (at) => `baseline accept demo ${ids[at]} --owner me --reason r${at}`, killed, 22),
      // Findings that were accepted by then are excluded.
      allAtOnce(project, () => 'monitor demo --snapshot v0', killed, 23, [0, 1]),
    ])
    const after = await load(project)
    expect(after.titles).toEqual(expect.arrayContaining(captured.map((at) => `s${at}`)))
    expect(after.entries).toEqual(expect.arrayContaining(accepted.map((at) => `r${at}`)))
    const added = { runs: after.runs - before.runs, counted: after.counted - before.counted }
    for (const count of [after.snapshots - before.snapshots, after.entries.length, added.runs, added.counted])
      expect(count).toBeLessThanOrEqual(writers.length)
    expect(added.runs).toBeGreaterThanOrEqual(ran.length)
    // A run is stored before its statistics are counted.
    expect(added.counted).toBeLessThanOrEqual(added.runs)
    expect(added.counted).toBeGreaterThanOrEqual(ran.length)
    expect([captured, accepted, ran].flat().length).toBeGreaterThanOrEqual(3 * (writers.length - killed.length))
    // The next writer takes over locks of killed processes.
    await put(project, 'next.yaml', description(200))
    expect(await cli(project, 'snapshot add demo next.yaml')).toBe(0)
  },
  3_600_000,
)
