import { spawn } from 'node:child_process'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { baselineFile, readBaseline } from '../baseline/store.ts'
import { readStatisticsFile, statisticsFile } from '../history/statistics.ts'
import { historyFile, readHistory } from '../history/store.ts'
import { listSnapshots, loadSnapshot } from '../spec/store.ts'
import { answerJson, createSuiteProject, type SuiteProject } from '../testing/suite-project.ts'

const root = resolve(import.meta.dirname, '../..')
const paths = Array.from({ length: 10 }, (_, at) => `/a${at}`)
const item =
  "{ get: { responses: { '200': { description: d, content: { application/json: { schema: { type: object, properties: { id: { type: string } } } } } } } } }"
const description = (version: number): string => `
openapi: 3.0.3
info: { title: Demo, version: '${version}' }
paths:
${paths.map((path, at) => `  ${path}: ${at === 0 ? `&path ${item}` : '*path'}\n`).join('')}`

const projects: SuiteProject[] = []
afterAll(async () => {
  for (const project of projects) await project.close()
})

/** A project that has one snapshot, one run with a finding, and its own copy of everything. */
async function createProject(): Promise<SuiteProject> {
  const project = await createSuiteProject({
    description: description(0),
    suites: { 'a.suite.ts': paths.map((path) => `api.call('GET ${path}')`).join('\n') },
    handler: (_request, response) => answerJson(response, { id: 1 }),
  })
  projects.push(project)
  const demo = { suites: '*.suite.ts', target: { baseUrl: project.baseUrl } }
  await project.put('specdrift.config.json', JSON.stringify({ apis: { demo } }))
  expect(await cli(project, 'snapshot demo openapi.yaml --id v0')).toBe(0)
  expect(await cli(project, 'monitor demo')).toBe(1)
  return project
}

/** Runs the command in a process of its own; undefined when it was killed. */
async function cli(
  { folder }: SuiteProject,
  line: string,
  env: Record<string, string> = {},
): Promise<number | undefined> {
  const args = ['--import', join(root, 'src/testing/kill-at.mjs'), join(root, 'dist/cli.js'), ...line.split(' ')]
  const child = spawn(process.execPath, args, { cwd: folder, stdio: 'ignore', env: { ...process.env, ...env } })
  const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((done) =>
    child.on('exit', (...how) => done(how)),
  )
  expect(signal === null || signal === 'SIGKILL').toBe(true)
  return code ?? undefined
}

/** What is stored, which must load. */
async function load({ folder }: SuiteProject) {
  const snapshots = await listSnapshots('specs', 'demo', folder)
  for (const { id } of snapshots) await loadSnapshot('specs', `demo@${id}`, { cwd: folder })
  const { entries } = await readBaseline(baselineFile(join(folder, 'specs'), 'demo'))
  const { runs, notes } = await readHistory(historyFile(join(folder, 'history'), 'demo'))
  const statistics = await readStatisticsFile(statisticsFile(join(folder, 'history'), 'demo'))
  if (statistics === undefined || statistics === 'broken') throw new Error('the statistics are lost')
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

/** Park and Miller's minimal standard generator: the same moments in every run of the tests. */
function seeded(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
}

const commands = {
  snapshot: { times: 20, line: () => 'snapshot demo openapi.yaml' },
  accept: { times: 20, line: (at: number, id: string) => `baseline accept demo ${id} --owner me --reason r${at}` },
  monitor: { times: 10, line: () => 'monitor demo' },
}

async function killRepeatedly(name: keyof typeof commands, seed: number): Promise<number> {
  const project = await createProject()
  const random = seeded(seed)
  const report = JSON.parse(await readFile(join(project.folder, 'reports/demo/report.json'), 'utf8'))
  const { times, line } = commands[name]
  const counter = join(project.folder, 'calls')
  const started = Date.now()
  const run = (at: number, env: Record<string, string>) => cli(project, line(at, report.findings[0].fingerprint), env)
  await writeFile(join(project.folder, 'openapi.yaml'), description(1))
  await run(0, { KILL_COUNT: counter })
  const duration = Date.now() - started
  const calls = Number(await readFile(counter, 'utf8'))
  expect(calls).toBeGreaterThan(2)
  let killed = 0
  for (let at = 1; at <= times; at++) {
    await writeFile(join(project.folder, 'openapi.yaml'), description(at + 1))
    const before = await load(project)
    const moment = at % 3 === 0 ? { KILL_AFTER: String(random(duration)) } : { KILL_AT: String(1 + random(calls)) }
    if ((await run(at, moment)) === undefined) killed++
    const after = await load(project)
    const next = { snapshots: before.snapshots + 1, entries: [`r${at}`], runs: before.runs + 1 }
    expect([before.snapshots, next.snapshots]).toContain(after.snapshots)
    expect([before.entries, next.entries]).toContainEqual(after.entries)
    expect([before.runs, next.runs]).toContain(after.runs)
  }
  await writeFile(join(project.folder, 'openapi.yaml'), description(times + 2))
  expect(await run(99, {})).toBe(name === 'monitor' ? 1 : 0)
  const left = await readdir(project.folder, { recursive: true })
  expect(left.filter((file) => file.endsWith('.tmp'))).toEqual([])
  return killed
}

it('a run that is killed leaves the old state or the new one, and the next run succeeds', async () => {
  const killed = await Promise.all([
    killRepeatedly('snapshot', 11),
    killRepeatedly('accept', 12),
    killRepeatedly('monitor', 13),
  ])
  // A moment after the end of a run that was quicker this time kills nothing.
  expect(killed.reduce((sum, each) => sum + each, 0)).toBeGreaterThan(30)
}, 300_000)

/** Which of ten processes at once ended by themselves; those of `killed` end within a call that changes a file. */
async function tenAtOnce(
  project: SuiteProject,
  line: (at: number) => string,
  killed: readonly number[],
  seed: number,
  codes: readonly number[] = [0],
) {
  const random = seeded(seed)
  const ends = await Promise.all(
    paths.map((_, at) => cli(project, line(at), killed.includes(at) ? { KILL_AT: String(2 + random(8)) } : {})),
  )
  const alive = paths.map((_, at) => at).filter((at) => ends[at] !== undefined)
  for (const at of alive) expect(codes).toContain(ends[at])
  return alive
}

it.each([
  ['none of them killed', []],
  ['half of them killed', [0, 2, 4, 6, 8]],
])(
  'of ten writers at once nothing is lost and nothing torn, %s',
  async (_, killed) => {
    const project = await createProject()
    const before = await load(project)
    for (const [at] of paths.entries()) await project.put(`s${at}.yaml`, description(100 + at))
    const report = JSON.parse(await readFile(join(project.folder, 'reports/demo/report.json'), 'utf8'))
    const ids: string[] = report.findings.map((finding: { fingerprint: string }) => finding.fingerprint)
    const [captured, accepted, ran] = await Promise.all([
      tenAtOnce(project, (at) => `snapshot demo s${at}.yaml --title s${at}`, killed, 21),
      tenAtOnce(project, (at) => `baseline accept demo ${ids[at]} --owner me --reason r${at}`, killed, 22),
      // What was accepted by then is no finding of its.
      tenAtOnce(project, () => 'monitor demo --snapshot v0', killed, 23, [0, 1]),
    ])
    const after = await load(project)
    expect(after.titles).toEqual(expect.arrayContaining(captured.map((at) => `s${at}`)))
    expect(after.entries).toEqual(expect.arrayContaining(accepted.map((at) => `r${at}`)))
    const added = { runs: after.runs - before.runs, counted: after.counted - before.counted }
    for (const count of [after.snapshots - before.snapshots, after.entries.length, added.runs, added.counted])
      expect(count).toBeLessThanOrEqual(10)
    expect(added.runs).toBeGreaterThanOrEqual(ran.length)
    expect(added.counted).toBeGreaterThanOrEqual(added.runs)
    expect([captured, accepted, ran].flat().length).toBeGreaterThanOrEqual(30 - 3 * killed.length)
    // Whoever comes next takes over what the killed ones held.
    await project.put('next.yaml', description(200))
    expect(await cli(project, 'snapshot demo next.yaml')).toBe(0)
  },
  300_000,
)
