import { readFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { startCli } from '../../testing/cli/cli-process.ts'
import { runCli } from '../../testing/cli/run-cli.ts'
import { inFolder } from '../../testing/cli/scenario.ts'
import { listen } from '../../testing/servers/loopback.ts'
import { run } from '../run.ts'

// Needs a process of its own.
vi.setConfig({ testTimeout: 300_000 })

const responses = { 200: { description: 'd' } }
const description = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'T', version: '1' },
  paths: { '/a': { get: { responses } }, '/slow': { get: { responses } } },
})

it.skipIf(process.platform === 'win32')('a signal stops all that run at the same time, each in order', async () => {
  const held: ServerResponse[] = []
  let bothAreHeld = (): void => {}
  const arrived = new Promise<void>((done) => {
    bothAreHeld = done
  })
  const server = createServer(({ url }, response) => {
    if (url?.endsWith('/slow') !== true) return response.end()
    if (held.push(response) === 2) bothAreHeld()
    return response
  })
  const url = `http://127.0.0.1:${await listen(server)}`
  const names = ['first', 'second', 'third']
  const apis = Object.fromEntries(names.map((name) => [name, { target: { baseUrl: `${url}/${name}` } }]))
  const suites = names.map((name) => ({
    name: `suites/${name}/a.suite.ts`,
    content: `import { contract } from 'specdrift/suite'\nconst api = await contract({ api: '${name}' })\napi.call('GET /a')\napi.call('GET /slow')\n`,
  }))
  const config = { name: 'specdrift.config.json', content: JSON.stringify({ apis }) }
  await inFolder([{ name: 'a.json', content: description }, config, ...suites], async (cwd) => {
    for (const name of names) await runCli(run, ['snapshot', 'add', name, 'a.json'], { cwd })
    const cli = startCli(['monitor', '--jobs', '2'], { cwd })
    await Promise.race([arrived, cli.ended.then(({ stderr }) => Promise.reject(new Error(stderr)))])
    cli.kill('SIGINT')
    await cli.noted(/^stopping: /m)
    for (const response of held) response.end()
    const { code, signal, stdout, stderr } = await cli.ended
    expect([code, signal]).toEqual([130, null])
    expect(stdout).toContain('2 of 3 APIs: 2 could not be checked')
    expect(stderr.match(/^\w+:$/gm)).toEqual(['first:', 'second:'])
    for (const name of ['first', 'second']) {
      const report = JSON.parse(await readFile(join(cwd, 'reports', name, 'report.json'), 'utf8'))
      expect(report).toMatchObject({ api: name, partial: true, couldNotCheck: { code: 'INTERRUPTED' } })
    }
  })
  server.closeAllConnections()
  await new Promise((done) => server.close(done))
})
