import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createSecureServer } from 'node:http2'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { UserConfig } from '../../config/schema.ts'
import { runCli } from '../../testing/cli/run-cli.ts'
import { inFolder } from '../../testing/cli/scenario.ts'
import { clientCertificate, serverCertificate } from '../../testing/servers/certificates.ts'
import { servers } from '../../testing/servers/loopback.ts'
import { run } from '../run.ts'

type Target = NonNullable<NonNullable<UserConfig['apis']>[string]['target']>

const { started } = servers()

const project = [
  {
    name: 'openapi.yaml',
    content: `
openapi: 3.1.0
info: { title: Demo, version: '1' }
paths:
  /a: { get: &get { responses: { '200': { description: d } } } }
  /b: { get: *get }
  /c: { get: *get }
`,
  },
  {
    name: 'suites/demo/a.suite.ts',
    content: `import { contract } from 'specdrift/suite'
const api = await contract({ api: 'demo' })
api.remaining()
`,
  },
  { name: 'ca.pem', content: serverCertificate.cert },
  { name: 'client.pem', content: clientCertificate.cert },
  { name: 'client.key', content: clientCertificate.key },
]

async function monitor(target: Target, env: Record<string, string> = {}) {
  const config = { name: 'specdrift.config.json', content: JSON.stringify({ apis: { demo: { target } } }) }
  return inFolder([...project, config], async (cwd) => {
    await runCli(run, ['snapshot', 'add', 'demo', 'openapi.yaml', '--id', 'v1'], { cwd })
    const result = await runCli(run, ['test', 'demo', '--format', 'one-line'], { cwd, env })
    const report = await readFile(join(cwd, 'reports/demo/report.json'), 'utf8').catch(() => '{}')
    return { ...result, notChecked: JSON.parse(report).notChecked }
  })
}

test('uses the proxy of the environment, except for excluded hosts', async () => {
  const asked: string[] = []
  const proxy = createServer((request, response) => {
    asked.push(`${request.url} ${request.headers['proxy-authorization']}`)
    response.end()
  })
  const env = { HTTP_PROXY: `http://ann:secret@127.0.0.1:${await started(proxy)}` }
  const target = { baseUrl: 'http://api.example/v1' }
  expect(await monitor(target, env)).toMatchObject({ code: 0 })
  const by = `Basic ${btoa('ann:secret')}`
  expect(asked).toEqual(['a', 'b', 'c'].map((path) => `http://api.example/v1/${path} ${by}`))
  // Port 1 of this machine is never reached through the proxy.
  const excepted = { baseUrl: 'http://127.0.0.1:1' }
  expect(await monitor(excepted, env)).toMatchObject({ code: 2, stderr: expect.stringContaining('ECONNREFUSED') })
  expect(asked).toHaveLength(3)
})

test('applies TLS, client certificate and HTTP/2 settings of the config', async () => {
  const seen: string[] = []
  const options = { ...serverCertificate, requestCert: true, rejectUnauthorized: true, ca: clientCertificate.cert }
  const server = createSecureServer(options, (request, response) => {
    seen.push(`HTTP/${request.httpVersion} ${request.url}`)
    response.end()
  })
  const baseUrl = `https://127.0.0.1:${await started(server)}`
  const files = { certFile: 'client.pem', keyFile: 'client.key' }
  expect(await monitor({ baseUrl, http2: true, tls: { ...files, caFile: 'ca.pem' } })).toMatchObject({
    code: 0,
    stderr: expect.not.stringContaining('warning'),
    notChecked: [],
  })
  expect(seen).toEqual(['HTTP/2.0 /a', 'HTTP/2.0 /b', 'HTTP/2.0 /c'])
  const unknown = await monitor({ baseUrl, http2: true, tls: files })
  expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining('DEPTH_ZERO_SELF_SIGNED_CERT') })
  const insecure = await monitor({ baseUrl, http2: true, tls: { ...files, insecure: true } })
  expect(insecure).toMatchObject({
    code: 0,
    stderr: expect.stringContaining(`warning: target.tls.insecure: any certificate for ${baseUrl} is accepted`),
    notChecked: [{ what: `the identity of ${baseUrl}`, because: 'target.tls.insecure accepts any certificate' }],
  })
})

test('reports one outage instead of drift if most operations fail', async () => {
  let calls = 0
  const server = createServer((_request, response) => response.writeHead(calls++ === 0 ? 404 : 503).end())
  const baseUrl = `http://127.0.0.1:${await started(server)}`
  expect(await monitor({ baseUrl })).toEqual({
    code: 2,
    stdout: '',
    stderr: `Could not check. Last run with a result: unknown.
error: Most of ${baseUrl} could not be checked: 2 of 3 operations called were gateway (2 calls gateway (503)).
hint: One outage, not drift: nothing was checked. Check what is behind the gateway and run again.
`,
    notChecked: [],
  })
})
