import { createServer } from 'node:http'
import { expect, it } from 'vitest'
import { runCli } from '../../testing/cli/run-cli.ts'
import { inFolder } from '../../testing/cli/scenario.ts'
import { servers } from '../../testing/servers/loopback.ts'
import { run } from '../run.ts'

const { started } = servers()

const description = `{ openapi: 3.0.3, info: { title: t, version: '1' }, paths: { /a: { get: { responses: { 200: { description: ok } } } } } }`
const record = '{"request":{"method":"GET","url":"/a"},"response":{"status":200}}\n'

it.each([
  ['http://HOST/shop.yaml?token=PLANTED-1', 'shop'],
  ['http://HOST/v1/shop.yaml#access_token=PLANTED-1', 'shop'],
  ['http://HOST?key=PLANTED-1', 'api'],
])('a contract without a name is named after its file, without the rest of its address: %s', async (address, api) => {
  const port = await started(createServer((_request, response) => response.end(description)))
  await inFolder([{ name: 'r.ndjson', content: record }], async (cwd) => {
    const line = ['check', 'r.ndjson', '--json', '--description', address.replace('HOST', `127.0.0.1:${port}`)]
    const { stdout, stderr } = await runCli(run, line, { cwd })
    expect(JSON.parse(stdout)).toMatchObject({ api })
    expect(stdout + stderr).not.toContain('PLANTED')
  })
})
