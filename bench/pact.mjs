// Checks that Pact's official verifier accepts files from `specdrift consumers pact`: it must pass for a service that conforms to the contract and
// fail for one that doesn't. `specdrift check` must report the same for a Pact file.
import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { cache } from './cache.mjs'
import { table } from './table.mjs'
import { checkBuilt, cli } from './tools.mjs'

const description = {
  openapi: '3.1.0',
  info: { title: 'Loans', version: '1' },
  paths: {
    '/loans/{id}': {
      get: {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer', example: 7 } }],
        responses: {
          200: {
            description: 'ok',
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  required: ['id', 'status'],
                  properties: {
                    id: { type: 'integer' },
                    status: { enum: ['OPEN', 'CLOSED'] },
                    note: { type: 'string' },
                  },
                },
              },
            },
          },
        },
      },
    },
  },
}
const good = { id: 7, status: 'OPEN', note: 'x' }

export async function pact() {
  checkBuilt()
  const folder = join(cache, 'pact')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const specdrift = (...argv) => spawnSync(process.execPath, [cli, ...argv], { cwd: folder, encoding: 'utf8' })
  const exchange = (body) => ({
    request: { method: 'GET', url: '/loans/7', headers: {}, body: '' },
    response: { status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
  })
  writeFileSync(join(folder, 'd.json'), JSON.stringify(description))
  writeFileSync(join(folder, 'r.ndjson'), `${JSON.stringify(exchange({ id: 7, status: 'OPEN' }))}\n`)
  for (const argv of [
    ['consumers', 'learn', 'r.ndjson', '--consumer', 'web', '--description', 'd.json'],
    ['consumers', 'pact', 'web', '--description', 'd.json', '-o', 'web.json'],
  ])
    execFileSync(process.execPath, [cli, ...argv], { cwd: folder, stdio: 'ignore' })
  const rows = []
  for (const [name, body] of Object.entries({
    'keeps the contract': good,
    'has text for a number': { ...good, id: 'x' },
    'lacks a member': { id: 7 },
  }))
    rows.push([name, await verified(join(folder, 'web.json'), body)])
  const check = specdrift('check', 'web.json', '--description', 'd.json')
  process.stdout.write(table(['service', 'pact-core 20.2.0 on the pact of specdrift'], rows))
  process.stdout.write(`specdrift check of the same pact ends with ${check.status}\n`)
}

async function verified(file, body) {
  const { Verifier } = await import('@pact-foundation/pact-core')
  const server = createServer((_, response) =>
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body)),
  )
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const options = {
    provider: 'Loans',
    providerBaseUrl: `http://127.0.0.1:${server.address().port}`,
    pactUrls: [file],
    logLevel: 'error',
  }
  const result = await new Verifier(options).verify().then(
    () => 'passes',
    () => 'fails',
  )
  server.close()
  return result
}
