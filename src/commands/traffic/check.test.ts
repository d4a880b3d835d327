import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import type { Report } from '../../model/report.ts'
import { type CliResult, runCli } from '../../testing/cli/run-cli.ts'
import { inFolder } from '../../testing/cli/scenario.ts'
import { inFull } from '../../testing/runs.ts'
import { run } from '../run.ts'

const description = `
openapi: 3.0.3
info: { title: t, version: '1' }
servers: [{ url: https://api.example.com/v1 }]
paths:
  /loans:
    get: { responses: { 200: { description: ok, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Loan' } } } } } } }
  /loans/{id}:
    get: { responses: { 200: { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Loan' } } } } } }
components:
  schemas:
    Loan: { type: object, required: [id], properties: { id: { type: integer }, status: { type: string, enum: [OPEN, CLOSED] } } }
`

const exchange = (url: string, body: unknown, status = 200) => ({
  request: { method: 'GET', url },
  response: { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
})

const folder = (files: Record<string, string | Uint8Array>): string => {
  const cwd = mkdtempSync(join(tmpdir(), 'check-'))
  for (const [name, content] of Object.entries({ 'd.yaml': description, ...files }))
    writeFileSync(join(cwd, name), content)
  return cwd
}

const lines = (...records: readonly unknown[]): string => records.map((each) => `${JSON.stringify(each)}\n`).join('')

async function check(
  cwd: string,
  argv: readonly string[],
  stdin = '',
): Promise<CliResult & { readonly report: Report }> {
  const result = await runCli(run, ['check', ...argv, '--description', 'd.yaml', '--json'], { cwd, stdin })
  // The report is our own.
  return { ...result, report: (result.stdout === '' ? {} : JSON.parse(result.stdout)) as Report }
}

const found = ({ findings }: Report) =>
  findings.map(({ ruleId, site, evidence }) =>
    `${ruleId} ${site.operation} ${site.pointer} ${evidence?.samples}`.replace('  ', ' '),
  )

const good = exchange('https://api.example.com/v1/loans/1', { id: 1 })

it('checks a recording against a description: findings, the counts, the exit code', async () => {
  const record = lines(good, exchange('/v1/loans', [{ id: 1, status: 'PAUSED' }, { id: 'x' }]), good)
  const { code, report } = await check(folder({ 'r.ndjson': `${record}\n{broken\n` }), ['r.ndjson'])
  expect(code).toBe(1)
  expect(found(report)).toEqual(['enum-conformance GET /loans /*/status 1', 'type-conformance GET /loans /*/id 1'])
  expect(report.traffic).toEqual({ records: 4, broken: 1, exchanges: 3, checked: 3, unmatched: 0, leftOut: 0 })
  expect(report.notChecked).toContainEqual({ what: '1 record', because: 'it is not JSON' })
})

it('groups unmatched requests by guessed template, except for other hosts', async () => {
  const record = lines(
    good,
    ...[1, 2, 3].map((id) =>
      exchange(`https://api.example.com/v1/repositories/${id}/branches`, {}, id === 3 ? 404 : 200),
    ),
    exchange('https://cdn.example.org/a.js', {}),
    exchange('https://api.example.com/nowhere', {}, 404),
  )
  const { report } = await check(folder({ 'r.ndjson': record }), ['r.ndjson'])
  expect(found(report)).toEqual(['undocumented-operation GET /v1/repositories/{id}/branches 3'])
  expect(report.findings[0]?.message).toBe('3 requests (200 × 2, 404 × 1), and the contract has no such path')
  expect(report.notChecked.map(({ what }) => what)).toEqual(
    expect.arrayContaining(['1 request to cdn.example.org', '1 request GET /nowhere']),
  )
})

it('reports the same for a HAR, a compressed file, a folder, a glob and stdin', async () => {
  const bad = {
    request: { method: 'GET', url: '/v1/loans/1', headers: [] },
    response: { status: 200, content: { text: '{}' } },
  }
  const har = JSON.stringify({ log: { version: '1.2', entries: [bad, bad] } }, null, 2)
  const cwd = folder({ 'r.har': har, 'r.har.gz': gzipSync(har) })
  const once = ['required-conformance GET /loans/{id} /id 2']
  for (const name of ['r.har', 'r.har.gz', 'r.{har,x}']) expect(found((await check(cwd, [name])).report)).toEqual(once)
  expect(found((await check(cwd, ['-'], har)).report)).toEqual(once)
  expect(found((await check(cwd, ['*.har*'])).report)).toEqual(['required-conformance GET /loans/{id} /id 4'])
})

it.each([
  [['--since', '2026-11-02'], 1],
  [['--until', '2026-11-02'], 1],
  [['--since', '2026-11-01', '--until', '2026-11-04'], 2],
  [['--base-url', 'https://api.example.com/v1'], 2],
  [
    ['--map', 'https://gateway.example.com/x=https://api.example.com/v1', '--base-url', 'https://api.example.com/v1'],
    3,
  ],
])('%j checks %i', async (flags, checked) => {
  const record = lines(
    { time: '2026-11-01T00:00:00Z', ...good },
    { time: '2026-11-03T00:00:00Z', ...good },
    exchange('https://gateway.example.com/x/loans/1', { id: 1 }),
  )
  const { report } = await check(folder({ 'r.ndjson': record }), ['r.ndjson', ...flags])
  expect(report.traffic?.checked).toBe(checked)
})

it.each([
  ['no file', {}, /No recording at r.ndjson/],
  ['no format', { 'r.ndjson': 'hello' }, /not a recording in a known format/],
  ['broken records only', { 'r.ndjson': '{"request":{}}\n' }, /1 record of 1 could not be read/],
  ['no response', { 'r.ndjson': lines({ request: { method: 'GET', url: '/v1/loans' } }) }, /got no response/],
])('exits with 2 if nothing could be checked: %s', async (_, files, message) => {
  const { code, stderr } = await check(folder(files as Record<string, string>), ['r.ndjson'])
  expect([code, stderr]).toEqual([2, expect.stringMatching(message)])
})

it('writes the reports of an API', async () => {
  const cwd = folder({ 'r.ndjson': lines(good) })
  const { code } = await runCli(run, ['check', 'r.ndjson', '--description', 'd.yaml', '--reports-dir', 'out'], { cwd })
  expect([code, JSON.parse(readFileSync(join(cwd, 'out/d/report.json'), 'utf8')).kind]).toEqual([0, 'check'])
})

it.each([40, inFull(20_000, 5000)])(
  'reads the available part of a truncated compressed recording: of %d lines',
  async (count) => {
    const line = (id: number) => exchange('/v1/loans/1', { id, status: `${(id * 7919) % 1000}` })
    const whole = gzipSync(lines(...Array.from({ length: count }, (_, id) => line(id))))
    const { report } = await check(folder({ 'r.ndjson.gz': whole.subarray(0, whole.length * 0.9) }), ['r.ndjson.gz'])
    const { records = 0, broken, checked = 0 } = report.traffic ?? {}
    expect([records, broken]).toEqual([checked + 1, 1])
    expect(checked).toBeGreaterThan(count / 2)
  },
)

it('counts a recording without a complete line as one broken record', async () => {
  const cwd = folder({ 'empty.ndjson.gz': gzipSync(lines(good)).subarray(0, 12), 'r.ndjson': lines(good) })
  const { report } = await check(cwd, ['empty.ndjson.gz', 'r.ndjson'])
  expect(report.traffic).toMatchObject({ records: 2, broken: 1, checked: 1 })
})

it.each([
  ['omitted', '/a', { size: -1, mimeType: 'application/json' }],
  ['omitted, and a warning,', '/a?unknown=1', { size: -1, mimeType: 'application/json' }],
  ['in a missing file', '/a', { size: 20, mimeType: 'application/json', _file: 'abc.json' }],
])('a recording with bodies %s does not succeed', async (_, path, content) => {
  await inFolder([], async (cwd) => {
    const schema = { type: 'object' }
    const responses = { 200: { description: '', content: { 'application/json': { schema } } } }
    const description = {
      openapi: '3.0.3',
      info: { title: 'a', version: '1' },
      paths: { '/a': { get: { responses } } },
    }
    await writeFile(join(cwd, 'd.json'), JSON.stringify(description))
    const headers = [{ name: 'content-type', value: 'application/json' }]
    const entry = {
      request: { method: 'GET', url: `https://a${path}`, headers },
      response: { status: 200, headers, content },
    }
    await writeFile(join(cwd, 'a.har'), JSON.stringify({ log: { entries: [entry] } }))
    const { code, stdout } = await runCli(run, ['check', 'a.har', '--description', 'd.json'], { cwd })
    expect(stdout).toContain(path === '/a' ? '0 errors · 1 of 1' : '1 warning')
    expect([code, stdout]).toEqual([
      2,
      expect.stringContaining(
        'No response body is in the recording (1 response): only statuses and headers were checked',
      ),
    ])
    expect(stdout).toContain('1 without a recorded body')
  })
})

it.each([
  ['access.log', (text: string) => text],
  ['access.log.gz', (text: string) => gzipSync(text)],
])(
  'checks statuses, operations and parameters of a log without bodies, and names unreadable lines: %s',
  async (name, packed) => {
    const line = (request: string, status: number) =>
      `203.0.113.9 - - [20/Nov/2026:08:00:00 +0000] "${request}" ${status} 5 "https://shop.example/?mail=ann@example.com" "curl/8"\r\n`
    const log = [
      line('GET /v1/loans?sort=asc HTTP/1.1', 200),
      ...['\r\n', 'nonsense ann@example.com\r\n', line('-', 408)],
      line('GET /v1/loans/7 HTTP/1.1', 418),
      line('GET /v1/owners/7?mail=ann@example.com HTTP/1.1', 200),
    ]
    const cwd = folder({ [name]: packed(`${log.join('')}203.0.113.9 - - [20/Nov`) })
    const { code, report, stderr, stdout } = await check(cwd, [name])
    expect(code).toBe(1)
    expect(found(report)).toEqual([
      'status-code-conformance GET /loans/{id} 1',
      'undocumented-operation GET /v1/owners/{id} 1',
      'request-conformance GET /loans 1',
    ])
    expect(report.traffic).toMatchObject({ records: 6, broken: 3, exchanges: 3, withoutBody: 1 })
    expect(report.notChecked).toContainEqual(
      expect.objectContaining({ operation: 'GET /loans', because: 'no body: a log has none' }),
    )
    expect(stderr.split('\n').filter((each) => each.includes('line'))).toEqual([
      `warning: ${name}, line 3: it is no line of a common or combined log`,
      `warning: ${name}, line 4: it has no request with a method and a path`,
      `warning: ${name}, line 7: it is no line of a common or combined log`,
    ])
    expect(stdout + stderr).not.toMatch(/203\.0\.113|ann@/)
  },
)

it('succeeds for a log without findings, because everything in a log was checked', async () => {
  const log = '::1 - - [20/Nov/2026:08:00:00 +0000] "GET /v1/loans/7 HTTP/1.1" 200 5\n'
  const { code, report } = await check(folder({ 'a.log': log }), ['a.log'])
  expect([code, report.couldNotCheck]).toEqual([0, undefined])
})
