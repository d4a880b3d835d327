import { readdir, readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runCli } from '../../testing/cli/run-cli.ts'
import { inFolder } from '../../testing/cli/scenario.ts'
import { run } from '../run.ts'

const secret = 'S3cr3tOfTheAddress'
const description = `openapi: 3.0.3
info: { title: D, version: "1" }
paths: { /a: { get: { responses: { "200": { description: d } } } } }
components: { schemas: { A: { $ref: "more.yaml?api_key=${secret}#/A" }, B: { $ref: "http://127.0.0.1:1/x?token=${secret}" } } }
`
const bodies: Readonly<Record<string, string>> = {
  '/o.yaml': description.replace(/components.*\n/, ''),
  '/parts.yaml': description,
  '/more.yaml': 'A: { type: string }',
  '/broken.yaml': 'a: [',
}

let server: Server
let origin = ''
const asked: string[] = []
beforeAll(async () => {
  server = createServer(({ url = '' }, response) => {
    asked.push(url)
    const { pathname, searchParams } = new URL(url, origin)
    if (searchParams.get('api_key') !== secret) response.writeHead(401).end()
    else if (pathname === '/moved') response.writeHead(302, { location: `ftp://x/?api_key=${secret}` }).end()
    else response.writeHead(pathname in bodies ? 200 : 404).end(bodies[pathname])
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  // A server listening on a port has an AddressInfo.
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => new Promise((done) => server.close(done)))

it.each([
  ['snapshot add demo URL', '/o.yaml', 0],
  ['diff URL URL', '/o.yaml', 0],
  ['diff URL URL --json', '/parts.yaml', 0],
  ['diff URL URL --format html', '/parts.yaml', 0],
  ['diff URL URL --format sarif', '/parts.yaml', 0],
  ['init --url URL --api demo --yes', '/o.yaml', 0],
  ['init --url URL --api demo --base-url URL --yes', '/o.yaml', 0],
  ['snapshot add demo URL', '/gone.yaml', 2],
  ['snapshot add demo URL', '/broken.yaml', 2],
  ['snapshot add demo URL', '/moved', 2],
  ['diff --debug URL URL', '/broken.yaml', 2],
])('%s of %s shows no credential of the address', async (line, path, code) => {
  await inFolder([], async (cwd) => {
    asked.length = 0
    const url = `${origin}${path}?format=yaml&api_key=${secret}`
    const result = await runCli(
      run,
      line.split(' ').map((word) => (word === 'URL' ? url : word)),
      { cwd },
    )
    expect([result.code, result.stderr]).toEqual([code, expect.not.stringContaining(secret)])
    expect(result.stdout).not.toContain(secret)
    // The secret was sent, and the rest of the address is shown.
    expect(asked[0]).toBe(`${path}?format=yaml&api_key=${secret}`)
    const written = await readdir(cwd, { recursive: true, withFileTypes: true })
    const texts = written
      .filter((entry) => entry.isFile())
      .map((entry) => readFile(join(entry.parentPath, entry.name), 'utf8'))
    const all = `${result.stdout}${result.stderr}${(await Promise.all(texts)).join('')}`
    expect(all).not.toContain(secret)
    expect(all).toContain(`${path}?format=yaml`)
  })
})

it.each([
  'snapshot add demo http://user:URLSECRET@127.0.0.1:99999/o.yaml?api_key=URLSECRET',
  'snapshot add demo http://user:URLSECRET@127.0.0.1:1/o.yaml?api_key=URLSECRET',
  'diff htps://127.0.0.1/o.yaml?api_key=URLSECRET b.yaml',
  'diff http://127.0.0.1:1/o.yaml?api_key=URLSECRET b.yaml',
])('%s is not repeated', async (line) => {
  await inFolder([], async (cwd) => {
    const { code, stderr } = await runCli(run, line.replaceAll('URLSECRET', secret).split(' '), { cwd })
    expect([code, stderr]).toEqual([2, expect.not.stringContaining(secret)])
  })
})
