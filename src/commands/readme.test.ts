import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CliResult, runCli } from '../testing/cli/run-cli.ts'
import { inFolder } from '../testing/cli/scenario.ts'
import { run } from './run.ts'

const root = resolve(import.meta.dirname, '../..')
const readme = await readFile(join(root, 'README.md'), 'utf8')
const byHand = await readFile(join(root, 'docs/by-hand.md'), 'utf8')
const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))

/** Returns fenced code blocks of a language. */
function blocks(language: string, page = readme): string[] {
  return [...page.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map((match) => match[1] ?? '')
}

/** Splits at spaces, except in quotes. */
function words(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|(\S+)/g)].map((match) => match[1] ?? match[2] ?? '')
}

const commands = blocks('sh').flatMap((block) => block.trim().split('\n'))
const started = words(manifest.scripts.start).slice(words(manifest.scripts.start).indexOf('dist/cli.js') + 1)

/** Non-zero exit codes of the README's commands on the lending API. */
const endings: Readonly<Record<string, number>> = {
  'npm start -- --drift "null@GET /main-account/balances/crypto"': 1,
  'npx specdrift diff lending@b01 lending@latest --policy compat --format json': 1,
}

function argvOf(command: string): string[] {
  if (command.startsWith('npx specdrift ')) return words(command).slice(2)
  const extra = words(command.split(' -- ')[1] ?? '')
  return [...started, ...extra]
}

describe('the commands of the README', () => {
  const ended = new Map<string, CliResult>()
  const onLending = commands.filter(
    (command) => !command.endsWith('npm test') && !command.includes(' shop ') && !command.endsWith(' doctor'),
  )

  it('are all covered by this test', () => {
    expect(commands).toEqual(expect.arrayContaining(['npm ci && npm start', 'npm ci && npm test']))
    expect(Object.keys(endings).filter((command) => !commands.includes(command))).toEqual([])
    expect(manifest.scripts.test).toContain('vitest run')
  })

  it.each(onLending)('%s', async (command) => {
    const folder = await mkdtemp(join(tmpdir(), 'specdrift-readme-'))
    const argv = argvOf(command)
    const reports = ['monitor', 'test'].includes(argv[0] ?? '') ? ['--reports-dir', folder] : []
    // Without cross-check, which takes half a minute.
    const writes = argv[0] === 'monitor' ? [...reports, '--history-dir', folder, '--no-cross-check'] : reports
    // Several commands lead to the same run.
    const ending = ended.get(argv.join(' ')) ?? (await runCli(run, [...argv, ...writes], { cwd: root }))
    ended.set(argv.join(' '), ending)
    const { code, stdout, stderr } = ending
    await rm(folder, { recursive: true, force: true })
    expect([code, stderr]).toEqual([endings[command] ?? 0, ''])
    expect(stdout.length).toBeGreaterThan(20)
  })
})

it('the first output of the README is that of a diff', async () => {
  const before = `openapi: 3.1.0
info: { title: Shop, version: '1' }
paths:
  /orders:
    get:
      parameters: [{ name: page, in: query, schema: { type: integer, maximum: 100 } }]
      responses:
        '200':
          description: ok
          content:
            application/json:
              schema:
                type: array
                items: { $ref: '#/components/schemas/Order' }
components:
  schemas:
    Order:
      type: object
      required: [id, status]
      properties:
        id: { type: string }
        status: { enum: [open, paid] }
`
  const after = before.replace('maximum: 100', 'maximum: 50').replace('paid]', 'paid, refunded]')
  const files = [
    { name: 'old.yaml', content: before },
    { name: 'new.yaml', content: after },
  ]
  const [example = ''] = blocks('text')
  const { code, stdout } = await inFolder(files, (cwd) => runCli(run, ['diff', 'old.yaml', 'new.yaml'], { cwd }))
  expect(code).toBe(1)
  expect(stdout).toContain(example.slice(example.indexOf('\n') + 1))
})

describe('the README and docs/by-hand.md on an API of your own', () => {
  let folder = ''
  const description = {
    openapi: '3.0.3',
    info: { title: 'Shop', version: '1' },
    paths: {
      '/orders': { get: operation('200') },
      '/orders/{id}': {
        get: {
          ...operation('404'),
          parameters: [{ in: 'path', name: 'id', required: true, schema: { type: 'string' } }],
        },
      },
      '/status': { get: operation('200') },
    },
  }
  const called: string[] = []
  const server = createServer((request, response) => {
    if (request.url === '/openapi.json') return response.end(JSON.stringify(description))
    called.push(request.url ?? '')
    const status = request.url?.startsWith('/orders/') ? 404 : 200
    return response.writeHead(status, { 'content-type': 'application/json' }).end('["a"]')
  })

  beforeAll(async () => {
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    folder = await mkdtemp(join(tmpdir(), 'specdrift-readme-'))
    await mkdir(join(folder, 'node_modules'))
    await symlink(root, join(folder, 'node_modules', 'specdrift'), 'junction')
  })

  afterAll(async () => {
    await new Promise((done) => server.close(done))
    await rm(folder, { recursive: true, force: true })
  })

  const here = (text: string) => {
    const { port } = server.address() as AddressInfo
    return text.replaceAll('https://api.example.com', `http://127.0.0.1:${port}`)
  }

  const begins = commands.filter((command) => command.startsWith('npx specdrift init '))
  it.each(begins)('%s is sufficient in an empty folder', async (command) => {
    await inFolder([], async (cwd) => {
      // The stand-in server is not reachable from GitHub.
      const stderr = expect.stringMatching(/^note: GitHub's machines [^\n]*\n$/)
      expect(await runCli(run, words(here(command)).slice(2), { cwd })).toMatchObject({ code: 0, stderr })
      expect(await runCli(run, ['monitor', 'shop'], { cwd })).toMatchObject({ code: 0, stderr: '' })
    })
  })

  it('adds a snapshot, a config and a suite, and monitors', async () => {
    called.splice(0)
    const [config = '', suite = ''] = blocks('ts', byHand).map(here)
    await writeFile(join(folder, 'specdrift.config.ts'), config)
    await mkdir(join(folder, 'suites/shop'), { recursive: true })
    await writeFile(join(folder, 'suites/shop/orders.suite.ts'), suite)
    const options = { cwd: folder, env: { SHOP_TOKEN: 'secret-of-the-shop' } }
    const capture =
      blocks('sh', byHand)
        .find((command) => command.includes('snapshot add shop'))
        ?.trim() ?? ''
    expect(await runCli(run, words(here(capture)).slice(2), options)).toMatchObject({ code: 0, stderr: '' })
    const { code, stdout, stderr } = await runCli(run, ['monitor', 'shop'], options)
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toContain('3 of 3 operations')
    expect(called.toSorted()).toEqual(['/orders', '/orders/nope', '/status'])
  })
})

function operation(status: string): object {
  const schema = { type: 'array', items: { type: 'string' } }
  return { responses: { [status]: { description: '', content: { 'application/json': { schema } } } } }
}
