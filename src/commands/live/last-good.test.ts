import { cp, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Report } from '../../model/report.ts'
import { reportFiles } from '../../report/reports-folder.ts'
import { runCli } from '../../testing/cli/run-cli.ts'
import { createSuiteProject, type SuiteProject, sendJson } from '../../testing/cli/suite-project.ts'
import { run } from '../run.ts'

const description = `
openapi: 3.0.3
info: { title: Demo, version: '1' }
paths:
  /a: { get: { responses: { '200': { description: d, content: { application/json: { schema: { type: object, properties: { id: { type: string } } } } } } } } }
`

const suite = `api.call('GET /a')`

let project: SuiteProject
let isDown = false
let now = Date.UTC(2026, 10, 20, 8)
let head = ''

// One project with one successful run, whose results every test starts from.
beforeAll(async () => {
  project = await createSuiteProject({
    description,
    suites: { 'a.suite.ts': suite },
    // An outage that asks for an immediate retry.
    handler: (_, response) =>
      isDown ? response.writeHead(503, { 'retry-after': '0' }).end() : sendJson(response, { id: 1 }),
  })
  head = (await readFile(at('a.suite.ts'), 'utf8')).slice(0, -suite.length)
  const demo = { suites: '*.suite.ts', target: { baseUrl: project.baseUrl } }
  await project.put('specdrift.config.json', JSON.stringify({ apis: { demo } }))
  expect(await cli('snapshot', 'add', 'demo', 'openapi.yaml')).toMatchObject({ code: 0 })
  expect(await cli('monitor', 'demo')).toMatchObject({ code: 1 })
  for (const folder of kept) await cp(at(folder), at(`good/${folder}`), { recursive: true })
})
beforeEach(async () => {
  isDown = false
  for (const folder of kept) await rm(at(folder), { recursive: true, force: true })
  await rm(at('specs/demo/baseline.json'), { force: true })
  await project.put('a.suite.ts', `${head}${suite}`)
})
afterAll(() => project.close())

const kept = ['reports', 'history'] as const
const at = (path: string) => join(project.folder, path)

/** Runs a command in this process, one minute later each time. */
function cli(...args: string[]) {
  now += 60_000
  return runCli(run, args, { cwd: project.folder, clock: () => now })
}

/** Files left by the successful run. */
async function afterGoodRun(): Promise<void> {
  for (const folder of kept) await cp(at(`good/${folder}`), at(folder), { recursive: true })
}

const text = (name: string) => readFile(at(join('reports/demo', name)), 'utf8')
const all = (folder: string) => Promise.all(reportFiles.map((name) => text(`${folder}${name}`)))

describe('a failed run keeps the reports of the last successful one', () => {
  it.each([
    ['a mistaken address', 'monitor demo --base-url notaurl', 'USAGE'],
    ['generated requests on a target that is read only', 'monitor demo --generate positive', 'NOT_WRITABLE'],
    ['an outage', 'monitor demo', 'GATEWAY'],
    ['nobody there', 'monitor demo --base-url http://127.0.0.1:1', 'UNREACHABLE'],
    ['a snapshot that is not', 'test demo --snapshot nope', 'UNKNOWN_SNAPSHOT'],
    ['a suite that is broken', 'test demo', 'SUITE_BROKEN'],
    ['a baseline that is broken', 'monitor demo', 'STORE_BROKEN'],
  ])('%s', async (_, line, code) => {
    await afterGoodRun()
    const good = await all('')
    const { startedAt } = (JSON.parse(good[reportFiles.indexOf('report.json')] ?? '') as Report).times ?? {}
    isDown = code === 'GATEWAY'
    if (code === 'SUITE_BROKEN') await project.put('a.suite.ts', 'throw new Error("oops")')
    if (code === 'STORE_BROKEN') await project.put('specs/demo/baseline.json', '{')
    // Repeated failures change nothing.
    for (const _time of code === 'USAGE' ? [1, 2] : [1]) {
      const { code: ended, stdout, stderr } = await cli(...line.split(' '))
      expect([ended, stdout]).toEqual([2, ''])
      const when = `Last run with a result: ${startedAt?.slice(0, 16).replace('T', ' ')} UTC`
      expect(stderr).toContain(`Could not check. ${when} (reports/demo/last-good/index.html).\nerror: `)
      const report: Report = JSON.parse(await text('report.json'))
      expect(report).toMatchObject({ findings: [], couldNotCheck: { code, lastGood: { startedAt } } })
      expect(report.couldNotCheck?.message).not.toBe('')
      expect(await all('last-good/')).toEqual(good)
      for (const file of ['index.html', 'report.md'])
        expect(await text(file)).toMatch(/Could not check: [\s\S]*Last run with a result: 20/)
      expect(JSON.parse(await text('badge.json'))).toMatchObject({
        message: expect.stringContaining('could not check'),
      })
      expect(await text('junit.xml')).toContain('errors="1"')
      expect(JSON.parse(await text('ctrf.json')).results.summary).toMatchObject({ passed: 0, other: 1 })
      expect(JSON.parse(await text('report.sarif')).runs[0].invocations[0].executionSuccessful).toBe(false)
    }
    for (const format of ['text', 'markdown', 'github', 'one-line']) {
      const render = ['report', 'render', 'reports/demo/report.json', '--format', format]
      const rendered = await cli(...render)
      expect([rendered.code, rendered.stdout.toLowerCase()]).toEqual([2, expect.stringMatching(/could.not.check/)])
    }
  })

  it('commands that judge a report reject a failed one and name the last successful one', async () => {
    await afterGoodRun()
    const [{ fingerprint = '' } = {}] = (JSON.parse(await text('report.json')) as Report).findings
    expect(await cli('monitor', 'demo', '--base-url', 'notaurl')).toMatchObject({ code: 2 })
    const accept = ['baseline', 'accept', 'demo', fingerprint, '--owner', 'me', '--reason', 'r']
    for (const args of [
      accept,
      ['baseline', 'prune', 'demo'],
      ['report', 'merge', 'reports/demo/report.json', '-o', 'm'],
    ]) {
      const { code, stderr } = await cli(...args)
      expect([code, stderr]).toEqual([
        2,
        expect.stringContaining('is the report of a run that failed: notaurl is not an http'),
      ])
      expect(stderr).toContain('last good run: reports/demo/last-good/report.json.')
    }
    expect(await cli(...accept, '--report', 'reports/demo/last-good/report.json')).toMatchObject({ code: 0 })
    expect(await cli('monitor', 'demo')).toMatchObject({ code: 0 })
    expect(await readdir(join(project.folder, 'reports/demo/last-good'))).toEqual([])
  })

  it('has no last successful run the first time, and falls back to the history', async () => {
    expect((await cli('monitor', 'demo', '--base-url', 'notaurl')).stderr).toContain('Last run with a result: unknown.')
    await afterGoodRun()
    await rm(at('reports'), { recursive: true })
    expect((await cli('monitor', 'demo', '--base-url', 'notaurl')).stderr).toMatch(
      /Last run with a result: 20[\d-]+ [\d:]+ UTC\.\n/,
    )
  })
})

describe("a result that can't be stored", () => {
  it.each([
    ['reports', ''],
    ['reports/demo', ''],
    ['reports/demo/report.json/x', ''],
    ['reports/demo/index.html/x', ''],
  ])('nothing is called: %s is in the way', async (path, content) => {
    await project.put(path, content)
    const before = project.requests.length
    const { code, stdout, stderr } = await cli('monitor', 'demo')
    expect([code, stdout, project.requests.length]).toEqual([2, '', before])
    expect(stderr).toMatch(/^error: Could not write \S+: /)
  })

  it('is printed even if the failure is detected at the end', async () => {
    for (const path of ['reports/demo']) {
      await project.put(
        'a.suite.ts',
        `import { rm, writeFile } from 'node:fs/promises'
${head}${suite}
test('in the way', async () => {
  await rm('${at(path)}', { recursive: true })
  await writeFile('${at(path)}', '')
})`,
      )
      const { code, stdout, stderr } = await cli('monitor', 'demo')
      expect([code, stdout]).toEqual([2, expect.stringContaining('type-conformance')])
      expect(stderr).toContain('error: Could not write ')
      await rm(at(path), { force: true })
    }
  })
})
