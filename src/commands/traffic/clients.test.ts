import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, it } from 'vitest'
import type { Report } from '../../model/report.ts'
import { reportSchema } from '../../report/schema/report.schema.ts'
import { runCli } from '../../testing/cli/run-cli.ts'
import { inFull } from '../../testing/runs.ts'
import { run } from '../run.ts'

const description = `
openapi: 3.0.3
info: { title: t, version: '1' }
paths:
  /loans: { get: { parameters: [{ name: page, in: query, schema: { type: integer } }], responses: { 200: { description: ok, content: { application/json: { schema: { type: object, properties: { id: { type: integer }, note: { type: string }, who: { type: string } } } } } } } } }
  /never: { get: { responses: { 200: { description: ok } } } }
`
const env = { SPECDRIFT_CLIENT_SECRET: 'a secret of the tests of it' }

const line = (client: string | undefined, body: object = { id: 1 }, more: object = {}): string =>
  JSON.stringify({
    request: {
      ...{ method: 'GET', url: `/loans?page=1&app=${client ?? ''}`, body: '' },
      headers: client === undefined ? {} : { 'x-client-id': client, cookie: `a=b; app=${client}` },
    },
    response: { status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
    ...more,
  })

function project(lines: readonly string[]): string {
  const cwd = mkdtempSync(join(tmpdir(), 'clients-'))
  writeFileSync(join(cwd, 'd.yaml'), description)
  writeFileSync(join(cwd, 'r.ndjson'), lines.join('\n'))
  return cwd
}

const check = (cwd: string, argv: readonly string[], stdin = '', variables: Record<string, string> = env) =>
  runCli(run, ['check', ...argv, '--description', 'd.yaml'], { cwd, stdin, env: variables })

async function clientsBy(key: string, lines: readonly string[], variables: Record<string, string> = env) {
  const { stdout } = await check(project(lines), ['r.ndjson', '--client', key, '--json'], '', variables)
  // The report is our own.
  const report = JSON.parse(stdout) as Report
  const ajv = new Ajv2020({ strict: false })
  expect(ajv.validate(reportSchema, report), ajv.errorsText()).toBe(true)
  return report.traffic?.clients
}

const some = [line('web'), line('web'), line('batch'), line(undefined)]

it.each(['header:X-Client-Id', 'query:app', 'cookie:app', 'recorded'])('counts calls by client: %s', async (key) => {
  const lines =
    key === 'recorded'
      ? [
          line('x', {}, { client: 'web' }),
          line('y', {}, { client: 'web' }),
          line('z', {}, { client: 'batch' }),
          line('w'),
        ]
      : some
  const clients = await clientsBy(key, lines)
  expect(clients).toMatchObject({ by: key.toLowerCase().replace(':', ' '), count: 2, unnamed: 1 })
  const { calls = {}, count } = clients?.operations['GET /loans'] ?? {}
  expect([count, Object.values(calls).sort()]).toEqual([2, [1, 2]])
  expect(Object.keys(calls).join(' ')).toMatch(/^[0-9a-f]{16} [0-9a-f]{16}$/)
})

it('the hash depends on the secret: without one it differs in each run', async () => {
  const hashes = async (variables: Record<string, string>) =>
    Object.keys((await clientsBy('query:app', some, variables))?.operations['GET /loans']?.calls ?? {}).join()
  expect(await hashes(env)).toBe(await hashes(env))
  expect(await hashes({ SPECDRIFT_CLIENT_SECRET: 'another secret of them' })).not.toBe(await hashes(env))
  expect(await hashes({})).not.toBe(await hashes({}))
})

const slices = [1, 7, inFull(64, 16)]

it(`limits 400 clients to an estimate, with the same bytes for ${slices.join(', ')} slices in any order`, async () => {
  const lines = Array.from({ length: 1200 }, (_, n) => line(n % 7 === 0 ? undefined : `person-${n % 400}@example.com`))
  const cwd = project(lines)
  const argv = ['--client', 'header:x-client-id', '--json']
  const whole = (await check(cwd, ['r.ndjson', ...argv])).stdout
  const { clients } = (JSON.parse(whole) as Report).traffic ?? {}
  expect(Object.keys(clients?.operations['GET /loans']?.calls ?? {})).toHaveLength(128)
  // A bottom-k sketch of 128 has a standard error of 9 %. Allow four standard errors.
  expect(Math.abs((clients?.count ?? 0) - 400)).toBeLessThan(144)
  for (const count of slices) {
    const partials: string[] = []
    for (let at = 0; at < count; at++) {
      const slice = lines.filter((_, n) => n % count === at).join('\n')
      const more = ['--client', 'header:x-client-id', '--partial', '--slice', `${at}`, '--recording-format', 'ndjson']
      partials.push((await check(cwd, ['-', ...more], slice)).stdout)
    }
    const merged = await runCli(run, ['report', 'merge', '-', '--json'], { cwd, stdin: partials.reverse().join('') })
    expect(merged.stdout).toBe(whole)
  }
  expect(whole).not.toContain('example.com')
}, 180_000)

it('rejects slices with different secrets, or without one', async () => {
  const cwd = project(some)
  const slice = (secret: string, id: string) =>
    check(cwd, ['-', '--client', 'query:app', '--partial', '--slice', id], some.join('\n'), {
      SPECDRIFT_CLIENT_SECRET: secret,
    })
  const [a, b] = [await slice(env.SPECDRIFT_CLIENT_SECRET, 'a'), await slice('another secret of them', 'b')]
  expect(a.stdout).not.toContain(env.SPECDRIFT_CLIENT_SECRET)
  const merged = await runCli(run, ['report', 'merge', '-'], { cwd, stdin: a.stdout + b.stdout })
  expect(merged.stderr).toContain('their selection differs')
  expect((await slice('', 'c')).stderr).toContain('SPECDRIFT_CLIENT_SECRET, which is not set')
  expect((await slice('short', 'c')).stderr).toContain('fewer than 16 characters')
  expect((await check(cwd, ['r.ndjson', '--client', 'x-client-id'])).stderr).toContain('header:<name>')
})

it.each([
  ['header:X-Client-Id', ['--json']],
  ['query:app', ['--reports-dir', 'out', '--format', 'text', '--expand']],
  ['cookie:app', ['--partial']],
  ['header:x-client-id', ['--follow', '--state', 'state.json', '--reports-dir', 'out']],
])('a client name does not appear in any output: %s %j', async (key, argv) => {
  const person = 'jane.planted@example.com'
  // Every exchange is shown as evidence, and the response repeats the name.
  const lines = [line(person, { id: 'x', who: person, more: person }), line(person, { id: 'y' })]
  const cwd = project(lines)
  const source = argv.includes('--follow') ? '-' : 'r.ndjson'
  const { stdout, stderr } = await check(cwd, [source, '--client', key, ...argv], lines.join('\n'))
  const files = readdirSync(cwd, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && entry.name !== 'r.ndjson',
  )
  const all = [stdout, stderr, ...files.map((file) => readFileSync(join(file.parentPath, file.name), 'utf8'))].join()
  expect(stdout).toMatch(/type-conformance/)
  expect(all).not.toContain('planted')
})

it('learn lists the parts of the contract in the traffic, and the clients', async () => {
  const cwd = project([...some, line('web', { id: 2, note: 'n' })])
  const learn = (...argv: string[]) =>
    runCli(run, ['learn', 'r.ndjson', '--description', 'd.yaml', '--client', 'header:x-client-id', ...argv], {
      cwd,
      env,
    })
  const { code, stdout } = await learn()
  expect(code).toBe(0)
  expect(stdout).toContain(
    '5 exchanges, 5 of operations of the contract\n2 clients by header x-client-id, 1 exchange without it',
  )
  expect(stdout).toMatch(
    /GET \/loans {2}5 calls, 200 × 5, 2 clients\n {2}seen of what is documented: parameters 1 of 1 · statuses 1 of 1/,
  )
  expect(stdout).toContain('properties 2 of 3')
  expect(stdout).toContain('never seen: property 200 application/json /who')
  expect(stdout).toMatch(/by client: [0-9a-f]{8} × 3, [0-9a-f]{8} × 1/)
  expect(stdout).toContain('never called: GET /never')
  const json = JSON.parse((await learn('--format', 'json')).stdout)
  expect([json.traffic.clients.count, json.coverage.properties]).toEqual([2, { seen: 2, total: 3 }])
})
