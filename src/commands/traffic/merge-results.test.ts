import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { runCli } from '../../testing/cli/run-cli.ts'
import { run } from '../run.ts'

const description = `
openapi: 3.0.3
info: { title: t, version: '1' }
paths:
  /loans: { get: { parameters: [{ name: page, in: query, schema: { type: integer } }], responses: { 200: { description: ok, content: { application/json: { schema: { type: array, items: { type: object, required: [id], properties: { id: { type: integer }, status: { type: string, enum: [OPEN, CLOSED] } } } } } } } } } }
  /loans/{id}: { get: { responses: { 200: { description: ok, content: { application/json: { schema: { type: object } } } } } } }
`

/** Findings of every kind, some more often than reports show, broken bodies and records, unmatched requests, and times. */
const lines = Array.from({ length: 300 }, (_, n) => {
  const body =
    n % 50 === 3
      ? '[{'
      : JSON.stringify([{ id: n % 7 === 0 ? null : n, status: n % 3 === 0 ? `S${n % 47}` : 'OPEN', [`p${n % 31}`]: n }])
  const url = n % 11 === 0 ? `/other/${n}` : n % 13 === 0 ? `/loans/${n}` : `/loans?page=${n % 5 === 0 ? 'x' : n}`
  const time = new Date(Date.UTC(2026, 10, 1) + ((n * 7919) % 300) * 1000).toISOString()
  const headers = { 'content-type': 'application/json' }
  return n % 59 === 0
    ? `{"broken":${n}`
    : JSON.stringify({
        time,
        request: { method: 'GET', url, headers: {} },
        response: { status: n % 17 === 0 ? 404 : 200, headers, body },
      })
})

const cwd = mkdtempSync(join(tmpdir(), 'partial-'))
const cli = (argv: readonly string[], stdin = '') => runCli(run, argv, { cwd, stdin })
const contract = ['--description', 'd.yaml']
let whole = ''

const partialOf = async (slice: readonly string[]): Promise<string> => {
  const { stdout } = await cli(
    ['check', '-', ...contract, '--partial', '--recording-format', 'ndjson'],
    slice.join('\n'),
  )
  return stdout
}

/** Takes every n-th line per slice, unlike the consecutive parts of a file. */
const slicesOf = (count: number) =>
  Promise.all(Array.from({ length: count }, (_, at) => partialOf(lines.filter((_line, n) => n % count === at))))

const merged = async (partials: readonly string[]): Promise<string> => {
  const files = partials.map((text, at) => {
    writeFileSync(join(cwd, `p${at}.json`), text)
    return `p${at}.json`
  })
  return (await cli(['report', 'merge', ...files, '--json'])).stdout
}

beforeAll(async () => {
  writeFileSync(join(cwd, 'd.yaml'), description)
  writeFileSync(join(cwd, 'all.ndjson'), lines.join('\n'))
  whole = (await cli(['check', 'all.ndjson', ...contract, '--json'])).stdout
})

it.each([1, 7, 64])('%i slices in any order, one of them twice, produce the bytes of a single run', async (count) => {
  const partials = await slicesOf(count)
  expect(JSON.parse(whole).findings.length).toBeGreaterThan(20)
  expect(await merged(partials)).toBe(whole)
  expect(await merged([...partials.toReversed(), partials[0] ?? ''])).toBe(whole)
})

it('is associative: merged partial results can be merged again', async () => {
  const [a = '', b = '', c = ''] = await slicesOf(3)
  const { stdout: union } = await cli(['report', 'merge', '-', '--partial'], b + a)
  expect((await cli(['report', 'merge', '-', '--partial'], a + b)).stdout).toBe(union)
  expect((await cli(['report', 'merge', '-', '--partial'], union + union + a)).stdout).toBe(union)
  expect(await merged([c, union])).toBe(whole)
})

it('rejects results of different runs, and a mixture with reports', async () => {
  const [a = ''] = await slicesOf(1)
  const other = (await cli(['check', '-', ...contract, '--partial', '--policy', 'strict', '--slice', 'x'], lines[1]))
    .stdout
  expect(Object.keys(JSON.parse(other).slices)).toEqual(['x'])
  expect((await cli(['report', 'merge', '-'], a + other)).stderr).toMatch(/not of one run: their policy differs/)
  writeFileSync(join(cwd, 'report.json'), whole)
  writeFileSync(join(cwd, 'a.json'), a)
  expect((await cli(['report', 'merge', 'a.json', 'report.json'])).stderr).toMatch(/report.json is no partial result/)
  expect((await cli(['report', 'merge', 'report.json', '--partial'])).stderr).toMatch(/--partial is of partial results/)
  expect((await cli(['check', 'all.ndjson', ...contract, '--slice', 'x'])).code).toBe(2)
})

it('an empty slice does not stop the others', async () => {
  const empty = await cli(['check', '-', ...contract, '--partial'])
  expect(empty.code).toBe(0)
  expect(await merged([await partialOf(lines), empty.stdout, ''])).toBe(whole)
})
