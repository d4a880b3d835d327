import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { runCli } from '../../testing/cli/run-cli.ts'
import { servers } from '../../testing/servers/loopback.ts'
import { run } from '../run.ts'

const { started } = servers()
const description = `openapi: 3.0.3
info: {title: a, version: '1'}
paths:
  /loans:
    get:
      responses:
        '200':
          description: ok
          content: {application/json: {schema: {type: array, items: {type: object, properties: {id: {type: string}}}}}}
`
const client = `
const get = async () => (await fetch(process.env.SPECDRIFT_PROXY_URL + '/loans', { headers: { authorization: 'Bearer planted-token' } })).json()
await get()
await get()
`

async function project(id: unknown) {
  const port = await started(
    createServer((_request, response) => {
      response.setHeader('content-type', 'application/json').end(JSON.stringify([{ id, token: 'planted-token' }]))
    }),
  )
  const cwd = await mkdtemp(join(tmpdir(), 'specdrift-proxy-'))
  await writeFile(join(cwd, 'openapi.yaml'), description)
  await writeFile(join(cwd, 'client.mjs'), client)
  const argv = ['proxy', '--target', `http://127.0.0.1:${port}`, '--description', 'openapi.yaml']
  return { cwd, argv, options: { cwd, env: { PATH: process.env.PATH ?? '' } } }
}
const meanwhile = ['--', process.execPath, 'client.mjs']

it.each([
  ['t.ndjson', (text: string) => text.trimEnd().split('\n').length],
  ['t.har', (text: string) => JSON.parse(text).log.entries.length],
])('records and checks traffic while a command runs: %s', async (file, count) => {
  const { cwd, argv, options } = await project(7)
  const { code, stdout, stderr } = await runCli(run, [...argv, '--fail', '--record', file, ...meanwhile], options)
  expect(stderr.split('\n').filter((line) => line.startsWith('✖'))).toEqual([
    '✖ type-conformance  GET /loans 200 application/json [].id: is of type integer, not string',
  ])
  expect(stdout).toContain('2 calls')
  expect(code).toBe(1)
  const text = await readFile(join(cwd, file), 'utf8')
  expect(count(text)).toBe(2)
  expect(`${text}${stdout}${stderr}`).not.toContain('planted-token')
  // The target's address is shown although it is an IP address, so that `--base-url` matches it.
  const [, , target = ''] = argv
  expect(text).toContain(`"url":"${target}/loans"`)
  for (const base of [[], ['--base-url', target]]) {
    const check = ['check', file, '--description', 'openapi.yaml', '--format', 'json', ...base]
    const { findings, traffic } = JSON.parse((await runCli(run, check, { cwd })).stdout)
    expect([findings[0]?.ruleId, traffic.checked]).toEqual(['type-conformance', 2])
  }
})

it.each([
  ['conforms', '7', ['--fail'], 0],
  ['drifts, without --fail', 7, [], 0],
  ['drifts', 7, ['--fail'], 1],
])('exits with the expected code if the traffic %s', async (_what, id, flags, expected) => {
  const { argv, options } = await project(id)
  expect((await runCli(run, [...argv, ...flags, ...meanwhile], options)).code).toBe(expected)
})

it('counts a request with LF line endings, and reports why it is not checked', async () => {
  const { cwd, argv, options } = await project('a')
  const odd = `import { connect } from 'node:net'
import { once } from 'node:events'
const { port } = new URL(process.env.SPECDRIFT_PROXY_URL)
const socket = connect(port, '127.0.0.1')
socket.write('GET /loans HTTP/1.1\\nHost: a\\nConnection: close\\n\\n')
await once(socket.resume(), 'close')
`
  const because = 'the request: a line of its head ends in LF or CR alone, not in CRLF (RFC 9112 §2.2)'
  await writeFile(join(cwd, 'client.mjs'), `${odd}${client}`)
  const { code, stdout } = await runCli(run, [...argv, '--format', 'json', ...meanwhile], options)
  expect([code, JSON.parse(stdout).notChecked]).toEqual([0, expect.arrayContaining([{ what: '1 record', because }])])
  await writeFile(join(cwd, 'client.mjs'), odd)
  const none = await runCli(run, [...argv, ...meanwhile], options)
  expect([none.code, none.stderr]).toEqual([2, expect.stringContaining(`1 record of 1 could not be read (${because})`)])
})

it('counts a request without an address, and checks the others', async () => {
  const { cwd, argv, options } = await project(7)
  const odd = `import { request } from 'node:http'
const { port } = new URL(process.env.SPECDRIFT_PROXY_URL)
await new Promise((done) => request({ port, method: 'OPTIONS', path: '*' }, (response) => response.resume().on('end', done)).end())
`
  await writeFile(join(cwd, 'client.mjs'), `${odd}${client}`)
  const { code, stdout } = await runCli(run, [...argv, '--fail', '--record', 't.ndjson', ...meanwhile], options)
  expect(stdout).toContain('type-conformance')
  expect(stdout).toMatch(/unchecked .*Invalid URL/)
  expect(code).toBe(1)
})

it('exits with the failure of the command', async () => {
  const { cwd, argv, options } = await project('7')
  await writeFile(join(cwd, 'client.mjs'), `${client}\nprocess.exit(3)`)
  const { code, stderr } = await runCli(run, [...argv, ...meanwhile], options)
  expect([code, stderr]).toEqual([1, expect.stringMatching(/ended with 3\n/)])
})

it('exits with 2 if it is stopped before any traffic', async () => {
  const { argv, options } = await project('7')
  const { code, stderr } = await runCli(run, [...argv, '--fail'], options)
  expect([code, stderr]).toEqual([2, expect.stringContaining('there is no record')])
})

it.each([
  [['--target', 'ftp://a'], 'It must begin with http:// or https://.'],
  [['--target', 'http://127.0.0.1:1/base'], '--target is an origin'],
  [['--port', '70000'], 'It must be a number from 0 to 65535.'],
  [['--', 'no-such-program'], 'no-such-program could not be run'],
  [['--record', '/proc/nowhere/t.ndjson'], 'Could not write /proc/nowhere/t.ndjson'],
])('rejects %j', async (flags, message) => {
  const { argv, options } = await project('7')
  const { code, stderr } = await runCli(run, [...argv, ...flags], options)
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)])
})

it('exits if the command cannot be run, and cleans up', async () => {
  const { cwd, argv, options } = await project(7)
  const { code, stderr } = await runCli(run, [...argv, '--record', 't.har', '--', './no-such-command'], options)
  expect(code).toBe(2)
  expect(stderr).toMatch(/^error: \.\/no-such-command could not be run: /m)
  expect(stderr).not.toContain('ended with')
  expect((await readdir(cwd)).filter((name) => name.endsWith('.tmp'))).toEqual([])
})

it('forwards its signal to the command, and reports', async () => {
  const { cwd, argv } = await project('7')
  const written: string[] = []
  const output = { write: (part: string) => written.push(part) }
  const code = await run({
    argv: [...argv, '--record', 't.har', '--', process.execPath, '-e', 'setInterval(() => {}, 1000)'],
    ...{ cwd, env: { PATH: process.env.PATH }, stdout: output, stderr: output, clock: Date.now },
    stdin: Readable.from([]),
    interrupted: () => Promise.resolve(),
    signals: {
      on: (listener) => {
        queueMicrotask(() => listener('SIGTERM'))
        return () => {}
      },
      exit: () => {},
    },
  })
  expect(code).toBe(2)
  expect(written.join('')).toContain(`${process.execPath} ended with a signal`)
  expect(JSON.parse(await readFile(join(cwd, 't.har'), 'utf8')).log.entries).toEqual([])
})
