// Measures the cost of `specdrift/capture`: requests per second of a small JSON endpoint in Express, with the middleware (sampling 0.1) and without
// it, alternating. The service runs in a separate process and the clients in this one.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cache } from './cache.mjs'
import { table } from './table.mjs'
import { checkBuilt } from './tools.mjs'

const rounds = 12
const calls = 4000
const connections = 8

export async function capture() {
  checkBuilt()
  mkdirSync(cache, { recursive: true })
  const services = {
    without: await start('off'),
    'with, sampling 0.1': await start('0.1'),
    'with, sampling 1': await start('1'),
  }
  const found = Object.fromEntries(Object.keys(services).map((name) => [name, []]))
  for (let round = -2; round < rounds; round++)
    for (const [name, { port }] of Object.entries(services)) {
      const before = await cpuOf(port)
      const started = performance.now()
      await load(port)
      const rate = calls / ((performance.now() - started) / 1000)
      if (round >= 0) found[name].push({ rate, cpu: ((await cpuOf(port)) - before) / calls })
    }
  for (const { child } of Object.values(services)) child.kill()
  const median = (name, by) => found[name].map((one) => one[by]).sort((a, b) => a - b)[Math.floor(rounds / 2)]
  const rows = Object.keys(services).map((name) => {
    const share = (by) => `${(((median(name, by) - median('without', by)) / median('without', by)) * 100).toFixed(1)} %`
    return [name, median(name, 'rate').toFixed(0), share('rate'), `${median(name, 'cpu').toFixed(1)} µs`, share('cpu')]
  })
  process.stdout.write(
    table(['middleware', 'requests/s', 'difference', 'CPU of the main thread a request', 'difference'], rows),
  )
}

async function start(sampling) {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), sampling], {
    cwd: cache,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(child.stdout, 'data')
  return { child, port: Number(line) }
}

async function load(port) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  let left = calls
  const client = async () => {
    while (left-- > 0) await get({ port, path: `/loans/${left}`, agent })
  }
  await Promise.all(Array.from({ length: connections }, client))
  agent.destroy()
}

/** CPU time of the service's main thread in microseconds. */
async function cpuOf(port) {
  return Number(await get({ port, path: '/cpu' }))
}

function get(options) {
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', headers: { host: 'api.example.com' }, ...options }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part) => {
        text += part
      })
      response.on('end', () => resolve(text))
    })
      .on('error', reject)
      .end()
  })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const express = createRequire(new URL('../.ci/tools/package.json', import.meta.url))('express')
  const app = express()
  const sampling = Number(process.argv[2])
  if (!Number.isNaN(sampling)) {
    const { capture: open } = await import('../dist/capture-entry.js')
    app.use(open({ file: join(cache, `capture-${process.pid}.ndjson`), sampling }).express)
  }
  app.get('/cpu', (_, response) => {
    const { user, system } = process.threadCpuUsage?.() ?? process.cpuUsage()
    response.end(String(user + system))
  })
  app.get('/loans/:id', ({ params }, response) =>
    response.json({ id: params.id, status: 'OPEN', amount: 12.5, owner: { name: 'x' } }),
  )
  const server = app.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`))
}
