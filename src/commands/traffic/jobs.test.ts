import { mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { runCli } from '../../testing/cli/run-cli.ts'
import { run } from '../run.ts'

const description = `
openapi: 3.0.3
info: { title: t, version: '1' }
servers: [{ url: https://api.example.com/v1 }]
paths:
  /loans/{id}:
    get: { responses: { 200: { description: ok, content: { application/json: { schema: { type: object, properties: { id: { type: integer } } } } } } } }
`

/** Returns the partial result of a recording. */
async function partialOf(cwd: string, ...argv: string[]): Promise<string> {
  const all = ['check', ...argv, '--description', 'd.yaml', '--partial', '--slice', 's']
  const { code, stdout, stderr } = await runCli(run, all, { cwd })
  expect([code, stderr]).toEqual([0, ''])
  return stdout
}

const entry = (n: number, more: object = {}): object => ({
  request: { method: 'GET', url: `/v1/loans/${n}`, headers: [] },
  response: {
    status: 200,
    headers: [],
    content: { mimeType: 'application/json', text: `{"id":${n % 9 ? n : '"x"'}}` },
  },
  ...more,
})

const har = (more: (n: number) => object): string =>
  JSON.stringify({ log: { entries: Array.from({ length: 4000 }, (_, n) => entry(n, more(n))), version: '1.2' } })

it.each([
  ['a HAR', har(() => ({})), { records: 4000, broken: 0, checked: 4000 }],
  // Strings that look like entries aren't. The whole recording is read again.
  [
    'a HAR with entries that contain the start of an entry',
    har((n) => (n === 3000 ? { before: [1, 2, 3].map((at) => entry(at)) } : {})),
    { records: 4000, broken: 0, checked: 4000 },
  ],
  ['a truncated HAR', har(() => ({})).slice(0, -40_000), { broken: 2 }],
  ['a HAR with non-ASCII characters', har((n) => ({ comment: n % 2 ? 'é' : '😀' })), { records: 4000, checked: 4000 }],
])(
  '%s gives the same result with one job and two, in blocks and one by one',
  async (_, content, counts) => {
    const cwd = mkdtempSync(join(tmpdir(), 'check-jobs-'))
    writeFileSync(join(cwd, 'd.yaml'), description)
    writeFileSync(join(cwd, 'r.har'), content)
    const one = await partialOf(cwd, 'r.har', '--jobs', '1')
    const { slices, run } = JSON.parse(one)
    expect(slices.s.counts).toMatchObject(counts)
    expect(slices.s.findings[0].evidence.samples).toBeGreaterThan(400)
    expect(run.selection).not.toContain('sample')
    expect(await partialOf(cwd, 'r.har', '--jobs', '2')).toBe(one)
    // Sampling by content requires splitting the records one by one.
    expect(JSON.parse(await partialOf(cwd, 'r.har', '--sample', '0.9999999')).slices).toEqual(slices)
  },
  300_000,
)

it.skipIf(process.platform === 'win32')('reports a file that cannot be opened as a missing recording', async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'check-jobs-'))
  writeFileSync(join(cwd, 'd.yaml'), description)
  symlinkSync('loop', join(cwd, 'loop'))
  for (const name of ['loop', 'x'.repeat(300)])
    expect(await runCli(run, ['check', name, '--description', 'd.yaml'], { cwd })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`No recording at ${name}`),
    })
})
