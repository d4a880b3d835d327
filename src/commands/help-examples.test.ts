import { execFileSync, spawnSync } from 'node:child_process'
import { copyFile, cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import process from 'node:process'
import { gzipSync } from 'node:zlib'
import type { Command } from 'commander'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Report } from '../model/report.ts'
import { runCli } from '../testing/cli/run-cli.ts'
import { createShopProject, type ShopProject } from '../testing/cli/shop-project.ts'
import { bash } from '../testing/cli/workflow.ts'
import { inFull } from '../testing/runs.ts'
import { listen } from '../testing/servers/loopback.ts'
import { type PgliteServer, startPglite } from '../testing/servers/pglite-server.ts'
import { createProgram, run } from './run.ts'

const withoutZstd = spawnSync('zstd', ['--version']).error !== undefined
if (withoutZstd) process.stderr.write('The example with zstd is skipped: there is none in PATH\n')

/** Examples that need something this machine lacks, or that don't terminate. */
const notRun: Readonly<Record<string, RegExp>> = {
  'goes on until it is stopped; other tests run it': /^specdrift (sandbox|proxy)|--watch/,
  'answers questions': /^specdrift init$/,
  ...(withoutZstd && { 'needs zstd': /^zstd / }),
}

const usesDatabase = /^specdrift history (migrate|import|export)/

let shop: ShopProject
let replaced: readonly (readonly [string, string])[]
let database: PgliteServer
let close: () => Promise<void>

const built = join(import.meta.dirname, '../../dist/cli.js')

const cli = async (line: string): Promise<readonly [number, string]> => {
  const own = replaced.reduce((text, [from, to]) => text.replaceAll(from, to), line)
  // A stand-in for the browser, and the repository of the pull request.
  const env = { ...shop.env, BROWSER: 'true', CI: '', GITHUB_REPOSITORY: 'acme/shop' }
  const history = usesDatabase.test(line) && { SPECDRIFT_HISTORY_URL: database.url }
  // `npx` reads no standard input, so the end of a pipe is the built program. kcat is replaced by a topic that ends.
  const start = line.includes(' | ') ? `"${process.execPath}" "${built}"` : 'npx specdrift'
  const functions = `specdrift() { ${start} "$@"; }\nkcat() { cat recording.ndjson; }\n`
  return bash(['-o', 'pipefail', '-c', `${functions}${own}`], { cwd: shop.cwd, env: { ...env, ...history } })
}

async function succeed(...lines: readonly string[]): Promise<void> {
  for (const line of lines) {
    const [code, log] = await cli(line)
    expect([line, code, log]).toEqual([line, 0, log])
  }
}

const suite = `import { contract } from 'specdrift/suite'
const api = await contract({ api: 'shop' })
api.call('GET /orders', { tags: ['smoke'] })
api.remaining()
`

/** A test of another program, which records its check. */
const orderTest = `import test from 'node:test'
import { matchesContract } from 'specdrift/node-test'
test('an order', async () => matchesContract(await fetch('BASE/orders/1'), 'GET /orders/{id}'))
`

const exchange = (url: string, body: unknown) => ({
  time: '2026-11-20T08:00:00Z',
  request: { method: 'GET', url, headers: { accept: '*/*', 'x-client-id': 'checkout' }, body: '' },
  response: { status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
})

/** The API of the examples of `can-i-remove`. */
const loans = {
  openapi: '3.0.3',
  info: { title: 'Lending', version: '1' },
  paths: {
    '/loans': {
      get: {
        parameters: [{ name: 'page', in: 'query', schema: { type: 'integer' } }],
        responses: { 200: { description: 'loans' } },
      },
      post: {
        requestBody: { content: { 'application/json': { schema: {} }, 'application/xml': { schema: {} } } },
        responses: { 201: { description: 'a loan' } },
      },
    },
    '/loans/{id}': {
      get: {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        responses: {
          200: {
            description: 'a loan',
            headers: { ETag: { schema: { type: 'string' } } },
            content: {
              'application/json': {
                schema: { type: 'object', properties: { status: { type: 'string', enum: ['ACTIVE', 'PAUSED'] } } },
              },
            },
          },
        },
      },
    },
  },
}

/** Replaces the project by one of an API with loans, and a consumer that reads them. */
async function aboutLoans(): Promise<void> {
  const { cwd, put } = shop
  execFileSync('rm', ['-rf', 'specs', 'suites', 'uses', 'reports', 'history'], { cwd })
  await put('loans.json', JSON.stringify(loans))
  await put('specdrift.config.json', JSON.stringify({ apis: { lending: { source: 'loans.json' } } }))
  const request = { method: 'GET', path: '/loans/7' }
  const headers = { 'Content-Type': 'application/json', ETag: '"1"' }
  const response = { status: 200, headers, body: { status: 'PAUSED' } }
  const interactions = [{ description: 'a loan', request, response }]
  await put('loans.pact.json', JSON.stringify({ ...pact, interactions }))
  await succeed('specdrift snapshot add lending', 'specdrift consumers import loans.pact.json --description loans.json')
}

/** An export needs runs in the database, an import its tables; a migration creates them. */
async function prepareDatabase(line: string): Promise<void> {
  if (!line.startsWith('specdrift history migrate')) await succeed('specdrift history migrate')
  if (line.startsWith('specdrift history export'))
    await succeed('specdrift history import --all --replace', 'rm -r history')
}

const pact = {
  ...{ consumer: { name: 'checkout' }, provider: { name: 'shop' } },
  interactions: [
    {
      description: 'an order',
      request: { method: 'GET', path: '/orders/1' },
      response: { status: 200, headers: { 'content-type': 'application/json' }, body: { id: 1, status: 'open' } },
    },
  ],
  metadata: { pactSpecification: { version: '2.0.0' } },
}

beforeAll(async () => {
  shop = await createShopProject(run)
  database = await startPglite()
  const { cwd, put, git } = shop
  const at = (name: string) => join(cwd, name)
  const server = createServer(async (_, response) =>
    response.setHeader('content-type', 'application/yaml').end(await readFile(at('openapi.yaml'))),
  )
  const origin = `http://127.0.0.1:${await listen(server)}`
  close = () => new Promise((done) => server.close(() => done()))
  const { apis } = JSON.parse(await readFile(at('specdrift.config.json'), 'utf8'))
  const { baseUrl } = apis.shop.target
  replaced = [
    ['https://api.example.com/v1', baseUrl],
    ['https://staging.example.com', baseUrl],
    ['https://api.example.com', origin],
  ]
  const notify = [{ type: 'webhook', urlEnv: 'HOOK_URL' }]
  await put(
    'specdrift.config.json',
    JSON.stringify({ apis: { shop: { ...apis.shop, source: 'openapi.yaml' } }, notify }),
  )
  git('tag', 'v1.0')
  git('tag', 'v1.2')
  await copyFile(at('openapi.yaml'), at('old.yaml'))
  const text = await readFile(at('openapi.yaml'), 'utf8')
  await writeFile(
    at('openapi.yaml'),
    text.replace('[open, paid] } }]', '[open, paid] } }, { name: page, in: query, schema: { type: integer } }]'),
  )
  await copyFile(at('openapi.yaml'), at('new.yaml'))
  git('add', '--all')
  git('commit', '--quiet', '--message', 'second')
  const lines = [1, 2, 3].map(
    (id) => `${JSON.stringify(exchange(`${baseUrl}/orders/${id}`, { id, sku: 's', total: 1, status: 'open' }))}\n`,
  )
  await put('recording.ndjson', lines.join(''))
  await put('traffic/one.ndjson', lines.join(''))
  await put('pacts/checkout-shop.json', JSON.stringify(pact))
  shop.drift(true)
  await put('suites/shop/all.suite.ts', suite)
  await put('orders.test.mjs', orderTest.replace('BASE', baseUrl))
  await succeed(
    'specdrift snapshot add shop',
    'specdrift monitor shop --har recording.har --tag smoke || true',
    'specdrift monitor shop --har recording.har || true',
    ...[1, 2].map((n) => `specdrift monitor shop --shard ${n}/2 --reports-dir shard-${n} || true`),
    'cp reports/shop/report.json report.json',
    'specdrift consumers learn recording.ndjson --api shop --consumer checkout-web',
    'SPECDRIFT_RECORD=recorded-checks node --test orders.test.mjs || true',
  )
  for (const name of ['checkout.har', 'day.har']) await copyFile(at('recording.har'), at(name))
  if (!withoutZstd) execFileSync('zstd', ['-q', '-o', at('day.ndjson.zst'), at('recording.ndjson')])
  await writeFile(at('traffic/one.har.gz'), gzipSync(await readFile(at('recording.har'))))
  const { findings }: Report = JSON.parse(await readFile(at('report.json'), 'utf8'))
  replaced = [...replaced, ['9f2c4b7d01a3e586', findings[0]?.fingerprint ?? '']]
  await mkdir(join(cwd, '../home/.zfunc'), { recursive: true })
  await mkdir(join(cwd, '../home/.config/fish/completions'), { recursive: true })
  await cp(cwd, join(cwd, '../kept'), { recursive: true })
}, 300_000)
afterAll(async () => {
  await close()
  await database.close()
  await shop.close()
})

function leaves(command: Command, words: readonly string[] = []): string[] {
  if (command.commands.length === 0) return [words.join(' ')]
  return command.commands.flatMap((each) => leaves(each, [...words, each.name()]))
}

const shell = { ...({} as Parameters<typeof createProgram>[0]), print: () => {} }

const all = leaves(createProgram(shell))

describe('every example of --help works as printed', () => {
  it.each(
    inFull(
      all,
      all.filter((_, at) => at % 4 === 0),
    ),
  )('%s', async (name) => {
    const { stdout } = await runCli(run, [...name.split(' '), '--help'], { cwd: '/nowhere' })
    const examples = [...(stdout.split('\nExamples:\n')[1] ?? '').matchAll(/^ {2}(.*)$/gm)].map(
      ([, line]) => line ?? '',
    )
    expect(examples).not.toEqual([])
    const lines = examples.filter((line) => !Object.values(notRun).some((pattern) => pattern.test(line)))
    for (const line of lines) {
      execFileSync('rm', ['-rf', shop.cwd])
      await cp(join(shop.cwd, '../kept'), shop.cwd, { recursive: true })
      // With --from, it adds a suite to an existing API.
      if (name === 'init' && !line.includes('--from'))
        execFileSync('rm', ['-r', 'specdrift.config.json', 'suites', 'specs'], { cwd: shop.cwd })
      if (name === 'can-i-remove') await aboutLoans()
      if (usesDatabase.test(line)) await prepareDatabase(line)
      const [code, log] = await cli(line)
      // Exit code 1: findings.
      expect([line, code, code > 1 ? log : '']).toEqual([line, expect.toBeOneOf([0, 1]), ''])
    }
  })
})
