import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { load } from 'js-yaml'
import { describe, expect, it } from 'vitest'
import { type CliOptions, runCli } from '../../testing/cli/run-cli.ts'
import { inFolder } from '../../testing/cli/scenario.ts'
import { run } from '../run.ts'

const shop = `openapi: 3.1.0
info: { title: The Shop, version: "1" }
servers: [{ url: https://api.example.com/v1/ }]
security: [{ token: [] }]
paths:
  /orders: { get: &get { responses: { "200": { description: d } } } }
  /orders/{id}:
    parameters: [{ in: path, name: id, required: true, schema: { type: string } }]
    get: *get
components: { securitySchemes: { token: { type: http, scheme: bearer } } }
`
const files = [{ name: 'openapi.yaml', content: shop }]

const cli = (cwd: string, line: string, options: Partial<CliOptions> = {}) =>
  runCli(run, line.split(' '), { cwd, ...options })

async function listed(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    .sort()
}

/** Calls a function with the address of a running sandbox. */
async function besideSandbox(cwd: string, use: (url: string) => Promise<void>): Promise<void> {
  let printed = ''
  const write = (text: string) => {
    printed += text
  }
  const interrupted = () => use(/listens at (\S+)/.exec(printed)?.[1] ?? '')
  const stdin = (async function* () {})()
  const environment = { argv: ['sandbox'], env: {}, cwd, clock: () => 0, stdin, interrupted }
  expect(await run({ ...environment, stdout: { write }, stderr: { write } })).toBe(0)
}

/** Messages about the credential required by the description. */
const guess =
  'note: credentials required by the description; override with --auth:\n  bearer:THE_SHOP_TOKEN  (security scheme token)\n'

describe('init', () => {
  it('creates a working project from an empty folder', async () => {
    await inFolder([], async (cwd) => {
      await besideSandbox(cwd, async (url) => {
        const { code, stdout, stderr } = await cli(cwd, `init --url ${url}/openapi.json --api lending --yes`)
        expect([code, stderr]).toEqual([
          0,
          expect.stringMatching(
            /^note: credentials required by the description.*\n {2}bearer:LENDING_MAIN_.*mainAccount\)\n {2}bearer:.*subAccount\)\nnote: GitHub's machines cannot reach 127.0.0.1:\d+, which is this machine: .*\n$/,
          ),
        ])
        expect(stdout).toContain('Next:\n  npx specdrift monitor lending\n')
        // The program loads .env before running a command, see cli.test.ts.
        const env = { ...(parseEnv(await readFile(join(cwd, '.env'), 'utf8')) as Record<string, string>) }
        expect(env).toEqual({ LENDING_MAIN_ACCOUNT_TOKEN: 'main-token', LENDING_SUB_ACCOUNT_TOKEN: 'sub-token' })
        const report = await cli(cwd, 'monitor', { env })
        expect(report).toMatchObject({ code: 0, stderr: '' })
        expect(report.stdout).toMatch(/of 49 operations (clean|checked)/)
      })
      expect(await listed(cwd)).toEqual(
        expect.arrayContaining([
          '.github/workflows/specdrift.yml',
          '.gitignore',
          'reports/lending/index.html',
          'specdrift.config.ts',
          'specs/lending/2026-11-20.json',
          'suites/lending/all.suite.ts',
        ]),
      )
    })
  })

  it('prints what it would write, writes it, and then overwrites nothing', async () => {
    await inFolder(files, async (cwd) => {
      const dry = await cli(cwd, 'init --file openapi.yaml --dry-run')
      expect(dry).toMatchObject({ code: 0, stderr: guess })
      expect(dry.stdout).toContain("baseUrl: 'https://api.example.com/v1'")
      expect(await listed(cwd)).toEqual(['openapi.yaml'])
      await writeFile(join(cwd, '.gitignore'), '/node_modules')
      const { code, stdout } = await cli(cwd, 'init --file openapi.yaml', { env: { THE_SHOP_TOKEN: 'secret' } })
      expect([code, stdout]).toEqual([
        0,
        expect.stringMatching(/Next:\n {2}npx specdrift monitor the-shop\n\n.*\n {2}secret THE_SHOP_TOKEN\n$/),
      ])
      expect(await readFile(join(cwd, '.gitignore'), 'utf8')).toBe('/node_modules\n.env\n/reports/\n/history/\n')
      const again = await cli(cwd, 'init --file openapi.yaml')
      expect(again).toMatchObject({ code: 2, stderr: expect.stringContaining('specdrift.config.ts already exists') })
      const forced = await cli(cwd, 'init --file openapi.yaml --force --no-workflow --base-url http://127.0.0.1:1')
      // No GitHub instructions, because no workflow is written.
      expect([forced.code, forced.stderr, forced.stdout]).toEqual([
        0,
        `note: the base URL is http://127.0.0.1:1/v1, according to the servers of the description\n${guess}`,
        expect.stringMatching(/^kept specs\/the-shop\/2026-11-20.yaml /),
      ])
      expect(await readFile(join(cwd, 'specdrift.config.ts'), 'utf8')).toContain("baseUrl: 'http://127.0.0.1:1/v1'")
    })
  })

  it('asks on a terminal, with defaults from the description', async () => {
    await inFolder(files, async (cwd) => {
      const answers = { isTTY: true, stdin: 'openapi.yaml\nshop\n\nno\nyes\n' }
      const { code, stderr } = await cli(cwd, 'init --auth basic:SHOP_USER:SHOP_PASSWORD@/orders', answers)
      expect([code, stderr]).toEqual([0, expect.stringContaining('Base URL of the API (https://api.example')])
      const written = await listed(cwd)
      expect(written).toContain('suites/shop/all.suite.ts')
      expect(written).not.toContain('.github/workflows/specdrift.yml')
      const config = await readFile(join(cwd, 'specdrift.config.ts'), 'utf8')
      expect(config).toContain(
        "{ type: 'basic', prefix: '/orders', usernameEnv: 'SHOP_USER', passwordEnv: 'SHOP_PASSWORD' }",
      )
    })
  })

  it.each([
    ['no at the end', 'openapi.yaml\nshop\n\nyes\nno\nno\n', 0, 'nothing was written'],
    ['the end of the input', 'openapi.yaml\nshop', 2, 'The input ended before every question was answered.'],
  ])('writes nothing after %s', async (_what, stdin, ends, said) => {
    await inFolder(files, async (cwd) => {
      const { code, stderr } = await cli(cwd, 'init', { isTTY: true, stdin })
      expect([code, stderr]).toEqual([ends, expect.stringContaining(said)])
      expect(await listed(cwd)).toEqual(['openapi.yaml'])
    })
  })

  it.each([
    [' --url http://127.0.0.1:1/ --file openapi.yaml', 'cannot be combined'],
    [' --file openapi.yaml --api ../up', 'may hold only letters, digits'],
    [' --file openapi.yaml --base-url ftp://x', 'is not an http or https URL'],
    [' --file openapi.yaml --auth bearer:s3cr3t-token', 'It must be bearer:VARIABLE'],
    [' --file nowhere.yaml', 'No file at nowhere.yaml'],
  ])('refuses init%s', async (rest, message) => {
    const { code, stderr } = await inFolder(files, (cwd) => cli(cwd, `init${rest}`))
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)])
  })

  it.each([
    [['api/swagger.json'], 0, 'note: took api/swagger.json, the only description here'],
    [['openapi.yml', 'node_modules/openapi.json', 'a/b/openapi.yaml'], 0, 'note: took openapi.yml'],
    [
      ['docs/openapi.v2.yaml', 'openapi.json'],
      2,
      'several descriptions (docs/openapi.v2.yaml, openapi.json): name one',
    ],
    [['package.json', 'openapi.txt'], 2, 'there is no openapi.yaml, swagger.json or similar here'],
  ])('finds a description by its name: %j', async (names, ends, said) => {
    const near = names.map((name) => ({ name, content: shop }))
    const { code, stderr } = await inFolder(near, (cwd) => cli(cwd, 'init --no-workflow --dry-run'))
    expect([code, stderr]).toEqual([ends, expect.stringContaining(said)])
  })

  it("writes a workflow that uses the project's own dependency if there is one", async () => {
    const manifest = { name: 'package.json', content: '{"devDependencies":{"specdrift":"1"}}' }
    const workflow = (more: typeof files) =>
      inFolder([...files, ...more], async (cwd) => {
        await cli(cwd, 'init --file openapi.yaml --api shop')
        return load(await readFile(join(cwd, '.github/workflows/specdrift.yml'), 'utf8'))
      })
    const steps = (...own: object[]) => ({ jobs: { monitor: { steps: expect.arrayContaining(own) } } })
    const env = { SHOP_TOKEN: expect.stringMatching(/^\$\{\{ secrets.SHOP_TOKEN \}\}$/) }
    expect(await workflow([])).toMatchObject(
      steps({ name: 'Monitor', env, run: expect.stringMatching(/^npx --yes specdrift@\S+ monitor shop$/) }),
    )
    expect(await workflow([manifest, { name: 'package-lock.json', content: '{}' }])).toMatchObject(
      steps({ run: 'npm ci' }, { name: 'Monitor', env, run: 'npx specdrift monitor shop' }),
    )
  })
})
