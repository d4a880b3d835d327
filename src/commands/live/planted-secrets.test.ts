import { readdir, readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import type { ShownExchange } from '../../model/live/exchange.ts'
import { runCli } from '../../testing/cli/run-cli.ts'
import { inFolder } from '../../testing/cli/scenario.ts'
import { listen } from '../../testing/servers/loopback.ts'
import { run } from '../run.ts'

const planted = {
  token: 'planted-token-Zq81xA',
  environment: 'planted environment/Kk29+=?',
  header: 'planted-header-Wd55',
  query: 'planted query&Pm07/é',
  cookie: 'planted-cookie-Vb31',
  body: 'planted "body" \\ Lr64 ü',
  deep: 'planted-deep-Nt18',
  form: 'planted form+Hs93',
  address: 'planted-address-Gy42',
}

const description = `
openapi: 3.1.0
info: { title: Demo, version: '1' }
paths:
  /echo:
    get: &echo
      parameters: [{ name: api_key, in: query, schema: { type: string } }]
      responses: { '200': { description: d, content: { application/json: { schema: &said { type: object, properties: { said: { type: integer }, note: { type: string, enum: [a] } } } } } } }
    post: { <<: *echo, requestBody: { content: { application/json: {}, application/x-www-form-urlencoded: {} } } }
  /open: { get: *echo }
  /page: { get: *echo }
  /broken: { get: *echo }
`.replace(
  /<<: \*echo, /,
  'responses: { default: { description: d, content: { application/json: { schema: *said } } } }, ',
)

const suite = `
import { contract } from 'specdrift/suite'
import { expect, test } from 'vitest'
const api = await contract({ api: 'demo' })
const { environment, header, query, cookie, body, deep, form } = ${JSON.stringify(planted)}
const headers = { 'X-Api-Key': header, 'X-Thing': environment }
api.call('GET /echo', { headers, query: { api_key: query }, cookies: { session: cookie }, as: 'sends ' + environment })
api.call('POST /echo', { body: { note: 'a', password: body, more: [{ credentials: { any: deep } }] } })
api.call('POST /echo', { rawBody: new URLSearchParams({ 'user[password]': form }).toString(), contentType: 'application/x-www-form-urlencoded', as: 'form' })
api.call('GET /open', { as: 'by address' })
api.call('GET /page', { query: { api_key: query } })
api.call('GET /broken', { query: { api_key: query } })
test('an assertion quotes the response', async () => {
  console.log(environment)
  const { json } = await api.send('GET /echo', { query: { api_key: query }, headers: { 'x-a': environment } })
  expect(JSON.stringify(json)).toBe('nothing')
})
`

const base64 = (text: string) => Buffer.from(text).toString('base64')

/** Returns all encodings in which a text may be echoed. */
function writings(text: string): string[] {
  const json = JSON.stringify(text).slice(1, -1)
  const hex = Buffer.from(text).toString('hex')
  const packed = ['', 'u:', 'us:', 'use:'].map((before) => base64(`${before}${text}!`))
  return [text, encodeURIComponent(text), new URLSearchParams({ q: text }).toString().slice(2), json, hex, ...packed]
}

/** Returns the strings that must not occur. For base64, the part that doesn't depend on adjacent bytes. */
function traces(text: string): string[] {
  const packed = ['', 'u', 'us'].map((before) => {
    const length = before.length + Buffer.byteLength(text)
    return base64(before + text).slice(before === '' ? 0 : 4, Math.floor(length / 3) * 4)
  })
  return [...writings(text).slice(0, 5), ...packed]
}

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += chunk
  return text
}

/** An API that echoes everything received so far in every encoding, wherever a report may read it. */
async function startEcho(): Promise<number> {
  const heard = new Set<string>()
  const server = createServer(async (request, response) => {
    const { authorization = '', ...headers } = request.headers
    const text = [decodeURIComponent(String(request.url)), authorization, ...Object.values(headers)].join('\n')
    const body = await textOf(request)
    const user = Buffer.from(authorization.split(' ')[1] ?? '', 'base64').toString()
    for (const [part, secret] of Object.entries(planted)) {
      const isSent = part in sentInBody ? body.includes(sentInBody[part] ?? '') : `${text}${user}`.includes(secret)
      if (isSent) heard.add(secret)
    }
    const everything = [...heard].flatMap(writings).join(' ')
    if (request.url?.startsWith('/broken')) return response.destroy()
    const page = request.url?.startsWith('/page')
    response.setHeader('content-type', page ? 'text/html' : 'application/json')
    response.setHeader('x-heard', encodeURIComponent(everything))
    const answer = {
      said: everything,
      note: everything,
      [everything]: { [everything]: everything },
      list: [everything],
    }
    response.end(page ? `<html>${everything}` : JSON.stringify(answer))
  })
  cleanups.push(() => server.close())
  return listen(server)
}

/** Part of each secret that no encoding changes. */
const sentInBody: Readonly<Record<string, string>> = { body: 'Lr64', deep: 'planted-deep', form: 'Hs93' }

async function monitor(suiteText: string) {
  const port = await startEcho()
  const config = {
    apis: { demo: { auth: [{ prefix: '/echo', type: 'bearer', env: 'DEMO_TOKEN' }], target: { writable: true } } },
  }
  const files = [
    { name: 'openapi.yaml', content: description },
    { name: 'specdrift.config.json', content: JSON.stringify(config) },
    { name: 'suites/demo/a.suite.ts', content: suiteText },
  ]
  return inFolder(files, async (cwd) => {
    const env = { DEMO_TOKEN: planted.token, SOME_SECRET: planted.environment }
    const snapshot = await runCli(run, ['snapshot', 'add', 'demo', 'openapi.yaml', '--id', 'v1'], { cwd })
    expect(snapshot.code, snapshot.stderr).toBe(0)
    const base = `http://ann:${planted.address}@127.0.0.1:${port}`
    const { code, stdout, stderr } = await runCli(run, ['monitor', 'demo', '--base-url', base, '--debug'], { cwd, env })
    const folder = join(cwd, 'reports')
    const names = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
    const written = await Promise.all(
      names
        .filter((entry) => entry.isFile())
        .map(async (entry) => [entry.name, await readFile(join(entry.parentPath, entry.name), 'utf8')] as const),
    )
    return { code, stdout, stderr, outputs: [['stdout', stdout], ['stderr', stderr], ...written] as const }
  })
}

function leaks(outputs: readonly (readonly [string, string])[]): string[] {
  return Object.entries(planted).flatMap(([part, text]) =>
    outputs.flatMap(([name, output]) =>
      traces(text)
        .filter((trace) => output.toLowerCase().includes(trace.toLowerCase()))
        .map((trace) => `${part} in ${name} as ${trace}`),
    ),
  )
}

test('the API echoes every secret', async () => {
  const port = await startEcho()
  const said = await fetch(`http://127.0.0.1:${port}/?q=${encodeURIComponent(planted.query)}`)
  expect(leaks([['answer', await said.text()]]).length).toBeGreaterThan(5)
})

test('no secret that is sent or echoed appears in a report or on the terminal', async () => {
  const { code, stderr, outputs } = await monitor(suite)
  expect(stderr).toBe('')
  expect(code).toBe(1)
  expect(outputs.length).toBeGreaterThan(5)
  expect(outputs.map(([, text]) => text).join('')).toContain('[redacted]')
  expect(leaks(outputs)).toEqual([])
  const { exchanges } = JSON.parse(outputs.find(([name]) => name === 'report.json')?.[1] ?? '{}')
  const forms = exchanges.flatMap(({ request }: ShownExchange) => request.body?.text ?? [])
  expect(forms.join()).toContain('user%5Bpassword%5D=[redacted]')
  expect(forms.join()).toContain('"credentials":"[redacted]"')
})

test('no secret appears in the errors of a broken suite', async () => {
  const { code, stderr, outputs } = await monitor(`throw new Error('with ' + ${JSON.stringify(planted.environment)})`)
  expect(code).toBe(2)
  expect(stderr).toContain('with [redacted]')
  expect(leaks(outputs)).toEqual([])
})
