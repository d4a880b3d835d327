import { readdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { loaders } from '../../report/loaders.ts'
import { runCli } from '../../testing/cli/run-cli.ts'
import { inFolder } from '../../testing/cli/scenario.ts'
import { coresOfSecrets, oddSecrets, secretEncodings } from '../../testing/secret-matrix.ts'
import { servers } from '../../testing/servers/loopback.ts'
import { run } from '../run.ts'

const { started } = servers()
const secrets = Object.values(oddSecrets)
const echoed = secrets.flatMap((secret) => Object.values(secretEncodings).map((write) => write(secret)))
const properties = Object.fromEntries(echoed.map((_, index) => [`p${index}`, { type: 'integer' }]))
const description = {
  openapi: '3.1.0',
  info: { title: 'Demo', version: '1' },
  paths: {
    '/echo': {
      post: {
        requestBody: { content: { 'application/json': {} } },
        responses: {
          '200': {
            description: 'd',
            headers: { 'x-heard': { schema: { type: 'integer' } } },
            content: { 'application/json': { schema: { type: 'object', properties } } },
          },
        },
      },
    },
  },
}
const config = {
  apis: { demo: { target: { writable: true } } },
  notify: [{ type: 'webhook', urlEnv: 'HOOK' }, { type: 'slack', urlEnv: 'HOOK' }, { type: 'github-issue' }],
}
const suite = `
import { contract } from 'specdrift/suite'
import { expect, test } from 'vitest'
const api = await contract({ api: 'demo' })
const body = { list: ${JSON.stringify(secrets)}.map((password) => ({ password })) }
test('quotes what it got', async () => {
  const { json } = await api.send('POST /echo', { body })
  throw new Error(JSON.stringify(json))
})
`

/** Traces of secrets that survive escaping: unchanged parts and encoded forms. */
function traces(): readonly RegExp[] {
  const packed = secrets.flatMap((secret) => {
    const digits = ['', 'u', 'us'].map((before) => {
      const length = before.length + Buffer.byteLength(secret)
      const text = Buffer.from(before + secret).toString('base64')
      return text.slice(before === '' ? 0 : 4, Math.floor(length / 3) * 4)
    })
    const texts = [...digits, Buffer.from(secret).toString('hex')].filter((text) => text.length > 7)
    return texts.flatMap((text) => [text, text.replaceAll('+', '-').replaceAll('/', '_')])
  })
  const short = Object.values(secretEncodings).map((write) => write(oddSecrets.short ?? ''))
  const plain = [...Object.values(coresOfSecrets), ...short.filter((text) => !/^[\w=-]+$/.test(text))]
  const literal = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&')
  return [
    ...[...new Set(packed)].map((text) => new RegExp(literal(text))),
    ...[...new Set(plain)].map((text) => new RegExp(literal(text), 'i')),
  ]
}

function leaks(outputs: readonly (readonly [string, string])[]): readonly string[] {
  const all = traces()
  return outputs.flatMap(([name, text]) =>
    all.filter((trace) => trace.test(text)).map((trace) => `${trace} in ${name}`),
  )
}

async function filesOf(folder: string): Promise<[string, string][]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && !/\.suite\.ts$/.test(entry.name))
  return Promise.all(
    files.map(
      async ({ parentPath, name }): Promise<[string, string]> => [name, await readFile(join(parentPath, name), 'utf8')],
    ),
  )
}

test("the API's responses contain every trace", () => {
  const packed = ['', 'u', 'us'].flatMap((before) =>
    secrets.flatMap((secret) =>
      (['base64', 'base64url', 'hex'] as const).map((code) => Buffer.from(before + secret).toString(code)),
    ),
  )
  const said = leaks([['response', [...echoed, ...packed].join('\n')]])
  expect(said.length).toBe(traces().length)
})

test('no secret appears in any output, in any encoding by the API', async () => {
  const notified: string[] = []
  const hook = await started(
    createServer(async (request, response) => {
      for await (const chunk of request) notified.push(String(chunk))
      response.end()
    }),
  )
  const port = await started(
    createServer(async (request, response) => {
      let heard = ''
      for await (const chunk of request) heard += chunk
      const isHeard = secrets.every((secret) => heard.includes(JSON.stringify(secret)))
      response.setHeader('content-type', 'application/json')
      response.setHeader('x-heard', encodeURIComponent(secrets.slice(0, 8).join()))
      response.end(
        JSON.stringify({
          ...Object.fromEntries(echoed.map((text, index) => [`p${index}`, isHeard ? text : 0])),
          ...Object.fromEntries(secrets.map((secret) => [`undocumented ${secret}`, secret])),
        }),
      )
    }),
  )
  const files = [
    { name: 'openapi.json', content: JSON.stringify(description) },
    { name: 'specdrift.config.json', content: JSON.stringify(config) },
    { name: 'suites/demo/a.suite.ts', content: suite },
  ]
  await inFolder(files, async (cwd) => {
    const github = { GITHUB_REPOSITORY: 'o/r' }
    const env = { HOOK: `http://127.0.0.1:${hook}/`, ...github }
    const outputs: [string, string][] = []
    const call = async (...line: string[]): Promise<number> => {
      const { code, stdout, stderr } = await runCli(run, line, { cwd, env })
      outputs.push([`stdout of ${line.join(' ')}`, stdout], [`stderr of ${line.join(' ')}`, stderr])
      return code
    }
    const report = 'reports/demo/report.json'
    expect(await call('snapshot', 'add', 'demo', 'openapi.json', '--id', 'v1')).toBe(0)
    const base = `http://127.0.0.1:${port}`
    expect(await call('monitor', 'demo', '--base-url', base, '--debug', '--notify', '--log-level', 'debug')).toBe(1)
    const { findings, exchanges } = JSON.parse(await readFile(join(cwd, report), 'utf8'))
    expect(findings.length).toBeGreaterThan(echoed.length)
    // Request, response and headers contained all secrets.
    expect(exchanges.length).toBeGreaterThan(10)
    for (const { request, response } of exchanges) {
      expect(request.body.text).toContain('"password":"[redacted]"')
      expect(response.body.text).toContain('[redacted]')
      expect(response.headers['x-heard']).toContain('[redacted]')
    }
    for (const format of Object.keys(loaders))
      expect(await call('report', 'render', report, '--format', format)).toBe(1)
    expect(await call('notify', 'send', report, '--dry-run')).toBe(0)
    expect(await call('notify', 'pr-comment', report, '--pr', '1', '--dry-run')).toBe(0)
    expect(await call('changelog', 'demo')).toBe(0)
    expect(await call('patch', report)).toBeLessThan(2)
    expect(await call('patch', report, '--format', 'json')).toBeLessThan(2)
    expect(await call('types', 'demo')).toBe(0)
    expect(await call('baseline', 'accept', 'demo', '--all', '--reason', 'r', '--owner', 'o')).toBe(0)
    expect(await call('baseline', 'list', 'demo')).toBe(0)
    expect(await call('baseline', 'explain', 'demo', findings[0].fingerprint)).toBe(0)
    const isOurs = ([name]: [string, string]): boolean => !/^(openapi|specdrift\.config)/.test(name)
    outputs.push(...(await filesOf(cwd)).filter(isOurs), ['notified', notified.join('')])
    expect(notified.join('')).toContain('demo')
    expect(outputs.map(([name]) => name)).toContain('run.ndjson')
    expect(outputs.map(([, text]) => text).join('')).toContain('[redacted]')
    const pages = outputs.flatMap(([name, text]): [string, string][] => {
      const [, packed] = / id="data">([\w+/=]+)</.exec(text) ?? []
      return packed === undefined ? [] : [[`data of ${name}`, inflateRawSync(Buffer.from(packed, 'base64')).toString()]]
    })
    expect(pages.length).toBeGreaterThan(1)
    expect(pages[0]?.[1]).toContain('[redacted]')
    expect(leaks([...outputs, ...pages])).toEqual([])
  })
})
