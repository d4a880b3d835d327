import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCli } from '../testing/cli/run-cli.ts'
import { createSuiteProject, type SuiteProject, sendJson } from '../testing/cli/suite-project.ts'
import { run } from './run.ts'

const ok = "'200': { description: d, content: { application/json: { schema: { type: object } } } }"
const missing = "'404': { description: d }"
const head = "openapi: 3.0.3\ninfo: { title: Demo, version: '1' }\n"
const list = `/a: { get: { responses: { ${ok} } } }`
const unknownId = `"/b/{id}": { parameters: [{ name: id, in: path, required: true, schema: { type: string } }], get: { responses: { ${ok}, ${missing} } } }`
const writing = `/c: { post: { responses: { ${ok} } } }`
const suite = "import { contract } from 'specdrift/suite'\nconst api = await contract({ api: 'demo' })\n"
const exchange = (url: string) =>
  `${JSON.stringify({ request: { method: 'GET', url }, response: { status: 200, headers: { 'content-type': 'application/json' }, body: '{}' } })}\n`

let project: SuiteProject
let status = 200
let body: unknown = {}
beforeAll(async () => {
  project = await createSuiteProject({
    description: `${head}paths: { ${list} }\n`,
    suites: {},
    handler: (request, response) => sendJson(response, body, request.url?.startsWith('/b') ? 404 : status),
  })
})
afterAll(() => project.close())

const cli = (line: string, now = Date.UTC(2026, 10, 21)) => {
  const words = line.match(/"[^"]*"|\S+/g) ?? []
  const argv = words.map((word) => word.replaceAll('"', ''))
  return runCli(run, argv, { cwd: project.folder, clock: () => now })
}

interface State {
  readonly paths?: string
  readonly calls?: string
  readonly baseUrl?: string
  readonly responds?: number
  readonly drifts?: boolean
  readonly accepts?: string
  readonly recording?: string
  /** Additional JSON files. */
  readonly files?: Readonly<Record<string, object>>
}

/** Sets the project's snapshot, suite, target and responses. */
async function given({
  paths = list,
  calls = 'api.remaining()',
  baseUrl = project.baseUrl,
  responds = 200,
  drifts = false,
  accepts = '',
  recording = '',
  files = {},
}: State): Promise<void> {
  status = responds
  body = drifts ? [] : {}
  await rm(join(project.folder, 'specs'), { recursive: true, force: true })
  await project.put('openapi.yaml', `${head}paths: { ${paths} }\n`)
  expect(await cli('snapshot add demo openapi.yaml')).toMatchObject({ code: 0 })
  await project.put('a.suite.ts', `${suite}${calls}\n`)
  await project.put(
    'specdrift.config.json',
    JSON.stringify({ apis: { demo: { suites: '*.suite.ts', target: { baseUrl } } } }),
  )
  await project.put('a.ndjson', recording)
  await project.put('access.log', '')
  for (const [name, content] of Object.entries(files)) await project.put(name, JSON.stringify(content))
  if (accepts === '') return
  await cli('test demo')
  const { findings } = JSON.parse(await readFile(join(project.folder, 'reports/demo/report.json'), 'utf8'))
  const accept = `baseline accept demo ${findings[0].fingerprint} --reason r --owner o --expires ${accepts}`
  expect(await cli(accept, Date.UTC(2026, 10, 19))).toMatchObject({ code: 0 })
}

const otherBaseline = {
  entries: [
    {
      fingerprint: '0123456789abcdef',
      ruleId: 'type-conformance',
      location: 'Other.name',
      reason: 'of another API',
      owner: 'o',
    },
  ],
}

type Row = readonly [what: string, state: State, command: string, code: number, says: RegExp]

const live = (command: 'test' | 'monitor'): readonly Row[] => [
  ['no operation', { paths: '' }, `${command} demo`, 2, /has no operation/],
  [
    'an unknown operation selected',
    {},
    `${command} demo --operation "GET /b"`,
    2,
    /matches none of 1 operation \(did you mean GET \/a\?\)/,
  ],
  ['no test selected', {}, `${command} demo --tag nothing`, 2, /made no call to/],
  [
    'all tests skipped',
    { calls: "import { test } from 'vitest'\ntest.skip('a', () => {})" },
    `${command} demo`,
    2,
    /made no call to/,
  ],
  ['a suite without tests', { calls: '' }, `${command} demo`, 2, /No test suite found/],
  ['all unreachable', { baseUrl: 'http://127.0.0.1:1' }, `${command} demo`, 2, /1 call unreachable/],
  ['all rate-limited', { responds: 429 }, `${command} demo`, 2, /only with rate limits/],
  ['all answered by a gateway', { responds: 502 }, `${command} demo`, 2, /Only a gateway responded/],
  [
    'nothing reached',
    { paths: `${unknownId}, ${writing}` },
    `${command} demo`,
    2,
    /None of 2 operations got a verdict: 1 operation called only with values that don't exist, 1 operation not called\.[\s\S]*gaps/,
  ],
  [
    'one of two operations called',
    { paths: `${list}, ${writing}` },
    `${command} demo`,
    0,
    /PARTLY CHECKED [^\n]* 1 of 2 operations checked · not called: 1/,
  ],
  [
    'one of two operations reached',
    { paths: `${list}, ${unknownId}` },
    `${command} demo`,
    0,
    /PARTLY CHECKED [^\n]* 1 of 2 operations checked · not reached: 1/,
  ],
  // Only merging reveals whether the shards checked anything.
  [
    'a shard without files',
    {},
    `${command} demo --shard 2/2`,
    0,
    /0 of 1 operation checked[\s\S]*shard 2 of 2, to be merged/,
  ],
  ['only an operation with drift', { drifts: true }, `${command} demo`, 1, /DRIFT/],
  [
    'every finding accepted',
    { drifts: true, accepts: '2099-01-01' },
    `${command} demo`,
    0,
    /CONFORMS[\s\S]*1 accepted/,
  ],
  ['an acceptance that expired', { drifts: true, accepts: '2026-11-20' }, `${command} demo`, 1, /DRIFT/],
]

const rows: readonly Row[] = [
  ...live('test'),
  ...live('monitor'),
  [
    'a recording without an exchange',
    { recording: '' },
    'check a.ndjson --api demo',
    2,
    /No recorded exchange could be checked|no request/,
  ],
  [
    'a recording of another host',
    { recording: exchange('https://elsewhere.example/a') },
    'check a.ndjson --api demo --base-url https://demo.example',
    2,
    /went elsewhere/,
  ],
  [
    'an unknown operation selected',
    { recording: exchange('/a') },
    'check a.ndjson --api demo --operation "GET /b"',
    2,
    /matches none of/,
  ],
  [
    'a recording without an exchange',
    { recording: '' },
    'learn a.ndjson --api demo',
    2,
    /No recorded exchange could be checked|no request/,
  ],
  ['a recording without an exchange', { recording: '' }, 'describe a.ndjson', 2, /No recorded exchange could be/],
  ['an empty folder', {}, 'check specs/demo/none --api demo', 2, /No recording at specs\/demo\/none/],
  ['an access log without a line', { recording: '' }, 'check access.log --api demo', 2, /there is no record/],
  ['an access log without a line', {}, 'describe access.log', 2, /No recorded exchange could be/],
  ['an access log without a line', {}, 'learn access.log --api demo', 2, /there is no record/],
  [
    'an access log without a line',
    {},
    'consumers learn access.log --consumer web --api demo',
    2,
    /no request matches an operation/,
  ],
  [
    'only exchanges before --since',
    { recording: exchange('/a') },
    'check a.ndjson --api demo --since 2999-01-01',
    2,
    /1 exchange outside --since and --until/,
  ],
  [
    'only exchanges after --until',
    { recording: exchange('/a') },
    'check a.ndjson --api demo --until 1999-01-01',
    2,
    /1 exchange outside --since and --until/,
  ],
  ['no recorded run', {}, 'history prune demo --older-than 1d', 0, /deleted 0 runs/],
  ['no consumer called so', {}, 'consumers pact web --description openapi.yaml', 2, /There is no consumer web/],
  ['no consumer', {}, 'consumers list', 0, /names no consumer/],
  ['an unknown operation selected', {}, 'diff openapi.yaml openapi.yaml --operation "GET /b"', 2, /matches none of/],
  ['an operation selected that never changed', {}, 'changelog demo --operation "GET /b"', 2, /matches no/],
  [
    'an unknown finding selected',
    {},
    'diff openapi.yaml openapi.yaml --only 0123456789abcdef',
    2,
    /No finding has the fingerprint/,
  ],
  ['no report to merge', {}, 'report merge reports/none.json', 2, /No report at/],
  [
    'no exchange passes',
    {},
    `proxy --target http://127.0.0.1:1 --api demo -- ${process.execPath} -e 0`,
    2,
    /there is no record/,
  ],
  ['no report to notify of', {}, 'notify pr-comment reports/none.json --pr 1 --dry-run', 2, /No report at/],
  ['nobody to notify', {}, 'monitor demo --notify', 2, /`notify` in the config is empty/],
  ['no consumer is known', {}, 'can-i-remove "GET /a"', 2, /not known/],
  ['an unknown operation', {}, 'can-i-remove "GET /b"', 2, /no operation GET \/b/],
  [
    'a Pact file without a call',
    { files: { 'pact.json': { consumer: { name: 'web' }, interactions: [] } } },
    'consumers import pact.json --description openapi.yaml',
    2,
    /no interaction/,
  ],
  [
    'a recording without an exchange',
    {},
    'consumers learn a.ndjson --consumer web',
    2,
    /is no recording|No recorded exchange/,
  ],
  ...(['test', 'monitor'] as const).map(
    (command): Row => [
      'a baseline of another API',
      { drifts: true, files: { 'specs/demo/baseline.json': otherBaseline } },
      `${command} demo`,
      1,
      /DRIFT[\s\S]*the baseline entry 0123456789abcdef/,
    ],
  ),
]

describe('a check without anything to check fails', () => {
  it.each(rows)('%s (%j): %s', async (_, state, command, code, says) => {
    await given(state)
    const end = await cli(command)
    expect(`${end.stdout}${end.stderr}`).toMatch(says)
    expect(end.code).toBe(code)
  })
})
