import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Report } from '../../model/report.ts'
import { runCli } from '../../testing/cli/run-cli.ts'
import { createSuiteProject, type SuiteProject, sendJson } from '../../testing/cli/suite-project.ts'
import { run } from '../run.ts'

const description = `
openapi: 3.0.3
info: { title: Demo, version: '1' }
security: [{ token: [] }]
components: { securitySchemes: { token: { type: http, scheme: bearer } } }
paths:
  /a: { get: &get { responses: { '200': { description: d, content: { application/json: { schema: { type: object } } } }, '401': { description: d }, '404': { description: d } } } }
  /b: { get: *get }
`

const calls = (operation: string) =>
  [1, 2, 3, 4].map((page) => `api.call('${operation}', { as: 'page ${page}', query: { page: ${page} } })`).join('\n')

const message = '6 of 8 responses were 401: the credentials were refused.'

let project: SuiteProject
let refusal: number | undefined
let isDrifting = false
let now = Date.UTC(2026, 10, 20, 8)
beforeAll(async () => {
  project = await createSuiteProject({
    description,
    suites: { '1.suite.ts': calls('GET /a'), '2.suite.ts': calls('GET /b') },
    handler: ({ url }, response) => {
      if (refusal !== undefined && !url?.endsWith('=4')) return response.writeHead(refusal).end()
      sendJson(response, isDrifting ? [] : {})
    },
  })
  const auth = [{ prefix: '/', type: 'bearer', env: 'DEMO_TOKEN' }]
  const demo = { suites: '*.suite.ts', auth, target: { baseUrl: project.baseUrl } }
  await project.put('specdrift.config.json', JSON.stringify({ apis: { demo } }))
  expect(await cli('snapshot', 'add', 'demo', 'openapi.yaml')).toMatchObject({ code: 0 })
})
afterAll(() => project.close())

function cli(...args: string[]) {
  now += 60_000
  return runCli(run, args, { cwd: project.folder, clock: () => now, env: { DEMO_TOKEN: 'secret-token-1' } })
}
const read = (file: string) => readFile(join(project.folder, file), 'utf8')

/** Returns the exit codes of two shards and the output of merging them. */
async function monitorShards(...flags: string[]) {
  const shards: number[] = []
  for (const index of [1, 2])
    shards.push((await cli('monitor', 'demo', '--reports-dir', `s${index}`, '--shard', `${index}/2`, ...flags)).code)
  const merged = await cli('report', 'merge', 's1/demo/report.json', 's2/demo/report.json', '-o', 'merged')
  return { shards, merged }
}

async function monitorWhole() {
  return { shards: [], merged: await cli('monitor', 'demo', '--reports-dir', 'whole') }
}

describe.each([
  ['whole/demo', 'whole', monitorWhole],
  ['merged', 'merged from shards', monitorShards],
])('in %s, a blind run that is %s', (folder, _, monitor) => {
  let stdout: string
  beforeAll(async () => {
    isDrifting = true
    refusal = undefined
    expect((await monitor()).merged.code).toBe(1)
    isDrifting = false
    refusal = 401
    const { merged } = await monitor()
    expect([merged.code, merged.stderr]).toEqual([2, ''])
    stdout = merged.stdout
  })

  const render = (format: string) => cli('report', 'render', `${folder}/report.json`, '--format', format)

  it('exits with 2 and keeps findings and report of the last successful run', async () => {
    const report: Report = JSON.parse(await read(`${folder}/report.json`))
    expect(report).toMatchObject({ couldNotCheck: { code: 'BLIND', message }, partial: true, findings: [] })
    expect([report.history?.fixed, report.summary.drift.fixed]).toEqual([[], 0])
    expect(await read(`${folder}/last-good/report.json`)).toContain('"type-conformance"')
    expect(stdout).toContain(`✖ COULD NOT CHECK demo\n  ${message}\n`)
    expect(stdout).toContain('Last run with a result: ')
  })

  it('is stated in every output file', async () => {
    const files = (await readdir(join(project.folder, folder))).filter((name) => name !== 'last-good')
    expect(files).toEqual(expect.arrayContaining(['index.html', 'junit.xml', 'report.md', 'report.json']))
    for (const file of files.filter((name) => name !== 'run.ndjson'))
      expect(
        (await read(`${folder}/${file}`)).toLowerCase().replace('couldnotcheck', 'could not check'),
        file,
      ).toContain('could not check')
  })

  it('is the headline of the page, which links to the last successful run', async () => {
    const [, header = ''] =
      /<section class="verdict could-not-check"[^>]*>(.*?)<\/section>/s.exec(await read(`${folder}/index.html`)) ?? []
    expect(header).toContain(`Could not check:</span> ${message}</h1>`)
    expect(header).toContain('Last run with a result: ')
    expect(header).toContain('check the credentials, and that no request revokes them.')
    expect(header).toContain('<a href="last-good/index.html">')
  })

  it('is an error in JUnit', async () => {
    const junit = await read(`${folder}/junit.xml`)
    expect(junit).toContain(`<error message="${message}" type="BLIND">`)
    expect(junit).toMatch(/<testsuite name="drift" tests="1" failures="0" errors="1"/)
  })

  it('is at the top of the job summary', async () => {
    const markdown = await read(`${folder}/report.md`)
    expect(markdown).toMatch(
      /^## ⚠️ Could not check: 6 of 8 responses were 401: the credentials were refused\. Last run with a result: /,
    )
    expect(markdown).not.toContain('✅')
  })

  it.each([
    ['github', `::error title=could not check::${message}%0A`],
    ['markdown', '## ⚠️ Could not check: '],
    ['junit', '<error message='],
    ['text', '✖ COULD NOT CHECK demo'],
    ['sarif', `Could not check: ${message}`],
    ['ctrf', `Could not check: ${message}`],
    ['one-line', `Could not check: ${message}`],
  ])('rendered again as %s it ends with 2', async (format, text) => {
    const { code, stdout } = await render(format)
    expect(stdout).toContain(text)
    expect(code).toBe(2)
  })

  it('makes the badge grey', async () => {
    const { stdout } = await cli('report', 'badge', `${folder}/report.json`)
    expect(JSON.parse(stdout)).toMatchObject({ message: 'could not check · 2026-11-20', color: 'lightgrey' })
  })
})

it.each([
  [401, 2],
  [404, 1],
])('of shards that got %i only the merged run is called blind', async (status, code) => {
  refusal = status
  const { shards, merged } = await monitorShards('--no-history')
  expect([shards, merged.code]).toEqual([[code, code], 2])
  for (const index of [1, 2]) expect(await read(`s${index}/demo/report.json`)).not.toContain('"couldNotCheck"')
  expect(merged.stdout).toContain(`✖ COULD NOT CHECK demo\n  6 of 8 responses were ${status}: `)
})
