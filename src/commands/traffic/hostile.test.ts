import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { runCli } from '../../testing/cli/run-cli.ts'
import { inFull } from '../../testing/runs.ts'
import { run } from '../run.ts'

const description = `
openapi: 3.0.3
info: { title: t, version: '1' }
paths:
  /loans:
    get: { responses: { 200: { description: ok, content: { application/json: { schema: { type: object, properties: { id: { type: integer } } } } } } } }
    post:
      requestBody: { content: { application/json: { schema: { type: object, properties: { amount: { type: integer } } } } } }
      responses: { 200: { description: ok } }
`

async function check(lines: readonly string[], argv: readonly string[] = []) {
  const cwd = mkdtempSync(join(tmpdir(), 'hostile-'))
  writeFileSync(join(cwd, 'd.yaml'), description)
  writeFileSync(join(cwd, 'r.ndjson'), lines.join('\n'))
  const recording = argv.includes('--follow') ? '-' : 'r.ndjson'
  const result = await runCli(run, ['check', recording, '--description', 'd.yaml', ...argv], {
    cwd,
    stdin: lines.join('\n'),
  })
  return { ...result, cwd }
}

const exchange = (request: object, body: string) =>
  JSON.stringify({
    request: { method: 'GET', url: '/loans', headers: {}, ...request },
    response: {
      status: 200,
      headers: { 'content-type': 'application/json', 'set-cookie': 'sid=s3cret-cookie-0001' },
      body,
    },
  })

const secrets = [
  's3cret-bearer-0001',
  's3cret-query-0001',
  's3cret-body-0001',
  's3cret-cookie-0001',
  's3cret-answer-0001',
  's3cret-client-0001',
]
const planted = [
  exchange(
    { headers: { authorization: 'Bearer s3cret-bearer-0001' }, url: '/loans?access_token=s3cret-query-0001' },
    '{"id":"s3cret-bearer-0001","more":"s3cret-query-0001","password":"s3cret-answer-0001"}',
  ),
  exchange(
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"amount":"x","password":"s3cret-body-0001"}',
    },
    '{"token":"s3cret-answer-0001","echo":"s3cret-body-0001"}',
  ),
  exchange({ url: '/other/1?access_token=s3cret-query-0001', headers: { cookie: 'sid=s3cret-cookie-0001' } }, '{}'),
  `{"client":"s3cret-client-0001","source":"s3cret-source-0001","offset":1,${exchange({}, '{"id":1.5}').slice(1)}`,
  '{"request":{"url":"s3cret-bearer-0001"',
]

it.each([
  [['--json']],
  [['--partial']],
  [['--format', 'text', '--expand', '--reports-dir', 'out']],
  [['--follow', '--state', 'state.json', '--reports-dir', 'out']],
])('secrets in a recording do not appear in any output: %j', async (argv) => {
  const { stdout, stderr, cwd } = await check(planted, argv)
  const files = readdirSync(cwd, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && entry.name !== 'r.ndjson',
  )
  const all = [stdout, stderr, ...files.map((file) => readFileSync(join(file.parentPath, file.name), 'utf8'))].join(
    '\n',
  )
  expect(stdout).toMatch(/type-conformance/)
  expect(secrets.filter((secret) => all.includes(secret))).toEqual([])
})

it.each([[['--json']], [['--follow', '--state', 'state.json']]])(
  'hostile keys, depths and sizes do not affect other records: %j',
  async (argv) => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
    const wide = JSON.stringify(Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`k${at}`, at])))
    const proto = { url: '/__proto__/constructor', headers: JSON.parse('{"__proto__":"x","constructor":"y"}') }
    const paths = Array.from({ length: inFull(6000, 1500) }, (_, at) =>
      exchange(
        { url: `/${'abcdefghij'[at % 10]}${'x'.repeat(1 + (at % 30))}/${String.fromCodePoint(0x4e00 + at)}` },
        '{}',
      ),
    )
    const lines = [
      ...[exchange({}, deep), exchange({}, wide), exchange(proto, '{"__proto__":{"id":"x"}}')],
      ...[
        `{"request":${deep}}`,
        '\u0000\ufffd',
        '{"request":{"method":"GET","url":"/loans"},"response":{"status":1e99}}',
      ],
      ...[...paths, exchange({ url: `/loans?${'a=1&'.repeat(10_000)}` }, '{"id":"x"}')],
    ]
    const { code, stdout, cwd } = await check(lines, argv)
    const report = JSON.parse(
      argv.includes('--follow')
        ? (await runCli(run, ['report', 'merge', 'state.json', '--json'], { cwd })).stdout
        : stdout,
    )
    expect(code).toBe(1)
    expect(report.traffic).toMatchObject({ records: lines.length, checked: 4 })
    expect(report.findings.map(({ ruleId }: { ruleId: string }) => ruleId)).toContain('type-conformance')
    expect(stdout.length).toBeLessThan(20_000_000)
  },
  300_000,
)
