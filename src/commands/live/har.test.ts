import { readdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect, test } from 'vitest'
import { runCli } from '../../testing/cli/run-cli.ts'
import { inFolder } from '../../testing/cli/scenario.ts'
import { harSchema } from '../../testing/har-schema.ts'
import { servers } from '../../testing/servers/loopback.ts'
import { run } from '../run.ts'

const { started } = servers()
const responses = { 200: { description: 'd' }, 400: { description: 'd' } }
const body = { required: true, content: { 'application/json': { schema: { type: 'object' } } } }
const description = {
  openapi: '3.1.0',
  info: { title: 'Demo', version: '1' },
  paths: {
    '/a': {
      get: {
        parameters: [{ name: 'q', in: 'query', schema: { type: 'string' } }],
        responses,
      },
    },
    '/b': { post: { requestBody: body, responses } },
    '/c': { get: { responses } },
    '/d': { get: { responses } },
  },
}
const target = { writable: true }
const auth = [{ prefix: '/', type: 'apiKey', in: 'query', name: 'api_key', env: 'DEMO_KEY' }]
const suite = `
import { contract } from 'specdrift/suite'
const api = await contract({ api: 'demo' })
api.call('GET /a', { query: { q: 'x y' }, cookies: { sid: 'planted-cookie' } })
api.call('POST /b', { body: { password: 'planted-password', list: [1, { deep: 'ok' }] } })
api.call('GET /c')
api.call('GET /d')
`
const files = [
  { name: 'openapi.json', content: JSON.stringify(description) },
  { name: 'specdrift.config.json', content: JSON.stringify({ apis: { demo: { target, auth } } }) },
  { name: 'suites/demo/a.suite.ts', content: suite },
]
const env = { DEMO_KEY: 'planted-key' }

/** An API that echoes all secrets received so far. */
async function startApi(calls: string[] = []): Promise<string> {
  let all = ''
  const port = await started(
    createServer(async (request, response) => {
      calls.push(String(request.url))
      let heard = ''
      for await (const chunk of request) heard += chunk
      all += `${request.url} ${request.headers.cookie} ${heard}`
      if (request.url?.startsWith('/d')) return request.socket.destroy()
      if (request.url?.startsWith('/c')) return response.end(Buffer.from([0, 1, 2, 255, 254, 0, 3]))
      const secrets = ['planted-key', 'planted-cookie', 'planted-password'].filter((secret) => all.includes(secret))
      response
        .setHeader('content-type', 'application/json')
        .setHeader('set-cookie', ['sid=planted-cookie; Path=/', 'b=planted-key'])
      response.end(JSON.stringify({ heard, url: request.url, secrets, big: 'x'.repeat(20_000), id: 1 }))
    }),
  )
  return `http://127.0.0.1:${port}`
}

const validate = addFormats.default(new Ajv2020()).compile(harSchema)

test('the archive contains every exchange of a run, complete and without secrets', async () => {
  const base = await startApi()
  await inFolder(files, async (cwd) => {
    const cli = (...line: string[]) => runCli(run, line, { cwd, env })
    await cli('snapshot', 'add', 'demo', 'openapi.json', '--id', 'v1')
    await cli('test', 'demo', '--base-url', base, '--har', 'out/run.har', '--generate', 'positive', '--max-calls', '6')
    expect(await readdir(join(cwd, 'out'))).toEqual(['run.har'])
    const written = await readFile(join(cwd, 'out/run.har'), 'utf8')
    expect(written).not.toMatch(/planted/)
    const { log } = JSON.parse(written)
    expect(validate({ log }) ? [] : validate.errors).toEqual([])
    const of = (operation: string) =>
      log.entries.find((entry: { _operation: string }) => entry._operation === operation)
    expect(of('GET /a').request).toMatchObject({
      url: `${base}/a?q=x%20y&api_key=$DEMO_KEY`,
      queryString: [
        { name: 'q', value: 'x y' },
        { name: 'api_key', value: '$DEMO_KEY' },
      ],
      cookies: [{ name: 'sid', value: '[redacted]' }],
    })
    const { content, cookies } = of('GET /a').response
    expect(JSON.parse(content.text)).toMatchObject({ secrets: Array(2).fill('[redacted]'), big: 'x'.repeat(20_000) })
    expect(cookies.map(({ name }: { name: string }) => name)).toEqual(['sid', 'b'])
    expect(JSON.parse(of('POST /b').request.postData.text)).toEqual({
      password: '[redacted]',
      list: [1, { deep: 'ok' }],
    })
    expect(of('GET /c').response.content).toMatchObject({ size: expect.any(Number), comment: 'it is no text' })
    expect(of('GET /d').response).toMatchObject({ status: 0, _error: expect.stringContaining('ECONNRESET') })
    const generated = log.entries.filter(({ _test }: { _test: string }) => _test.startsWith('generated'))
    expect(generated.length).toBeGreaterThan(2)
    // Values sent by suites are secret in generated requests, too.
    expect(JSON.parse(generated[0].response.content.text).secrets).toEqual(Array(3).fill('[redacted]'))
  })
})

test("a failed run leaves its archive, and a run that can't write it calls nothing", async () => {
  await inFolder(files, async (cwd) => {
    const cli = (...line: string[]) => runCli(run, line, { cwd, env })
    await cli('snapshot', 'add', 'demo', 'openapi.json', '--id', 'v1')
    const closed = await cli('monitor', 'demo', '--base-url', 'http://127.0.0.1:9', '--har', 'run.har')
    expect(closed.code).toBe(2)
    const har = JSON.parse(await readFile(join(cwd, 'run.har'), 'utf8'))
    expect(validate(har) ? [] : validate.errors).toEqual([])
    expect(har.log.entries.length).toBeGreaterThan(0)
    const calls: string[] = []
    const base = await startApi(calls)
    const lost = await cli('test', 'demo', '--base-url', base, '--har', 'openapi.json/run.har')
    expect(lost).toMatchObject({ code: 2, stderr: expect.stringContaining('openapi.json/run.har') })
    expect(calls).toEqual([])
  })
})

test("several APIs can't share an archive", async () => {
  const config = JSON.stringify({ apis: { one: { target }, two: { target } } })
  await inFolder([{ name: 'specdrift.config.json', content: config }], async (cwd) => {
    const { code, stderr } = await runCli(run, ['monitor', '--har', 'run.har'], { cwd })
    expect(code).toBe(2)
    expect(stderr).toContain('put {api} in its name')
  })
})
