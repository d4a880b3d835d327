import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Report } from '../../model/report.ts'
import { type CliProcess, startCli } from '../../testing/cli/cli-process.ts'
import { runCli } from '../../testing/cli/run-cli.ts'
import { run } from '../run.ts'

const description = `
openapi: 3.0.3
info: { title: t, version: '1' }
paths:
  /loans/{id}:
    get: { responses: { 200: { description: ok, content: { application/json: { schema: { type: object, properties: { id: { type: integer } } } } } } } }
`

const line = (offset: number): string =>
  `${JSON.stringify({
    ...{ source: 'traffic-0', offset, request: { method: 'GET', url: `/loans/${offset}` } },
    response: {
      ...{ status: 200, headers: { 'content-type': 'application/json' } },
      body: JSON.stringify({ id: offset % 10 === 0 ? 'x' : offset }),
    },
  })}\n`
const lines = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, index) => line(from + index)).join('')

function project(): string {
  const cwd = mkdtempSync(join(tmpdir(), 'follow-'))
  writeFileSync(join(cwd, 'd.yaml'), description)
  return cwd
}

const argv = ['check', '-', '--description', 'd.yaml', '--follow', '--state', 'state.json']
const start = (cwd: string, ...more: string[]): CliProcess => startCli([...argv, ...more], { cwd, isFed: true })
const flushedAt = (offset: number): RegExp => new RegExp(`"event":"flushed".*"traffic-0":${offset}\\b`)

async function merged(cwd: string): Promise<Report> {
  const { stdout } = await runCli(run, ['report', 'merge', 'state.json', '--json'], { cwd })
  // The report is our own.
  return JSON.parse(stdout) as Report
}

const samplesOf = ({ findings }: Report) => findings.map(({ ruleId, evidence }) => [ruleId, evidence?.samples])

it.each(['SIGTERM', 'SIGINT'] as const)(
  '%s stores the state and exits with 0; the next start resumes',
  async (signal) => {
    const cwd = project()
    const first = start(cwd)
    first.feed(lines(1, 21))
    await first.printed(/"samples":1\b/)
    first.kill(signal)
    const { code, stdout, stderr } = await first.ended
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const last = Number(/"traffic-0":(\d+)/.exec(stdout)?.[1])
    expect(last).toBeGreaterThanOrEqual(10)
    const second = start(cwd)
    second.feed(lines(5, 101))
    second.endInput()
    const end = await second.ended
    expect([end.code, end.stdout]).toEqual([1, expect.stringMatching(flushedAt(100))])
    const report = await merged(cwd)
    expect(report.traffic).toMatchObject({ records: 100, checked: 100, broken: 0 })
    expect(samplesOf(report)).toEqual([['type-conformance', 10]])
  },
  300_000,
)

it('SIGKILL loses records since the last write; after redelivery by offset, everything counts once', async () => {
  const cwd = project()
  const first = start(cwd, '--flush', '1')
  first.feed(lines(1, 31))
  await first.printed(flushedAt(30))
  first.feed(lines(31, 61))
  first.kill('SIGKILL')
  const { signal, stdout } = await first.ended
  expect(signal).toBe('SIGKILL')
  // The offset that a consumer may commit.
  const committed = Math.max(...[...stdout.matchAll(/"offsets":\{"traffic-0":(\d+)\}/g)].map(([, at]) => Number(at)))
  const stored = JSON.parse(readFileSync(join(cwd, 'state.json'), 'utf8'))
  expect(Object.values(stored.follow.offsets)).toEqual([expect.any(Number)])
  expect(Number(Object.values(stored.follow.offsets)[0])).toBeGreaterThanOrEqual(committed)
  const second = start(cwd)
  second.feed(lines(committed + 1, 101))
  second.endInput()
  expect((await second.ended).code).toBe(1)
  const report = await merged(cwd)
  expect(report.traffic).toMatchObject({ records: 100, checked: 100 })
  expect(samplesOf(report)).toEqual([['type-conformance', 10]])
}, 300_000)

it.each([
  [['--format', 'json'], '--format does not go with --follow'],
  [['--jobs', '2'], '--jobs does not go with --follow'],
  [['r.ndjson'], '--follow reads standard input'],
  [['--description', '-'], 'give the description another address'],
])('rejects %j', async (more, message) => {
  const { code, stderr } = await runCli(run, [...argv, ...more], { cwd: project() })
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)])
})

it('needs a file for its state, and --state needs it', async () => {
  const of = async (...more: string[]) =>
    (await runCli(run, ['check', '-', '--description', 'd.yaml', ...more], { cwd: project() })).stderr
  expect(await of('--follow')).toContain('needs --state')
  expect(await of('--state', 'x.json')).toContain('go with --follow')
})
