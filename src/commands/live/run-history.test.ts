import { appendFile, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Report } from '../../model/report.ts'
import { runCli } from '../../testing/cli/run-cli.ts'
import { createSuiteProject, type SuiteProject, sendJson } from '../../testing/cli/suite-project.ts'
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

const healthy: Readonly<Record<string, unknown>> = {
  '/a': { id: 1, status: 'OPEN' },
  '/b': { id: 2, status: 'OPEN' },
}
let responses = healthy
let project: SuiteProject
beforeAll(async () => {
  project = await createSuiteProject({
    description: describing('OPEN, CLOSED'),
    suites: { 'a.suite.ts': `api.call('GET /a')`, 'b.suite.ts': `api.call('GET /b', { tags: ['b'] })` },
    handler: ({ url = '' }, response) => sendJson(response, responses[url], responses[url] === undefined ? 503 : 200),
  })
  const demo = { suites: '*.suite.ts', target: { baseUrl: project.baseUrl } }
  await writeFile(join(project.folder, 'specdrift.config.json'), JSON.stringify({ apis: { demo } }))
})
afterAll(() => project.close())
beforeEach(async () => {
  responses = healthy
  day = 0
  for (const folder of ['history', 'specs']) await rm(join(project.folder, folder), { recursive: true, force: true })
  await cli('snapshot add demo openapi.yaml --id v1')
})

/** Runs each command one day later. */
let day: number
const cli = (line: string) => {
  const now = Date.UTC(2026, 10, ++day, 8)
  return runCli(run, line.split(' '), { cwd: project.folder, clock: () => now })
}

/** Returns state and age of the live findings of a run. */
async function monitor(flags = ''): Promise<readonly string[]> {
  await cli(`monitor demo${flags}`)
  const report: Report = JSON.parse(await readFile(join(project.folder, 'reports/demo/report.json'), 'utf8'))
  const { findings, summary, history } = report
  const live = findings.filter(({ kind }) => kind !== 'contract')
  return [
    `${history?.runs ?? 0} before, ${summary.drift.fixed} fixed`,
    ...live.map(({ state, cause }) => [state, cause?.kind, cause?.evidence].filter(Boolean).join(' ')),
  ]
}

const lost = { ...healthy, '/a': { id: 1, status: 'LOST' } }

it('shows since when a finding exists, whether it is back, and what was fixed', async () => {
  expect(await monitor()).toEqual(['0 before, 0 fixed'])
  responses = lost
  const cause = 'provider-changed green on 2026-11-02, run of v1'
  expect(await monitor()).toEqual(['1 before, 0 fixed', `new ${cause}`])
  expect(await monitor()).toEqual(['2 before, 0 fixed', `open ${cause}`])
  responses = healthy
  expect(await monitor(' --tag b')).toEqual(['3 before, 0 fixed'])
  expect(await monitor()).toEqual(['4 before, 1 fixed'])
  expect(await monitor()).toEqual(['5 before, 0 fixed'])
  responses = lost
  expect(await monitor()).toEqual(['6 before, 0 fixed', 'regressed provider-changed green on 2026-11-07, run of v1'])
  const { findings } = JSON.parse(await readFile(join(project.folder, 'reports/demo/report.json'), 'utf8'))
  const { stdout } = await cli(`baseline explain demo ${findings[0].fingerprint}`)
  expect(stdout).toContain(`seen      first 2026-11-03, last 2026-11-08 (${project.baseUrl})`)
}, 300_000)

it('distinguishes outages, and continues after a killed run', async () => {
  await monitor()
  responses = {}
  expect(await cli('monitor demo')).toMatchObject({ code: 2, stdout: '' })
  const file = join(project.folder, 'history/demo.ndjson')
  const lines = (await readFile(file, 'utf8')).trim().split('\n')
  expect(JSON.parse(lines[1] ?? '')).toMatchObject({ outcome: 'outage', reason: 'GATEWAY', snapshot: 'v1' })
  await appendFile(file, '{"v":3,"kind":"run","start')
  responses = lost
  const torn = await cli('monitor demo')
  expect([torn.code, torn.stderr]).toEqual([1, expect.stringContaining('a killed run left half a line')])
  expect(torn.stdout).toContain(' · the provider changed: green on 2026-11-02, run of v1 · ')
  expect((await cli('monitor demo')).stderr).toBe('')
}, 300_000)

it('does not use the history with --no-history, in test or in a shard', async () => {
  for (const line of ['monitor demo --no-history', 'test demo', 'monitor demo --shard 1/2']) await cli(line)
  await expect(readFile(join(project.folder, 'history/demo.ndjson'))).rejects.toMatchObject({ code: 'ENOENT' })
}, 300_000)

it('distinguishes contract changes that were live before publication from unseen ones', async () => {
  await monitor()
  responses = lost
  await monitor()
  await writeFile(join(project.folder, 'v2.yaml'), describing('OPEN, CLOSED, LOST'))
  await cli('snapshot add demo v2.yaml --id v2')
  const live = `already live since 2026-11-03 (run of v1 against ${project.baseUrl})`
  const report: Report = JSON.parse((await cli('monitor demo --format json')).stdout)
  expect(report.findings.map(({ ruleId, observed }) => [ruleId, observed])).toEqual([
    ['enum-widened', { kind: 'already-live', evidence: live }],
  ])
  await writeFile(join(project.folder, 'v3.yaml'), describing('OPEN, CLOSED, LOST, STOLEN'))
  await cli('snapshot add demo v3.yaml --id v3')
  expect((await cli('monitor demo')).stdout).toContain('\n  0 new')
  const { stdout } = await cli('changelog demo')
  expect(stdout).toMatch(/"STOLEN" {2}enum-widened {2}\(published, not yet seen in 1 run\)/)
  expect(stdout).toContain(`"LOST"  enum-widened  (${live})`)
  responses = { ...healthy, '/b': { id: 2, status: 'STOLEN' } }
  await cli('monitor demo')
  expect((await cli('changelog demo')).stdout).toMatch(/"STOLEN" {2}enum-widened {2}\[breaking\]/)
}, 300_000)

it('produces the same report for the same history, except for times', async () => {
  await monitor()
  responses = lost
  await monitor()
  const file = join(project.folder, 'history/demo.ndjson')
  const statistics = join(project.folder, 'history/demo.statistics.json')
  const kept = [await readFile(file), await readFile(statistics)]
  const report = async () => {
    await monitor()
    const { times: _, ...rest } = JSON.parse(await readFile(join(project.folder, 'reports/demo/report.json'), 'utf8'))
    return rest
  }
  const first = await report()
  for (const [index, name] of [file, statistics].entries()) await writeFile(name, kept[index] ?? '')
  expect(await report()).toEqual(first)
}, 300_000)
