import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { JsonObject } from '../../model/json.ts'
import type { Report } from '../../model/report.ts'
import { runCli } from '../../testing/cli/run-cli.ts'
import { createSuiteProject, type SuiteProject, sendJson } from '../../testing/cli/suite-project.ts'
import { databases, type TestDatabase } from '../../testing/servers/postgres-server.ts'
import { sha256 } from '../../util/fingerprint.ts'
import { run } from '../run.ts'

const description = `
openapi: 3.0.3
info: { title: Demo, version: '1' }
paths:
  /a: { get: { responses: { '200': { description: d, content: { application/json: { schema: { $ref: '#/components/schemas/Item' } } } } } } }
  /b: { get: { responses: { '200': { description: d, content: { application/json: { schema: { $ref: '#/components/schemas/Item' } } } } } } }
components:
  schemas:
    Item: { type: object, required: [id], properties: { id: { type: integer }, status: { type: string, enum: [OPEN, CLOSED] } } }
`

let project: SuiteProject
let live: string
let [day, received]: [number, string[]] = [0, []]
beforeAll(async () => {
  project = await createSuiteProject({
    description,
    suites: { 'a.suite.ts': `api.call('GET /a')` },
    handler(request, response) {
      if (request.method !== 'POST') return sendJson(response, { id: 1, status: live })
      let text = ''
      request.on('data', (chunk) => {
        text += chunk
      })
      request.on('end', () => {
        received.push(text)
        sendJson(response, {})
      })
    },
  })
  const demo = { suites: '*.suite.ts', target: { baseUrl: project.baseUrl } }
  const config = { apis: { demo }, notify: [{ type: 'webhook', urlEnv: 'HOOK' }] }
  await project.put('specdrift.config.json', JSON.stringify(config))
  await project.put('v2.yaml', description.replace('CLOSED', 'CLOSED, LOST'))
}, 300_000)
afterAll(() => project.close())

/** A line of a day's recording: `GET /a` with this status of the item. */
const line = (path: string, status: string, of = day) =>
  `${JSON.stringify({
    time: new Date(Date.UTC(2026, 9, of, 12)).toISOString(),
    request: { method: 'GET', url: path, headers: { accept: '*/*' }, body: '' },
    response: { status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify({ id: 1, status }) },
  })}\n`

const stores = [['files', undefined] as const, ...databases.slice(-1)]

describe.each(stores)('the history of recorded traffic in %s', (name, start) => {
  let database: TestDatabase | undefined
  let env: Record<string, string>
  let folder: string
  beforeEach(async () => {
    ;[day, received, live] = [0, [], 'OPEN']
    folder = `h-${name}-${expect.getState().currentTestName?.replaceAll(/\W+/g, '-')}`
    database = await start?.()
    env = database === undefined ? { SPECDRIFT_HISTORY_DIR: folder } : { SPECDRIFT_HISTORY_URL: database.url }
    env.HOOK = `${project.baseUrl}/hook`
    if (database !== undefined) await cli('history migrate')
    await cli('snapshot add demo openapi.yaml --id v1')
  }, 300_000)
  afterEach(async () => {
    await database?.close()
    await rm(join(project.folder, 'specs'), { recursive: true, force: true })
  })

  /** Runs each command on the next day. */
  const cli = (text: string, stdin = '') =>
    runCli(run, text.split(' '), { cwd: project.folder, clock: () => Date.UTC(2026, 9, ++day, 20), env, stdin })

  /** Summarizes a command's report: the number of earlier runs, the number of fixed findings, and each finding with its state and start. */
  async function told(text: string, stdin = ''): Promise<readonly string[]> {
    const { stdout, stderr } = await cli(`${text} --format json`, stdin)
    if (stdout === '') throw new Error(stderr)
    const { findings, history }: Report = JSON.parse(stdout)
    return [
      `${history?.runs ?? 0} before, ${history?.fixed?.length ?? 0} fixed`,
      ...findings.map(({ state, ruleId, cause: { firstSeen = '', runs = '' } = {} as never }) =>
        [state, ruleId, firstSeen.slice(0, 10), runs].filter((part) => part !== '').join(' '),
      ),
    ]
  }
  const check = (lines: string, flags = '') => told(`check -${flags}`, lines)

  it('reports new, open, fixed and returned findings with their dates', async () => {
    expect(await check(line('/a', 'OPEN', 2))).toEqual(['0 before, 0 fixed'])
    expect(await check(line('/a', 'LOST', 3))).toEqual(['1 before, 0 fixed', 'new enum-conformance'])
    // Checking the same recording again does not add a run.
    expect(await check(line('/a', 'LOST', 3))).toEqual(['1 before, 0 fixed', 'new enum-conformance'])
    expect(await check(line('/a', 'LOST', 4))).toEqual(['2 before, 0 fixed', 'open enum-conformance 2026-10-03 2'])
    // A finding isn't fixed by a recording without the operation, without bodies, or of an earlier day.
    expect(await check(line('/b', 'OPEN', 5))).toEqual(['3 before, 0 fixed'])
    const log = `${JSON.stringify({ time: '2026-10-06T12:00:00Z', method: 'GET', path: '/a', status: 200 })}\n`
    expect(await check(log)).toEqual(['4 before, 0 fixed'])
    expect(await check(line('/a', 'OPEN', 1))).toEqual(['5 before, 0 fixed'])
    expect((await cli('history list')).stdout).toContain('1 open finding')
    expect(await check(line('/a', 'OPEN', 8))).toEqual(['6 before, 1 fixed'])
    expect(await check(line('/a', 'LOST', 9))).toEqual(['7 before, 0 fixed', 'regressed enum-conformance 2026-10-03 1'])
    expect(await check(line('/a', 'LOST', 10), ' --no-history')).toEqual(['0 before, 0 fixed', 'new enum-conformance'])
  }, 300_000)

  it('fixes nothing by a recording of which a part was not checked', async () => {
    const good = [3, 4, 5, 6, 7, 8, 9, 10].map((of) => line('/a', 'OPEN', of)).join('')
    await check(line('/a', 'LOST', 2))
    expect(await check(good, ' --sample 50%')).toEqual(['1 before, 0 fixed'])
    expect(await check(line('/a', 'OPEN', 11) + line('/a', 'LOST', 11).slice(0, -20))).toEqual(['2 before, 0 fixed'])
    const packed = join(project.folder, `${folder}.gz`)
    await writeFile(packed, gzipSync(line('/a', 'OPEN', 12)).subarray(0, -4))
    expect(await told(`check ${packed}`)).toEqual(['3 before, 0 fixed'])
    expect(await check(line('/a', 'OPEN', 13))).toEqual(['4 before, 1 fixed'])
  }, 300_000)

  it('takes a time more than a day ahead for none', async () => {
    const dated = (time: string, status: string) => line('/a', status).replace(/(?<="time":")[^"]*/, time)
    const again = `regressed enum-conformance 2026-10-0${day + 1}`
    expect(await check(dated('2999-01-01T00:00:00.000Z', 'LOST'))).toEqual([
      '0 before, 0 fixed',
      'new enum-conformance',
    ])
    expect(await check(line('/a', 'OPEN', day + 1))).toEqual(['1 before, 1 fixed'])
    const last = dated('+275760-09-13T00:00:00.000Z', 'LOST')
    expect(await check(last)).toEqual(['2 before, 0 fixed', `${again} 1`])
    expect(await check(line('/a', 'OPEN', day + 1) + last)).toEqual(['3 before, 0 fixed', `${again} 2`])
    expect(await check(line('/a', 'OPEN', day + 1))).toEqual(['4 before, 1 fixed'])
  }, 300_000)

  it('fixes nothing by exchanges that --since and --until leave out', async () => {
    const lines = (first: string, second: string) => line('/a', first) + line('/a', second, day + 1)
    const midnight = () => new Date(Date.UTC(2026, 9, day + 1)).toISOString()
    await check(line('/a', 'LOST'))
    expect(await check(lines('OPEN', 'LOST'), ` --until ${midnight()}`)).toEqual(['1 before, 0 fixed'])
    expect(await check(lines('LOST', 'OPEN'), ` --since ${midnight()}`)).toEqual(['2 before, 0 fixed'])
    expect(await check(line('/a', 'OPEN', day + 1), ` --since ${midnight()}`)).toEqual(['3 before, 1 fixed'])
  }, 300_000)

  it.runIf(start === undefined)(
    'ignores a time of the future that an earlier version stored',
    async () => {
      expect(await check(line('/a', 'LOST', 2))).toEqual(['0 before, 0 fixed', 'new enum-conformance'])
      const path = join(project.folder, folder, 'demo.ndjson')
      await writeFile(path, (await readFile(path, 'utf8')).replaceAll('2026-10-02', '2999-10-02'))
      expect(await check(line('/a', 'OPEN', 4))).toEqual(['1 before, 1 fixed'])
      expect(await check(line('/a', 'OPEN', 1))).toEqual(['2 before, 0 fixed'])
    },
    300_000,
  )

  it('fixes nothing by a response of which only a part was recorded', async () => {
    const without = (of: number): JsonObject => JSON.parse(line('/a', 'OPEN', of).replace('{\\"id\\":1,', '{'))
    const partial = (of: number) => ({
      ...without(of),
      response: { ...Object(without(of).response), partialBody: true },
    })
    expect(await check(JSON.stringify(without(2)))).toEqual(['0 before, 0 fixed', 'new required-conformance'])
    expect(await check(JSON.stringify(partial(3)))).toEqual(['1 before, 0 fixed'])
    expect(await check(line('/a', 'OPEN', 4))).toEqual(['2 before, 1 fixed'])
  }, 300_000)

  it('does not affect findings of live runs, and vice versa', async () => {
    live = 'LOST'
    const monitored = async () => (await told('monitor demo')).filter((each) => !each.startsWith('enum-'))
    expect(await monitored()).toEqual(['0 before, 0 fixed', 'new enum-conformance'])
    expect(await check(line('/a', 'OPEN', 2))).toEqual(['0 before, 0 fixed'])
    expect(await check(line('/a', 'LOST', 3))).toEqual(['1 before, 0 fixed', 'new enum-conformance'])
    live = 'OPEN'
    expect(await monitored()).toEqual(['1 before, 1 fixed'])
    expect(await check(line('/a', 'LOST', 4))).toEqual(['2 before, 0 fixed', 'open enum-conformance 2026-10-03 2'])
    // Only a live run reports contract changes. A run over traffic in between must not consume them.
    await cli('snapshot add demo v2.yaml --id v2')
    expect(await check(line('/a', 'LOST', 7))).toEqual(['3 before, 1 fixed'])
    expect(await monitored()).toEqual(['2 before, 0 fixed', 'new enum-widened'])
  }, 300_000)

  it('notifies about new and fixed findings, separately for live and recorded ones', async () => {
    live = 'LOST'
    const [, finding] = await told('monitor demo --notify')
    expect(finding).toBe('new enum-conformance')
    await check(line('/a', 'LOST', 2), ' --notify')
    await check(line('/a', 'LOST', 3), ' --notify')
    await check(line('/b', 'OPEN', 4), ' --notify')
    await check(line('/a', 'OPEN', 5), ' --notify')
    await told('monitor demo --notify')
    const sent = received.map((text) => JSON.parse(text))
    expect(sent.map(({ target, counts }) => [target, counts.new, counts.fixed])).toEqual([
      [project.baseUrl, 1, 0],
      ['recorded traffic', 1, 0],
      ['recorded traffic', 0, 1],
    ])
  }, 300_000)

  it('stores merged slices as one run', async () => {
    const slices = [line('/a', 'LOST', 2), line('/b', 'OPEN', 3)]
    const parts = await Promise.all(slices.map((slice) => cli('check - --partial', slice)))
    const partials = parts.map(({ stdout }) => stdout).join('')
    expect(await told('report merge -', partials)).toEqual(['0 before, 0 fixed', 'new enum-conformance'])
    expect((await cli('history list')).stdout).toContain('recorded traffic  1 run since 2026-10-02T12:00:00.000Z')
    expect(await check(line('/a', 'LOST', 4))).toEqual(['1 before, 0 fixed', 'open enum-conformance 2026-10-02 2'])
  }, 300_000)

  it('stores no value with --samples none', async () => {
    const { stdout, stderr } = await cli('check - --samples none --notify dry-run', line('/a', 'Plantedname', 2))
    await cli('check - --samples none --notify', line('/a', 'Plantedname', 2))
    if (database !== undefined) await cli(`history export demo --history-dir ${folder}`)
    const names = await readdir(join(project.folder, folder))
    const texts = await Promise.all(names.map((file) => readFile(join(project.folder, folder, file), 'utf8')))
    expect([names.length > 0, received.length]).toEqual([true, 1])
    expect([stdout, stderr, ...texts, ...received].join('\n')).not.toContain('Plantedname')
    // Hashes are computed from the displayed values.
    expect(texts.join('')).not.toContain(sha256('"Plantedname"').slice(0, 16))
  }, 300_000)
})

it('rejects options that a partial run cannot support, and stores runs of an unnamed API only with an explicit folder', async () => {
  const cli = (text: string) => runCli(run, text.split(' '), { cwd: project.folder, stdin: line('/a', 'OPEN', 2) })
  for (const text of ['check - --partial --notify', 'check - --follow --notify', 'check - --partial --require-history'])
    expect(await cli(text)).toMatchObject({ code: 2, stderr: expect.stringContaining('report merge') })
  expect(await cli('check - --description v2.yaml --require-history')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--history-dir'),
  })
  expect(await cli('check - --description v2.yaml')).toMatchObject({ code: 0 })
  expect(await readdir(project.folder)).not.toContain('history')
  expect(await cli('check - --description v2.yaml --history-dir named')).toMatchObject({ code: 0 })
  expect(await readdir(join(project.folder, 'named'))).toContain('v2.ndjson')
  await writeFile(join(project.folder, 'file'), '')
  expect(await cli('check - --description v2.yaml --history-dir file/x --require-history')).toMatchObject({ code: 2 })
}, 300_000)
