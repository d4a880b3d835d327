import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import process from 'node:process'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ciTools, withoutCiTools } from '../../testing/cli/ci-tools.ts'
import { listen } from '../../testing/servers/loopback.ts'

const root = resolve(import.meta.dirname, '../../..')
let folder = ''

/** Copies the examples next to `node_modules` with this package as `specdrift`, as in a user's project. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'specdrift-examples-'))
  await cp(join(root, 'examples'), folder, { recursive: true, filter: (path) => !path.endsWith('node_modules') })
  const packages = join(folder, 'node_modules')
  await mkdir(packages)
  for (const name of ['vitest', 'supertest'])
    await symlink(join(root, 'node_modules', name), join(packages, name), 'junction')
  if (!withoutCiTools) await symlink(join(ciTools.packages, 'jest'), join(packages, 'jest'), 'junction')
  await symlink(root, join(packages, 'specdrift'), 'junction')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

interface Ended {
  readonly code: number
  readonly output: string
}

/** Runs a Node program in a folder of the examples. */
function node(cwd: string, argv: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ended> {
  const { VITEST: _, NODE_OPTIONS: __, ...inherited } = process.env
  const options = { cwd: join(folder, cwd), env: { ...inherited, NO_COLOR: '1', CI: '1', ...env } }
  return new Promise((done) => {
    execFile(process.execPath, argv, options, (error, stdout, stderr) => {
      done({ code: typeof error?.code === 'number' ? error.code : error === null ? 0 : -1, output: stdout + stderr })
    })
  })
}

const runners: readonly [string, readonly string[], number][] = [
  ['vitest', [join(root, 'node_modules/vitest/vitest.mjs'), 'run'], 4],
  ['jest', [join(ciTools.packages, 'jest/bin/jest.js'), '--no-cache'], 3],
  ['node-test', ['--test', 'tests/orders.test.js'], 3],
]

describe.each(runners.filter(([name]) => name !== 'jest' || !withoutCiTools))('%s', (name, argv, checks) => {
  test('passes conforming responses and records each check', async () => {
    const { code, output } = await node(name, argv, { SPECDRIFT_RECORD: 'recorded' })
    expect(code, output).toBe(0)
    const merge = [join(root, 'dist/cli.js'), 'report', 'merge', 'recorded', '-o', 'out', '--format', 'json']
    const { code: merged, output: text } = await node(name, merge)
    expect(merged, text).toBe(0)
    const { summary, inputs } = JSON.parse(await readFile(join(folder, name, 'out/report.json'), 'utf8'))
    expect([inputs.target, summary.calls]).toEqual(['own tests', checks])
  })

  test('fails on drift, with rule and location', async () => {
    const { code, output } = await node(name, argv, { DRIFT: '1' })
    expect(code).toBe(1)
    expect(output).toContain('null-conformance at 200 application/json /0/total')
  })
})

test('a report includes coverage and findings of the tests', async () => {
  const { createApp } = createRequire(import.meta.url)(join(root, 'examples/shop/app.cjs'))
  const app = createApp()
  const baseUrl = `http://127.0.0.1:${await listen(app)}`
  const suites = join(folder, 'node-test/suites/shop')
  await mkdir(suites, { recursive: true })
  const suite = `import { contract } from 'specdrift/suite'\nconst api = await contract({ api: 'shop' })\napi.call('GET /orders')\n`
  await writeFile(join(suites, 'orders.suite.mjs'), suite)
  await writeFile(
    join(folder, 'node-test/specdrift.config.json'),
    JSON.stringify({ specsDir: '../shop/specs', apis: { shop: { suites: 'suites/shop/*.suite.mjs' } } }),
  )
  const cli = join(root, 'dist/cli.js')
  const run = await node('node-test', [cli, 'test', 'shop', '--base-url', baseUrl])
  app.close()
  expect(run.code, run.output).toBe(0)
  await node('node-test', ['--test', 'tests/orders.test.js'], { SPECDRIFT_RECORD: 'recorded', DRIFT: '1' })
  const { code, output } = await node('node-test', [
    cli,
    'report',
    'merge',
    'reports/shop/report.json',
    'recorded',
    '-o',
    'all',
  ])
  expect(code, output).toBe(1)
  const [alone, all] = await Promise.all(
    ['reports/shop', 'all'].map(async (each) =>
      JSON.parse(await readFile(join(folder, 'node-test', each, 'report.json'), 'utf8')),
    ),
  )
  expect(all.inputs).toEqual(alone.inputs)
  expect([alone.coverage.operations.called, all.coverage.operations.called]).toEqual([1, 2])
  expect(all.findings.map(({ ruleId }: { ruleId: string }) => ruleId)).toEqual(['null-conformance'])
  const uncalled = all.notChecked.map(({ operation }: { operation: string }) => operation)
  expect(uncalled).toEqual(['POST /orders'])
})
