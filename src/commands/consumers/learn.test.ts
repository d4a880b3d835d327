import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { runCli } from '../../testing/cli/run-cli.ts'
import { run } from '../run.ts'

const description = `openapi: 3.0.3
info: {title: a, version: '1'}
paths:
  /loans/{id}:
    get:
      parameters:
        - {name: id, in: path, required: true, schema: {type: string}}
        - {name: expand, in: query, schema: {type: string}}
      responses:
        '200':
          description: ok
          headers: {ETag: {schema: {type: string}}}
          content: {application/json: {schema: {type: object, properties: {id: {type: string}, status: {type: string}}}}}
    put:
      parameters: [{name: id, in: path, required: true, schema: {type: string}}]
      requestBody: {content: {application/json: {schema: {type: object, properties: {status: {type: string}}}}}}
      responses: {'204': {description: ok}}
`
const json = { 'content-type': 'application/json' }
const get = (headers: object, body: object, query = '') => ({
  time: '2026-11-19T10:00:00Z',
  request: { method: 'GET', url: `https://api.test/loans/7${query}`, headers },
  response: { status: 200, headers: { ...json, etag: 'x' }, body: JSON.stringify(body) },
})
const exchanges = [
  get({ 'User-Agent': 'checkout-web/1.2 (x)', 'X-Api-Key': 'k1-anna' }, { id: '7', status: 'OPEN', name: 'Anna' }),
  get({ 'User-Agent': 'checkout-web/1.3', 'X-Api-Key': 'k1-anna' }, { id: '8' }, '?expand=all'),
  {
    client: 'batch',
    request: {
      method: 'PUT',
      url: '/loans/7',
      headers: { 'User-Agent': 'curl/8', 'X-Api-Key': 'k2', ...json },
      body: '{"status":"LATE","note":"Anna"}',
    },
    response: { status: 204, headers: {}, body: '' },
  },
  { request: { method: 'GET', url: '/elsewhere' }, response: { status: 200 } },
]

async function project(): Promise<string> {
  const cwd = await mkdtemp(join(tmpdir(), 'specdrift-learn-'))
  await writeFile(join(cwd, 'openapi.yaml'), description)
  await writeFile(
    join(cwd, 'traffic.ndjson'),
    `${exchanges.map((each) => JSON.stringify(each)).join('\n')}\n{"request":\n`,
  )
  return cwd
}

const learn = ['consumers', 'learn', 'traffic.ndjson', '--description', 'openapi.yaml']

it('learns what each consumer sends and receives, without storing values', async () => {
  const cwd = await project()
  const { code, stderr } = await runCli(run, [...learn, '--by', 'User-Agent'], { cwd })
  expect(stderr.split('\n')).toEqual([
    'warning: 1 of 5 records could not be read and were skipped',
    'warning: 1 request left out: no operation matches, or no response',
    'checkout-web: 2 exchanges added to uses',
    'curl: 1 exchange added to uses',
    '',
  ])
  expect(code).toBe(0)
  const text = await readFile(join(cwd, 'uses/checkout-web.json'), 'utf8')
  const day = '2026-11-19'
  const seen = (calls: number) => ({ calls, first: day, last: day })
  expect(JSON.parse(text)).toEqual({
    v: 1,
    consumer: 'checkout-web',
    sources: [{ kind: 'traffic', from: day, to: day, exchanges: 2 }],
    added: [expect.stringMatching(/^[0-9a-f]{16}$/)],
    operations: {
      'GET /loans/{id}': {
        ...seen(2),
        sends: ['path id', 'query expand'],
        given: { '200': ['', '/id', '/status', 'header ETag', 'headers', 'type application/json'] },
        seen: {
          '200 ': seen(2),
          '200 /id': seen(2),
          '200 /status': seen(1),
          '200 header ETag': seen(2),
          '200 type application/json': seen(2),
          'path id': seen(2),
          'query expand': seen(1),
        },
      },
    },
  })
  const other = JSON.parse(await readFile(join(cwd, 'uses/curl.json'), 'utf8'))
  expect(other.operations['PUT /loans/{id}'].sends).toEqual([
    ...['body', 'body /status', 'path id', 'type application/json'],
  ])
  expect(text).not.toMatch(/Anna|OPEN|k1/)
})

it('adds a recording only once', async () => {
  const cwd = await project()
  await runCli(run, [...learn, '--by', 'User-Agent'], { cwd })
  const before = await readFile(join(cwd, 'uses/checkout-web.json'), 'utf8')
  const { code, stderr } = await runCli(run, [...learn, '--by', 'User-Agent'], { cwd })
  expect([code, stderr.split('\n').at(-2)]).toEqual([0, 'traffic.ndjson was already added: skipped'])
  expect(await readFile(join(cwd, 'uses/checkout-web.json'), 'utf8')).toBe(before)
})

it.each([
  ['GET /loans/{id}', 1, 'calls it: last 2026-11-19, 2 calls'],
  ['GET /loans/{id}?expand', 1, 'sends it: last 2026-11-19, 1 call'],
  ['GET /loans/{id}#/status', 1, 'is given it (it is unknown whether it reads it): last 2026-11-19, 1 call'],
  ['GET /loans/{id} header etag', 1, 'is given it (it is unknown whether it reads it): last 2026-11-19, 2 calls'],
  [
    'GET /loans/{id} type application/json',
    1,
    'is given it (it is unknown whether it reads it): last 2026-11-19, 2 calls',
  ],
])('can-i-remove %j counts the part itself', async (what, code, line) => {
  const cwd = await project()
  await runCli(run, [...learn, '--by', 'User-Agent'], { cwd })
  const { code: ended, stdout } = await runCli(run, ['can-i-remove', what, '--description', 'openapi.yaml'], { cwd })
  expect([ended, stdout]).toEqual([code, expect.stringContaining(`  checkout-web ${line}\n`)])
})

it.each([
  [[['', '/id'], 2, 'calls the operation; it is unknown whether it uses this part']],
  [[['', '/id', 'headers'], 0, 'calls the operation, but does not use this part']],
] as const)('can-i-remove a header with %j', async ([given, code, line]) => {
  const cwd = await project()
  await mkdir(join(cwd, 'uses'))
  const use = {
    v: 1,
    consumer: 'web',
    sources: [],
    operations: { 'GET /loans/{id}': { calls: 1, given: { 200: given } } },
  }
  await writeFile(join(cwd, 'uses/web.json'), JSON.stringify(use))
  const what = ['can-i-remove', 'GET /loans/{id} header ETag', '--description', 'openapi.yaml']
  const { code: ended, stdout } = await runCli(run, what, { cwd })
  expect([ended, stdout]).toEqual([code, expect.stringContaining(`  web ${line}\n`)])
})

it.each([
  [['--consumer', 'shop'], ['shop: 3 exchanges added to uses']],
  [[], ['warning: 2 exchanges skipped, because the client is unknown', 'batch: 1 exchange added to uses']],
  [
    ['--by', 'X-Api-Key'],
    ['client-', 'client-'],
  ],
])('distinguishes consumers by %j', async (flags, lines) => {
  const { stderr } = await runCli(run, [...learn, ...flags], { cwd: await project() })
  const said = stderr.trim().split('\n').slice(2)
  expect(said.map((line, index) => line.slice(0, lines[index]?.length))).toEqual(lines)
  expect(stderr).not.toMatch(/k1|k2/)
})

it.each([
  [['--consumer', 'a', '--by', 'b'], 'Give --consumer or --by, not both.'],
  [['--by', 'X-Nothing'], 'the client is unknown: pass --consumer or --by'],
])('rejects %j', async (flags, message) => {
  const { code, stderr } = await runCli(run, [...learn, ...flags], { cwd: await project() })
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)])
})

it('names affected consumers if recorded traffic violates the contract', async () => {
  const cwd = await project()
  await runCli(run, [...learn, '--by', 'User-Agent'], { cwd })
  await writeFile(join(cwd, 'today.ndjson'), `${JSON.stringify(get({}, { id: 7, status: 'OPEN' }))}\n`)
  const { stdout } = await runCli(run, ['check', 'today.ndjson', '--description', 'openapi.yaml', '--format', 'json'], {
    cwd,
  })
  const { findings, consumers } = JSON.parse(stdout)
  expect(findings).toMatchObject([
    { ruleId: 'type-conformance', hits: [{ consumer: 'checkout-web', kind: 'is given', what: '/id' }] },
  ])
  expect(consumers.map(({ consumer }: { consumer: string }) => consumer)).toEqual(['checkout-web', 'curl'])
})

const clf = (request: string, status: number): string =>
  `::1 - shop [20/Nov/2026:08:00:00 +0000] "${request} HTTP/1.1" ${status} 5\n`
const gateway = JSON.stringify({ httpMethod: 'GET', resourcePath: '/loans/{id}', status: '200' })

it.each([
  // The common log format contains queries, but like the gateway's log no bodies or headers.
  [clf('GET /loans/7', 200), 'GET /loans/{id}?expand', 0],
  [clf('GET /loans/7?expand=all', 200), 'GET /loans/{id}?expand', 1],
  [clf('GET /loans/7', 200), 'PUT /loans/{id}', 0],
  [clf('GET /loans/7', 200), 'GET /loans/{id} header ETag', 2],
  [clf('PUT /loans/7', 204), 'PUT /loans/{id}#/status', 2],
  [clf('PUT /loans/7', 204), 'PUT /loans/{id}', 1],
  [gateway, 'GET /loans/{id}?expand', 2],
])('treats parts that a log lacks as unknown rather than unused: %s, %s', async (log, what, code) => {
  const cwd = await project()
  await writeFile(join(cwd, 'traffic.ndjson'), log)
  await runCli(run, [...learn, '--consumer', 'shop'], { cwd })
  const argv = ['can-i-remove', what, '--description', 'openapi.yaml']
  expect((await runCli(run, argv, { cwd })).code).toBe(code)
})

it('reports that a request change may affect a consumer whose log lacks the part', async () => {
  const cwd = await project()
  await writeFile(join(cwd, 'traffic.ndjson'), clf('PUT /loans/7', 204))
  await runCli(run, [...learn, '--consumer', 'shop'], { cwd })
  await writeFile(
    join(cwd, 'new.yaml'),
    description.replace(
      '{status: {type: string}}}}}}\n      responses',
      '{status: {type: integer}}}}}}\n      responses',
    ),
  )
  const { stdout } = await runCli(
    run,
    ['diff', 'openapi.yaml', 'new.yaml', '--consumers', 'uses', '--format', 'json'],
    { cwd },
  )
  expect(JSON.parse(stdout).findings).toMatchObject([
    { ruleId: 'type-changed', hits: [{ consumer: 'shop', kind: 'may use' }] },
  ])
})

it.each([{ a: 1 }, '', 7])('treats a client that is not a name as unknown: %j', async (client) => {
  const cwd = await project()
  await writeFile(join(cwd, 'traffic.ndjson'), JSON.stringify({ ...get({}, {}), client }))
  const { code, stderr } = await runCli(run, learn, { cwd })
  expect([code, stderr]).toEqual([2, expect.stringContaining('the client is unknown: pass --consumer or --by')])
  await rm(cwd, { recursive: true })
})
