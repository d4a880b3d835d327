import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Report } from '../../model/report.ts'
import { runCli } from '../../testing/cli/run-cli.ts'
import { createSuiteProject, type SuiteProject, sendJson } from '../../testing/cli/suite-project.ts'
import { run } from '../run.ts'

const schema = (status: string) => `{ type: object, properties: { status: { enum: [${status}] } } }`
const get = (status: string) =>
  `{ get: { responses: { '200': { description: d, content: { application/json: { schema: ${schema(status)} } } } } } }`
const documentOf = (paths: string) => `openapi: 3.0.3\ninfo: { title: Demo, version: '1' }\npaths: { ${paths} }\n`
const v1 = documentOf(`/a: ${get('OPEN')}, /me: ${get('OPEN')}`)
const withoutMe = documentOf(`/a: ${get('OPEN')}`)
const withClosed = documentOf(`/a: ${get('OPEN, CLOSED')}, /me: ${get('OPEN')}`)

const suite = `import { contract } from 'specdrift/suite'
const api = await contract({ api: 'demo' })
api.call('GET /a')
api.call('GET /me')
`

let project: SuiteProject
/** Published description, or the status of an error. */
let published: string | number = v1
let isMeGone = false
let isDown = false
let hookStatus = 200
let alerts: string[] = []
let status = 'OPEN'
let minutes = 0
let downloads = 0
beforeAll(async () => {
  project = await createSuiteProject({
    description: v1,
    suites: {},
    handler: (request, response) => {
      if (request.url === '/hook') {
        request.setEncoding('utf8').on('data', (text) => alerts.push(text))
        return response.writeHead(hookStatus).end()
      }
      if (request.url !== '/openapi.yaml')
        return sendJson(response, { status }, isDown ? 503 : isMeGone && request.url === '/me' ? 404 : 200)
      if (typeof published === 'number') return response.writeHead(published).end()
      const etag = `"${published.length}"`
      if (request.headers['if-none-match'] === etag) return response.writeHead(304, { etag }).end()
      downloads++
      response.writeHead(200, { etag }).end(published)
    },
  })
})
afterAll(() => project.close())

const cli = (line: string) =>
  runCli(run, line.split(' '), {
    cwd: project.folder,
    clock: () => Date.UTC(2026, 10, 20) + ++minutes * 60_000,
    env: { HOOK_URL: `${project.baseUrl}/hook` },
  })
const report = async (): Promise<Report> =>
  JSON.parse(await readFile(join(project.folder, 'reports/demo/report.json'), 'utf8'))

beforeEach(async () => {
  published = v1
  isMeGone = false
  isDown = false
  hookStatus = 200
  alerts = []
  status = 'OPEN'
  for (const folder of ['specs', 'history']) await rm(join(project.folder, folder), { recursive: true, force: true })
  await project.put('a.suite.ts', suite)
  await configure({})
  expect(await cli('snapshot add demo')).toMatchObject({ code: 0 })
})

function configure(api: object) {
  const target = { baseUrl: project.baseUrl }
  const demo = { source: `${project.baseUrl}/openapi.yaml`, suites: '*.suite.ts', target, ...api }
  const notify = [{ type: 'webhook', urlEnv: 'HOOK_URL' }]
  return project.put('specdrift.config.json', JSON.stringify({ apis: { demo }, notify }))
}

const changes = async () =>
  (await report()).findings.flatMap(({ kind, site, state }) => (kind === 'contract' ? [[site.operation, state]] : []))

it('downloads an unchanged description only once and then uses its entity tag', async () => {
  downloads = 0
  expect(await cli('monitor demo')).toMatchObject({ code: 0, stderr: expect.not.stringContaining('warning') })
  expect(downloads).toBe(0)
  expect((await report()).inputs.published).toBeUndefined()
})

it('reports a changed description as failing until its snapshot is added', async () => {
  expect(await cli('monitor demo')).toMatchObject({ code: 0 })
  published = withoutMe
  isMeGone = true
  const first = await cli('monitor demo')
  expect(first.code).toBe(1)
  expect(first.stdout.split('\n')[0]).toMatch(
    /^✖ DRIFT demo 2026-11-20 · the published description differs from the snapshot: 1 breaking, GET \/me is gone · 1 error/,
  )
  expect(first.stdout).toContain('the contract changed: in the published description, GET /me is gone')
  expect(first.stdout).toContain('store it as the new snapshot: specdrift snapshot add demo')
  isMeGone = false
  const second = await cli('monitor demo')
  expect([second.code, second.stdout]).toEqual([1, expect.stringMatching(/^✖ BREAKING demo/)])
  const states = (await report()).findings.map(({ kind, state }) => [kind, state])
  expect(states).toEqual([['contract', 'open']])
  await cli('snapshot add demo')
  await project.put('a.suite.ts', suite.replace("api.call('GET /me')", ''))
  // It was reported before the snapshot was added.
  expect(await cli('monitor demo')).toMatchObject({ code: 0, stdout: expect.stringMatching(/^✔ CONFORMS/) })
})

it('names a value in the published description as the cause', async () => {
  published = withClosed
  status = 'CLOSED'
  expect((await cli('monitor demo')).code).toBe(1)
  const { findings } = await report()
  expect(
    findings.filter(({ kind }) => kind !== 'contract').map(({ site, cause }) => [site.operation, cause?.kind]),
  ).toEqual(expect.arrayContaining([['GET /a', 'contract-changed']]))
})

it('stores a changed description if configured, and fails the run that first sees it', async () => {
  await configure({ snapshot: 'auto' })
  published = withClosed
  const first = await cli('monitor demo')
  expect([first.code, first.stdout]).toEqual([
    1,
    expect.stringMatching(/^✖ BREAKING demo 2026-11-20.2 · the new snapshot changes the contract: 1 breaking, /),
  ])
  expect(first.stderr).toContain('stored demo@2026-11-20.2')
  expect(await cli('monitor demo')).toMatchObject({ code: 0, stdout: expect.stringContaining('CONFORMS') })
})

it('reports a change that was stored during an outage together with the next one', async () => {
  await configure({ snapshot: 'auto' })
  expect(await cli('monitor demo')).toMatchObject({ code: 0 })
  ;[published, isDown] = [withClosed, true]
  expect(await cli('monitor demo')).toMatchObject({ code: 2, stderr: expect.stringContaining('stored demo@') })
  ;[published, isDown] = [withoutMe.replace('[OPEN]', '[OPEN, CLOSED]'), false]
  await project.put('a.suite.ts', suite.replace("api.call('GET /me')", ''))
  expect(await cli('monitor demo')).toMatchObject({ code: 1 })
  expect((await changes()).sort()).toEqual([
    ['GET /a', 'new'],
    ['GET /me', 'new'],
  ])
  expect(await cli('monitor demo')).toMatchObject({ code: 0 })
})

it.each(['auto', 'propose'] as const)('reports a change back to an earlier version: %s', async (snapshot) => {
  await configure({ snapshot })
  await project.put('a.suite.ts', suite.replace("api.call('GET /me')", ''))
  await cli('monitor demo')
  for (const [version, code] of [
    [withoutMe, 1],
    [v1, 0],
    [withoutMe, 1],
  ] as const) {
    published = version
    expect(await cli('monitor demo')).toMatchObject({ code })
    await cli('snapshot add demo')
    expect(await cli('monitor demo')).toMatchObject({ code: 0 })
  }
})

it('the next run reports an undelivered change again', async () => {
  await configure({ snapshot: 'auto' })
  await cli('monitor demo')
  published = withClosed
  hookStatus = 400
  expect(await cli('monitor demo --notify')).toMatchObject({ code: 1, stderr: expect.stringContaining('error: ') })
  await project.put('folder.xml/inside', '')
  // The output path is a folder, so writing fails.
  expect(await cli('monitor demo --format junit=folder.xml')).toMatchObject({ code: 2 })
  hookStatus = 200
  alerts = []
  expect(await cli('monitor demo --notify dry-run')).toMatchObject({ code: 1 })
  expect(await cli('monitor demo --notify')).toMatchObject({ code: 1 })
  expect(alerts.join('')).toContain('enum-widened')
  expect(await cli('monitor demo --notify')).toMatchObject({ code: 0 })
  expect((await changes()).map(([, state]) => state)).not.toContain('new')
})

it('never stores a description without operations, and reports that it has none', async () => {
  await configure({ snapshot: 'auto' })
  published = documentOf('')
  for (const _ of [1, 2]) {
    const { code, stderr } = await cli('monitor demo')
    expect([code, stderr]).toEqual([1, expect.stringContaining('was not stored: it has no operations')])
  }
  expect(await cli('snapshot list demo')).toMatchObject({ stdout: expect.not.stringContaining('2026-11-20.2') })
})

it('a shard reports that it stores nothing', async () => {
  await configure({ snapshot: 'auto' })
  published = withClosed
  const { stderr } = await cli('monitor demo --shard 1/1')
  expect(stderr).toContain('a shard stores no snapshot. Run: specdrift snapshot add demo')
})

it('exits with 2 after the description was unreadable three times in a row', async () => {
  published = 500
  for (const code of [0, 0, 2]) expect(await cli('monitor demo')).toMatchObject({ code })
  const { code, stdout } = await cli('monitor demo')
  expect([code, stdout]).toEqual([
    2,
    expect.stringMatching(/^\? INCONCLUSIVE demo .* the published description could not be read for too long: /),
  ])
  published = v1
  expect(await cli('monitor demo')).toMatchObject({ code: 0 })
  published = 500
  expect(await cli('monitor demo')).toMatchObject({ code: 0 })
  // Without a history, failures are not counted.
  expect(await cli('monitor demo --no-history')).toMatchObject({ code: 2 })
})

it('a run that fails because of its contract is not clean in the history', async () => {
  published = withClosed
  await cli('monitor demo')
  await cli('monitor demo')
  expect((await report()).history?.trend.map(({ outcome }) => outcome)).toEqual(['drift'])
})

it('applies failOn and the baseline to contract changes', async () => {
  await configure({ source: undefined })
  await project.put('new.yaml', withClosed)
  await cli('snapshot add demo new.yaml')
  expect(await cli('monitor demo --no-history --fail-on never')).toMatchObject({ code: 0 })
  expect(await cli('test demo')).toMatchObject({ code: 0 })
  expect(await cli('monitor demo --no-history')).toMatchObject({ code: 1 })
  const { findings } = await report()
  await cli(`baseline accept demo ${findings[0]?.fingerprint} --reason r --owner o`)
  expect(await cli('monitor demo')).toMatchObject({ code: 0, stdout: expect.stringMatching(/^✔ CONFORMS/) })
})

it.each([
  ['an error', 500, 'it responded with 500'],
  ['a login', 401, 'it responded with 401'],
  ['no description', 'not: a description\n', ''],
])('warns of %s instead of a description, and names it in the report', async (_, content, says) => {
  published = content
  const { code, stderr } = await cli('monitor demo')
  expect([code, stderr]).toEqual([
    0,
    expect.stringMatching(/warning: demo: the published description could not be compared: /),
  ])
  expect((await report()).notChecked).toContainEqual({
    what: 'the published description',
    because: expect.stringContaining(says),
    kind: 'source-unread',
  })
})

it('is not read with --snapshot or for `test`', async () => {
  published = 500
  for (const line of ['monitor demo --snapshot 2026-11-20', 'test demo'])
    expect(await cli(line)).toMatchObject({ code: 0, stderr: expect.not.stringContaining('warning') })
})
