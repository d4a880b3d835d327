import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { runCli } from '../../testing/cli/run-cli.ts'
import { inFolder } from '../../testing/cli/scenario.ts'
import { servers } from '../../testing/servers/loopback.ts'
import { run } from '../run.ts'

const { started } = servers()
const get = { get: { responses: { 200: { description: 'd' } } } }
const description = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  paths: { '/x': get, '/y': get },
})

/** Runs `init` on an API below the path `base`, which its description omits. */
async function initially(base: string, ...flags: string[]) {
  const calls: string[] = []
  const port = await started(
    createServer(({ url = '' }, response) => {
      const isDescription = url === '/docs/openapi.json'
      if (!isDescription) calls.push(url)
      response.writeHead(isDescription || url === `${base}/x` ? 200 : 404)
      response.end(isDescription ? description : '{}')
    }),
  )
  const url = `http://127.0.0.1:${port}`
  return inFolder([], async (cwd) => {
    const argv = ['init', '--url', `${url}/docs/openapi.json`, '--no-workflow', '--yes', ...flags]
    const { code, stderr } = await runCli(run, argv, { cwd })
    const config = await readFile(join(cwd, 'specdrift.config.ts'), 'utf8')
    return { code, stderr: stderr.replaceAll(url, 'HERE'), config: config.replaceAll(url, 'HERE'), calls }
  })
}

it.each(['/api', '/v1', '/docs'])('finds a base path that the description omits: %s', async (base) => {
  const { code, stderr, config } = await initially(base)
  expect(code).toBe(0)
  expect(stderr).toContain(`note: using HERE${base}, because the operations return 404 at HERE`)
  expect(config).toContain(`'HERE${base}'`)
})

it("keeps the description's base path if the operations exist there or nowhere", async () => {
  for (const base of ['', '/elsewhere']) {
    const { code, stderr, config } = await initially(base)
    expect([code, stderr]).toEqual([0, expect.not.stringContaining('404')])
    expect(config).toContain(`'HERE'`)
  }
})

it('calls no operations if the base URL is given', async () => {
  const { calls, config } = await initially('/api', '--base-url', 'http://b.example')
  expect(calls).toEqual([])
  expect(config).toContain(`'http://b.example'`)
})
