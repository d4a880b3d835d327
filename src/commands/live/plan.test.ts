import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runCli } from '../../testing/cli/run-cli.ts'
import { createSuiteProject, type SuiteProject, sendJson } from '../../testing/cli/suite-project.ts'
import { withoutDurations } from '../../testing/cli/without-durations.ts'
import { run } from '../run.ts'

const description = `
openapi: 3.0.3
info: { title: Demo, version: '1' }
paths:
  /a: { get: &any { responses: { '200': { description: d, content: { application/json: { schema: { type: object, properties: { id: { type: integer } } } } } } } } }
  /b: { get: *any }
  /c: { get: *any }
  /d: { get: *any }
  /e: { get: *any }
`

let project: SuiteProject
beforeAll(async () => {
  project = await createSuiteProject({
    description,
    suites: {
      ...Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [`${name}.suite.ts`, `api.call('GET /${name}')`])),
      'e.suite.ts': 'api.remaining()',
    },
    handler: ({ url }, response) => sendJson(response, { id: url === '/b' ? 'two' : 1 }),
  })
  const demo = { suites: '*.suite.ts', target: { baseUrl: project.baseUrl } }
  await writeFile(join(project.folder, 'specdrift.config.json'), JSON.stringify({ apis: { demo } }))
  await cli(1, 'snapshot add demo openapi.yaml --id v1')
})
afterAll(() => project.close())

const cli = (day: number, line: string) =>
  runCli(run, line.split(' '), { cwd: project.folder, clock: () => Date.UTC(2026, 10, day, 8) })
const read = (file: string) => readFile(join(project.folder, file), 'utf8')

interface Entry {
  readonly api: string
  readonly shard: string
  readonly name: string
  readonly suites: string
}

async function planned(shards: number): Promise<readonly Entry[]> {
  const { code, stdout } = await cli(2, `plan --shards ${shards} --format json`)
  expect(code).toBe(0)
  return JSON.parse(stdout).include
}

it('splits by duration, and the merged shards equal a complete run', async () => {
  expect((await planned(4)).map(({ shard, suites }) => `${shard} ${suites}`)).toEqual([
    '1/4 a.suite.ts,e.suite.ts',
    ...['2/4 b.suite.ts', '3/4 c.suite.ts', '4/4 d.suite.ts'],
  ])
  expect((await cli(2, 'monitor demo')).code).toBe(1)
  const file = join(project.folder, 'history/demo.ndjson')
  const took = { 'a.suite.ts': 10, 'b.suite.ts': 90, 'c.suite.ts': 20, 'd.suite.ts': 30, 'e.suite.ts': 40 }
  await writeFile(file, `${JSON.stringify({ ...JSON.parse(await readFile(file, 'utf8')), suites: took })}\n`)
  const plan = await planned(4)
  expect(plan).toContainEqual({
    api: 'demo',
    shard: '1/4',
    name: 'demo-1-of-4',
    suites: 'b.suite.ts',
    milliseconds: 90,
  })
  expect(plan.map(({ suites }) => suites).join()).toBe('b.suite.ts,e.suite.ts,d.suite.ts,a.suite.ts,c.suite.ts')
  const files: string[] = []
  for (const { api, shard, name, suites } of plan) {
    await cli(3, `monitor ${api} --shard ${shard} --suites ${suites} --reports-dir ${name}`)
    files.push(`${name}/demo/report.json`)
  }
  await cli(3, `report merge ${files.join(' ')} -o merged`)
  const lines = await read('history/demo.ndjson')
  await cli(3, 'monitor demo')
  expect(await read('history/demo.ndjson')).toBe(lines)
  for (const name of ['report.json', 'report.md', 'index.html', 'junit.xml'])
    expect(withoutDurations(await read(`merged/${name}`))).toBe(withoutDurations(await read(`reports/demo/${name}`)))
  const report = JSON.parse(await read('merged/report.json'))
  expect([report.history.runs, report.findings[0].cause.kind]).toEqual([1, 'never-conformed'])
  expect(lines.match(/\n/g)).toHaveLength(2)
  const twice = await cli(3, `report merge ${files[0]} ${files[0]} -o merged`)
  expect(twice.stderr).toContain('are both shard 1 of 4')
}, 300_000)

it('requires a number, --shard for --suites, and existing suites', async () => {
  expect((await cli(2, 'plan')).stderr).toContain("required option '--shards <n>' not specified")
  expect((await cli(2, 'plan --shards 0')).stderr).toContain('positive integer')
  expect((await cli(2, 'test demo --suites a.suite.ts')).stderr).toContain('--suites requires --shard')
  expect((await cli(2, 'test demo --shard 1/2 --suites x.suite.ts')).stderr).toContain('No suite matches x.suite.ts')
  expect((await cli(2, 'plan --shards 9')).stdout.match(/^demo {2}\d\/5/gm)).toHaveLength(5)
})
