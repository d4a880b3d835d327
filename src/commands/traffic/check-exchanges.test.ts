import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { shownLocation } from '../../model/live/exchange.ts'
import type { Report } from '../../model/report.ts'
import { reportSchema } from '../../report/schema/report.schema.ts'
import { runCli } from '../../testing/cli/run-cli.ts'
import { inFull } from '../../testing/runs.ts'
import { run } from '../run.ts'

const description = `
openapi: 3.0.3
info: { title: t, version: '1' }
paths:
  /loans: { get: { responses: { 200: { description: ok, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Loan' } } } } } } } }
  /loans/{id}: { put: { requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Loan' } } } }, responses: { 200: { description: ok } } } }
components:
  schemas:
    Loan: { type: object, properties: { id: { type: integer }, status: { type: string, enum: [OPEN, CLOSED] }, note: { type: string } } }
`

interface Recorded {
  readonly method?: string
  readonly url?: string
  readonly time?: string
  readonly body?: unknown
  readonly sent?: unknown
  readonly trace?: string
}

const line = ({ method = 'GET', url = '/loans', time, body = [], sent, trace = 't' }: Recorded): string =>
  JSON.stringify({
    ...(time !== undefined && { time }),
    ...{ duration: 12 },
    request: {
      ...{ method, url, headers: { 'content-type': 'application/json' } },
      body: sent === undefined ? '' : JSON.stringify(sent),
    },
    response: {
      status: 200,
      headers: { 'content-type': 'application/json', 'x-trace': trace },
      body: JSON.stringify(body),
    },
  })

const cwd = mkdtempSync(join(tmpdir(), 'exchanges-'))
writeFileSync(join(cwd, 'd.yaml'), description)

async function check(lines: readonly string[], ...argv: string[]): Promise<string> {
  writeFileSync(join(cwd, 'r.ndjson'), lines.join('\n'))
  return (await runCli(run, ['check', 'r.ndjson', '--description', 'd.yaml', ...argv], { cwd })).stdout
}

// The report is our own.
const reportOf = (text: string): Report => JSON.parse(text) as Report

/** Returns the value at the finding's location in the body of its exchange. */
function shownAt({ findings, exchanges = [] }: Report, ruleId: string): unknown {
  const { evidence, site } = findings.find((each) => each.ruleId === ruleId) ?? {}
  const exchange = exchanges.find(({ id }) => id === evidence?.exchange)
  const body = exchange?.[site?.direction === 'request' ? 'request' : 'response']?.body
  if (body === undefined) return undefined
  const location = shownLocation(body, evidence?.instancePointer ?? '')
  return location
    ?.split('/')
    .slice(1)
    .reduce((value, token) => Object(value)[token], JSON.parse(body.text))
}

const long = Array.from({ length: 900 }, (_, id) => ({
  id,
  status: id === 700 ? 'PAUSED' : 'OPEN',
  note: 'n'.repeat(40),
}))

it('a finding includes its exchange, shortened around the location and redacted, in the page as well', async () => {
  const lines = [
    line({ body: long, time: '2026-11-20T08:00:00Z', url: '/loans?access_token=s3cret-0001' }),
    line({ method: 'PUT', url: '/loans/1', sent: { id: 'x', password: 's3cret-0002' } }),
    line({ url: '/other/1', body: { seen: 'undocumented' } }),
  ]
  const text = await check(lines, '--json', '--reports-dir', 'out')
  const report = reportOf(text)
  const ajv = new Ajv2020({ strict: false })
  expect(ajv.validate(reportSchema, report), ajv.errorsText()).toBe(true)
  expect(report.findings.map(({ ruleId, evidence }) => [ruleId, evidence?.exchange])).toEqual(
    report.findings.map(({ ruleId }) => [ruleId, expect.stringMatching(/^[0-9a-f]{16}$/)]),
  )
  expect(shownAt(report, 'enum-conformance')).toBe('PAUSED')
  expect(shownAt(report, 'undocumented-operation')).toEqual({ seen: 'undocumented' })
  expect(report.findings.map(({ ruleId }) => ruleId)).toContain('request-conformance')
  expect(shownAt(report, 'request-conformance')).toBe('x')
  expect(Math.max(...(report.exchanges ?? []).map((each) => JSON.stringify(each).length))).toBeLessThan(6_000)
  expect(Object.values(report.times?.exchanges ?? {})).toContain(12)
  expect(text).not.toMatch(/s3cret/)
  expect(readFileSync(join(cwd, 'out/d/index.html'), 'utf8')).toContain('PAUSED')
})

it('the choice of the exchange does not depend on the order or on other records', async () => {
  const bodies = fc.array(
    fc.record({
      id: fc.constantFrom(1, 'x', null),
      status: fc.constantFrom('OPEN', 'PAUSED'),
      note: fc.string({ maxLength: 3 }),
    }),
    { maxLength: 3 },
  )
  const recorded = fc.record(
    {
      url: fc.constantFrom('/loans', '/other/1', '/other/2'),
      time: fc.constantFrom('2026-11-20T08:00:00Z', '2026-11-20T09:00:00Z'),
      body: bodies,
      trace: fc.constantFrom('a', 'b', 'c'),
    },
    { requiredKeys: ['url', 'body'] },
  )
  const slices = fc.array(fc.tuple(recorded, fc.nat({ max: 2 })), { minLength: 1, maxLength: 24 })
  await fc.assert(
    fc.asyncProperty(slices, async (all) => {
      const lines = all.map(([each]) => line(each))
      const whole = await check(lines, '--json')
      const parts: string[] = []
      for (const slice of [2, 0, 1]) {
        const part = lines.filter((_, at) => all[at]?.[1] === slice).reverse()
        parts.push(await check(part, '--partial', '--slice', String(slice), '--recording-format', 'ndjson'))
      }
      const { stdout } = await runCli(run, ['report', 'merge', '-', '--json'], { cwd, stdin: parts.join('') })
      expect(stdout).toBe(whole)
      const { findings, exchanges = [] } = reportOf(whole)
      const referred = new Set(findings.map(({ evidence }) => evidence?.exchange))
      expect([...referred].sort()).toEqual(exchanges.map(({ id }) => id).sort())
    }),
    { numRuns: inFull(25, 8) },
  )
}, 300_000)
