import { execFile } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { Report } from '../../model/report.ts'
import { runCli } from '../../testing/cli/run-cli.ts'
import { run } from '../run.ts'

const built = resolve(import.meta.dirname, '../../../dist/cli.js')

const description = `
openapi: 3.0.3
info: { title: t, version: '1' }
servers: [{ url: https://api.example.com/v1 }]
paths:
  /loans/{id}:
    get: { responses: { 200: { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Loan' } } } } } }
components:
  schemas:
    Loan: { type: object, required: [id], properties: { id: { type: integer }, status: { type: string, enum: [OPEN, CLOSED] } } }
`

/** `zstd -19` of eight lines, /v1/loans/1 to 8. Even ids are strings. */
const zstd =
  'KLUv/WTgA00FAHJJHhlQdw4jpq/qcxNb/IrNfPV1d9+7QoqZLcIai6IkCHIYxiV3WQDf94/geBlNl945vovqQ6ulIK3TndBUXdc8x/fVXeHSvrRCNutotnQOhqGw2p3XtqX1sp2dg+8EtHTWChIbPMdXmXYO7jDNOT6q0m3rHsdf2xrW2b0QIDAnzdYBKhU5D0iZBiV6HoCUaXaSEnkecMoUej7gVKxD0QBhe1z4DcXxpaGJjouK'

const exchange = (n: number, body: unknown) => ({
  request: { method: 'GET', url: `/v1/loans/${n}` },
  response: { status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
})

/** Findings of several severities, undocumented operations and broken lines. */
const lines = (count: number): string[] =>
  Array.from({ length: count }, (_, n) => {
    if (n % 31 === 0) return `{"broken":${n}`
    if (n % 17 === 0) return JSON.stringify({ ...exchange(n, {}), request: { method: 'GET', url: `/other/${n}` } })
    return JSON.stringify(
      exchange(n, { id: n % 50 === 1 ? 'x' : n, ...(n % 60 === 0 && { [`p${n % 7}`]: n }), status: 'OPEN' }),
    )
  })

const folder = (files: Record<string, string | Uint8Array>): string => {
  const cwd = mkdtempSync(join(tmpdir(), 'check-parts-'))
  for (const [name, content] of Object.entries({ 'd.yaml': description, ...files }))
    writeFileSync(join(cwd, name), content)
  return cwd
}

async function check(cwd: string, ...argv: string[]): Promise<Report> {
  const { stdout } = await runCli(run, ['check', ...argv, '--description', 'd.yaml', '--json'], { cwd })
  // The report is our own.
  return JSON.parse(stdout) as Report
}

describe('a recording compressed with zstd', () => {
  it('is decompressed', async () => {
    const report = await check(folder({ 'r.ndjson.zst': Buffer.from(zstd, 'base64') }), 'r.ndjson.zst')
    expect(report.traffic).toMatchObject({ records: 8, broken: 0, checked: 8 })
    expect(report.findings.map(({ ruleId, evidence }) => [ruleId, evidence?.samples])).toEqual([
      ['type-conformance', 4],
    ])
  })

  it.each([['several frames', (packed: Buffer) => Buffer.concat([packed, packed]), { records: 16, checked: 16 }]])(
    '%s',
    async (_, change, counts) => {
      const cwd = folder({ 'r.zst': change(Buffer.from(zstd, 'base64')) })
      expect((await check(cwd, 'r.zst')).traffic).toMatchObject(counts)
    },
  )

  it('loses only the missing part if it is truncated', async () => {
    const cut = Buffer.from(zstd, 'base64').subarray(0, -8)
    const whole = lines(2).slice(1).join('\n')
    const report = await check(folder({ 'r.zst': cut, 'whole.ndjson': whole }), 'r.zst', 'whole.ndjson')
    expect(report.traffic?.broken).toBe(1)
    expect(report.notChecked).toContainEqual({ what: '1 record', because: 'its packed bytes are broken or end early' })
  })
})

describe('--sample', () => {
  it('selects the same records for any slices', async () => {
    const all = lines(400)
    const cwd = folder({
      'all.ndjson': all.join('\n'),
      'a.ndjson': all.slice(0, 150).join('\n'),
      'b.ndjson': all.slice(150).reverse().join('\n'),
    })
    const [whole, sliced] = [
      await check(cwd, 'all.ndjson', '--sample', '25%'),
      await check(cwd, 'a.ndjson', 'b.ndjson', '--sample', '0.25'),
    ]
    const { records = 0, leftOut = 0 } = whole.traffic ?? {}
    expect(records).toBe(400)
    // Binomial distribution: 248 to 352 is six standard deviations around 300.
    expect(Math.abs(leftOut - 300)).toBeLessThan(52)
    expect(sliced).toEqual(whole)
  })

  it('of 100 % skips nothing', async () => {
    const cwd = folder({ 'r.ndjson': lines(40).join('\n') })
    expect(await check(cwd, 'r.ndjson', '--sample', '1')).toEqual(await check(cwd, 'r.ndjson'))
  })

  it.each(['0', '-1', '101%', 'many', ''])('rejects %j', async (share) => {
    const argv = ['check', 'r.ndjson', '--description', 'd.yaml', `--sample=${share}`]
    const { code, stderr } = await runCli(run, argv, { cwd: folder({}) })
    expect([code, stderr]).toEqual([2, expect.stringContaining('It must be a share above 0 and up to 1')])
  })
})

describe('--max-findings', () => {
  it('keeps the most severe findings, and reports the number of others', async () => {
    const cwd = folder({ 'r.ndjson': lines(200).join('\n') })
    const all = await check(cwd, 'r.ndjson')
    const few = await check(cwd, 'r.ndjson', '--max-findings', '2')
    const count = all.findings.length
    expect(count).toBeGreaterThan(3)
    expect(all.findings.map(({ severity }) => severity)).toContain('warning')
    expect(few.findings.map(({ severity }) => severity)).toEqual(['error', 'error'])
    expect(few.notChecked).toContainEqual({ what: `${count - 2} more findings`, because: '--max-findings is 2' })
  })

  it('has no effect above the number of findings', async () => {
    const cwd = folder({ 'r.ndjson': lines(200).join('\n') })
    expect(await check(cwd, 'r.ndjson', '--max-findings', '1000')).toEqual(await check(cwd, 'r.ndjson'))
  })
})

describe('--jobs', () => {
  const cli = async (cwd: string, ...argv: string[]): Promise<string> => {
    const { stdout } = await promisify(execFile)(process.execPath, [built, 'check', ...argv, '--partial'], {
      ...{ cwd, timeout: 240_000, maxBuffer: 64 * 2 ** 20 },
    })
    return stdout
  }

  it('produces the bytes of one job, for every format and compression', async () => {
    const entries = lines(300).flatMap((line) => (line.startsWith('{"broken') ? [] : [JSON.parse(line)]))
    const har = {
      log: {
        version: '1.2',
        entries: entries.map(({ request, response }) => ({
          request: { ...request, headers: [] },
          response: { ...response, headers: [], content: { mimeType: 'application/json', text: response.body } },
        })),
      },
    }
    // More than one batch, so that each thread gets some.
    const cwd = folder({
      'a.ndjson.gz': gzipSync(lines(12_000).join('\n')),
      'b.har': JSON.stringify(har),
      'c.zst': Buffer.from(zstd, 'base64').subarray(0, -8),
    })
    const argv = ['a.ndjson.gz', 'b.har', 'c.zst', '--description', 'd.yaml', '--sample', '90%']
    const one = await cli(cwd, ...argv, '--jobs', '1')
    expect(JSON.parse(one).run.tool).toBeTypeOf('string')
    expect(await cli(cwd, ...argv, '--jobs', '3')).toBe(one)
  }, 300_000)

  it('fails like one job', async () => {
    const cwd = folder({ 'r.ndjson': '' })
    const failed = (await cli(cwd, 'r.ndjson', '--description', 'none.yaml', '--jobs', '2').catch(
      (error) => error,
    )) as { stderr: string; code: number }
    expect([failed.code, failed.stderr]).toEqual([2, expect.stringContaining('none.yaml')])
  }, 300_000)

  it.each(['0', '257', 'all'])('rejects %s', async (jobs) => {
    const { code } = await runCli(run, ['check', 'r.ndjson', '--description', 'd.yaml', '--jobs', jobs], {
      cwd: folder({}),
    })
    expect(code).toBe(2)
  })
})
