// Measures the cost of `specdrift/capture`: requests per second of a small JSON endpoint in Express, with the middleware (sampling 0.1) and without
// it, alternating. The service runs in a separate process and the clients in this one. A round ends when the service has written what it captured,
// so that the next one isn't slowed down by it, and the CPU time of the thread that writes is counted.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { cache } from './cache.mjs'
import { table } from './table.mjs'
import { checkBuilt } from './tools.mjs'

const rounds = 12
const calls = 4000
/** Calls until the thread that writes, which gets a tenth of them, is compiled. A service reaches them in seconds. */
const warmUp = 40_000
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
  const names = Object.keys(services)
  for (const { port } of Object.values(services)) await load(port, warmUp)
  for (let round = 0; round < rounds; round++)
    for (const name of names.map((_, at) => names[(at + round) % names.length])) {
      const { port } = services[name]
      const before = await stateOf(port)
      const started = performance.now()
      await load(port, calls)
      const rate = calls / ((performance.now() - started) / 1000)
      const after = await stateOf(port)
      if (after.dropped > 0) throw new Error(`${after.dropped} exchanges were dropped`)
      const spent = (part) => (after[part] - before[part]) / calls
      found[name].push({ rate, main: spent('main'), all: spent('all') })
    }
  for (const { child } of Object.values(services)) child.kill()
  process.stdout.write(
    table(
      [
        'middleware',
        'requests/s',
        'difference',
        'CPU per request, main thread',
        'difference',
        'all threads',
        'difference',
      ],
      names.map((name) => [name, ...cells(found, name)]),
    ),
  )
}

/** Medians, and the median of the differences to the round without the middleware. */
function cells(found, name) {
  return ['rate', 'main', 'all'].flatMap((by) => {
    const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
    const share = median(found[name].map((one, round) => one[by] / found.without[round][by] - 1))
    const value = median(found[name].map((one) => one[by]))
    return [by === 'rate' ? value.toFixed(0) : `${value.toFixed(1)} µs`, `${(share * 100).toFixed(1)} %`]
  })
}

async function start(sampling) {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), sampling], {
    cwd: cache,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(child.stdout, 'data')
  return { child, port: Number(line) }
}

async function load(port, calls) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  let left = calls
  const client = async () => {
    while (left-- > 0) await get({ port, path: `/loans/${left}`, agent })
  }
  await Promise.all(Array.from({ length: connections }, client))
  agent.destroy()
}

/** CPU time of the service in microseconds, when nothing waits to be written. */
async function stateOf(port) {
  await setTimeout(300)
  return JSON.parse(await get({ port, path: '/state' }))
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

/** CPU time in microseconds. Only Linux tells threads apart; elsewhere all threads count as the main one. */
function cpuTime() {
  const { user, system } = process.cpuUsage()
  const tasks = '/proc/self/task'
  const main = existsSync(tasks)
    ? Number(readFileSync(`${tasks}/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1000
    : user + system
  return { main, all: user + system }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const express = createRequire(new URL('../.ci/tools/package.json', import.meta.url))('express')
  const app = express()
  const sampling = Number(process.argv[2])
  let counts = () => ({ dropped: 0 })
  if (!Number.isNaN(sampling)) {
    const { capture: open } = await import('../dist/capture-entry.js')
    const file = join(cache, `capture-${process.pid}.ndjson`)
    const recorder = open({ file, sampling })
    process.once('SIGTERM', () => process.exit(rmSync(file, { force: true })))
    counts = recorder.counts
    app.use(recorder.express)
  }
  app.get('/state', (_, response) => response.json({ ...cpuTime(), dropped: counts().dropped }))
  app.get('/loans/:id', ({ params }, response) =>
    response.json({ id: params.id, status: 'OPEN', amount: 12.5, owner: { name: 'x' } }),
  )
  const server = app.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`))
}
