import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Report } from '../../model/report.ts'
import { type CliResult, runCli } from '../../testing/cli/run-cli.ts'
import { createSuiteProject, type SuiteProject, sendJson } from '../../testing/cli/suite-project.ts'
import { withoutDurations } from '../../testing/cli/without-durations.ts'
import { run } from '../run.ts'

const description = `
openapi: 3.0.3
info: { title: Demo, version: '1' }
paths:
  /a: { get: &list { responses: { '200': { description: d, content: { application/json: { schema: { $ref: '#/components/schemas/List' } } } }, '404': { description: d } } } }
  /b: { get: *list }
  /c: { get: { responses: { '200': { description: d } } } }
  /d: { get: { responses: { '200': { description: d } } }, post: { responses: { '201': { description: d } } } }
components:
  schemas:
    List: { type: array, items: { $ref: '#/components/schemas/Item' } }
    Item: { type: object, properties: { id: { type: integer }, status: { type: string, enum: [OPEN, CLOSED] } } }
`

const suites = {
  '1.suite.ts': `api.call('GET /a'); test('flow', async () => { await api.send('GET /c') })`,
  '2.suite.ts': `api.call('GET /b'); api.call('GET /a', { as: 'again', query: { page: 2 } })`,
  '3.suite.ts': `api.call('GET /a', { as: 'unknown', query: { page: 9 }, expect: 404 })`,
  '4.suite.ts': `api.call('GET /b', { as: 'more' })`,
  '5.suite.ts': 'api.remaining()',
}

const bodies: Readonly<Record<string, unknown>> = {
  '/a': [
    { id: 1, status: 'OPEN' },
    { id: 2, status: 'LOST' },
  ],
  '/a?page=2': [{ id: 3, status: 'LOST' }, { id: 1 }],
  '/b': [{ id: 4, status: null, extra: true }],
}

let project: SuiteProject
beforeAll(async () => {
  project = await createSuiteProject({
    description,
    suites,
    handler: ({ url = '' }, response) =>
      url === '/a?page=9' ? response.writeHead(404).end() : sendJson(response, bodies[url] ?? {}),
  })
  const demo = { suites: '*.suite.ts', target: { baseUrl: project.baseUrl, writable: true } }
  await writeFile(join(project.folder, 'specdrift.config.json'), JSON.stringify({ apis: { demo } }))
  expect(await cli('snapshot', 'add', 'demo', 'openapi.yaml', '--id', 'v1')).toMatchObject({ code: 0 })
  const accepted = { fingerprint: 'f'.repeat(16), ruleId: 'enum-conformance', reason: 'gone', owner: 'me' }
  await writeFile(join(project.folder, 'specs/demo/baseline.json'), JSON.stringify({ entries: [accepted] }))
})
afterAll(() => project.close())

let whole: CliResult
beforeAll(async () => {
  whole = await monitor('whole', '--format', 'json')
  for (const index of [1, 2]) await monitorShard(index, 2)
}, 300_000)

function cli(...argv: string[]): Promise<CliResult> {
  return runCli(run, argv, { cwd: project.folder })
}

const read = (file: string) => readFile(join(project.folder, file), 'utf8')

async function monitor(into: string, ...flags: string[]): Promise<CliResult> {
  return cli('monitor', 'demo', '--reports-dir', into, ...flags)
}

/** Runs a shard and returns the path of its report. */
async function monitorShard(index: number, count: number): Promise<string> {
  const folder = `shard${index}of${count}`
  const { stdout } = await monitor(folder, '--shard', `${index}/${count}`)
  expect(stdout).toContain(`shard ${index} of ${count}, to be merged`)
  return `${folder}/demo/report.json`
}

const halves = ['shard1of2/demo/report.json', 'shard2of2/demo/report.json'] as const

describe('report merge', () => {
  it.each([2, 6])(
    '%i shards merged are the report of the whole run, byte for byte in every format',
    async (count) => {
      expect(whole.code).toBe(1)
      const files: string[] = count === 2 ? [...halves] : []
      while (files.length < count) files.push(await monitorShard(files.length + 1, count))
      const merged = await cli('report', 'merge', ...files.reverse(), '-o', 'merged')
      expect([merged.code, merged.stderr]).toEqual([1, ''])
      for (const file of ['report.json', 'report.md', 'junit.xml', 'index.html'])
        expect(withoutDurations(await read(`merged/${file}`))).toBe(withoutDurations(await read(`whole/demo/${file}`)))
      const report: Report = JSON.parse(await read('merged/report.json'))
      expect(report.hints.map(({ message }) => message)).toEqual([expect.stringContaining('was not seen any more')])
      expect(report.coverage?.operations).toEqual({ called: 4, total: 5 })
      expect(report.findings.map(({ ruleId, evidence }) => [ruleId, evidence?.samples])).toContainEqual([
        'enum-conformance',
        2,
      ])
    },
    300_000,
  )

  it('requires every shard of one run exactly once', async () => {
    const [[one, two], third] = [halves, await monitorShard(3, 3)]
    const problem = async (...files: (string | undefined)[]) => {
      const { code, stdout, stderr } = await cli('report', 'merge', ...files.flatMap((file) => file ?? []), '-o', 'm')
      expect([code, stdout]).toEqual([2, ''])
      return stderr.split('\n')[0]
    }
    expect(await problem(one)).toBe('error: 1 shard of 2 missing: 2.')
    expect(await problem(one, one)).toBe(`error: ${one} and ${one} are both shard 1 of 2.`)
    expect(await problem(one, two, third)).toBe(
      `error: ${one} and ${third} are not from the same run: their numbers of shards differ.`,
    )
    expect(await problem('specdrift.config.json')).toMatch(
      /^error: specdrift.config.json is not a valid report: at its root /,
    )
  })

  it('applies minimum coverage only to the merged report', async () => {
    const flags = ['--min-coverage', 'statuses=90', '--min-coverage', 'operations=80', '--fail-on', 'never']
    expect(await monitor('s1', '--shard', '1/1', ...flags)).toMatchObject({ code: 0 })
    const { code, stdout } = await cli('report', 'merge', 's1/demo/report.json', '-o', 'm')
    expect(code).toBe(1)
    expect(stdout).toContain('✖ coverage  statuses 71 % (5 of 7), 90 % required')
    expect(stdout).not.toContain('✖ coverage  operations')
  })
})

describe('report render', () => {
  it('writes the same files as the run', async () => {
    const file = 'whole/demo/report.json'
    expect(await cli('report', 'render', file, '--format', 'json')).toEqual({ ...whole, stderr: '' })
    const text = await cli('report', 'render', file, '--format', 'junit', '-o', 'j.xml')
    expect([text.code, text.stdout, await read('j.xml')]).toEqual([1, '', await read('whole/demo/junit.xml')])
    expect(await cli('report', 'render', file, '--format', 'jnuit')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/Allowed choices are text, .*junit/),
    })
  })
})

describe('hints', () => {
  it('are also learned from earlier runs of the same API', async () => {
    const earlier = ['--statistics', 'whole/demo/report.json']
    const { code, stderr } = await monitor('now', ...earlier, ...earlier)
    expect([code, stderr]).toEqual([1, ''])
    expect(JSON.parse(await read('now/demo/report.json')).statistics.runs).toBe(1)
    const refused = await monitor('now', '--statistics', halves[0])
    expect(refused.stderr).toContain('shard1of2/demo/report.json is a shard: merge the shards of the run first.')
  })
})
