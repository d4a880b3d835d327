// Measures the overhead of `specdrift proxy` on loopback: the same requests directly and through the proxy, alternating, and the throughput of a
// large body.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { Agent, createServer, request } from 'node:http'
import { join } from 'node:path'
import { cache } from './cache.mjs'
import { table } from './table.mjs'
import { checkBuilt, cli } from './tools.mjs'

const calls = 2000
const large = Buffer.alloc(100 * 2 ** 20, 'x')

export async function proxy() {
  checkBuilt()
  mkdirSync(cache, { recursive: true })
  const loan = { id: 'a', status: 'OPEN', amount: 12.5 }
  const schema = {
    type: 'object',
    properties: { id: { type: 'string' }, status: { type: 'string' }, amount: { type: 'number' } },
  }
  const response = {
    200: { description: 'ok', content: { 'application/json': { schema: { type: 'array', items: schema } } } },
  }
  const paths = {
    '/loans': { get: { responses: response } },
    '/file': { get: { responses: { 200: { description: 'ok' } } } },
  }
  const description = join(cache, 'proxy.json')
  writeFileSync(description, JSON.stringify({ openapi: '3.1.0', info: { title: 'a', version: '1' }, paths }))
  const body = JSON.stringify(Array.from({ length: 20 }, () => loan))
  const server = createServer((incoming, outgoing) => {
    if (incoming.url === '/file') return outgoing.end(large)
    outgoing.setHeader('content-type', 'application/json').end(body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const direct = `http://127.0.0.1:${server.address().port}`
  const child = spawn(process.execPath, [cli, 'proxy', '--target', direct, '--description', description])
  let said = ''
  for await (const chunk of child.stderr) {
    said += chunk
    if (/forwarding (\S+) to/.test(said)) break
  }
  const through = /forwarding (\S+) to/.exec(said)[1]
  const agents = { direct: new Agent({ keepAlive: true }), through: new Agent({ keepAlive: true }) }
  const times = { direct: [], through: [] }
  for (let call = -200; call < calls; call++)
    for (const [name, url] of Object.entries({ direct, through })) {
      const started = performance.now()
      await get(`${url}/loans`, agents[name])
      if (call >= 0) times[name].push(performance.now() - started)
    }
  const rates = {}
  for (const [name, url] of Object.entries({ direct, through })) {
    const started = performance.now()
    await get(`${url}/file`, agents[name])
    rates[name] = 100 / ((performance.now() - started) / 1000)
  }
  for (const agent of Object.values(agents)) agent.destroy()
  child.kill('SIGINT')
  await once(child, 'exit')
  server.close()
  const at = (list, share) => list.toSorted((a, b) => a - b)[Math.floor(list.length * share)]
  const rows = Object.entries(times).map(([name, list]) => [
    name,
    at(list, 0.5).toFixed(2),
    at(list, 0.95).toFixed(2),
    (at(list, 0.5) - at(times.direct, 0.5)).toFixed(2),
    rates[name].toFixed(0),
  ])
  const head = ['', 'median ms', 'p95 ms', 'added at the median ms', '100 MB body, MB/s']
  process.stdout.write(`${calls} requests each, one connection, taking turns\n\n${table(head, rows)}\n`)
}

function get(url, agent) {
  return new Promise((resolve, reject) => {
    request(url, { agent }, (incoming) =>
      incoming
        .on('data', () => {})
        .on('end', resolve)
        .on('error', reject),
    )
      .on('error', reject)
      .end()
  })
}
