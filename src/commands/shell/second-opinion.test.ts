import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Report } from '../../model/report.ts'
import { runCli } from '../../testing/cli/run-cli.ts'
import { inFolder } from '../../testing/cli/scenario.ts'
import { createSuiteProject, sendJson } from '../../testing/cli/suite-project.ts'
import { run } from '../run.ts'

const describing = (path: string): string => `
openapi: 3.0.3
info: { title: Shop, version: '1' }
paths:
  /orders: { get: { responses: { '200': { description: d } } } }
  ${path}: { get: { responses: { '200': { description: d } } } }
`
const finds = `({ code: 'path.remove', sourceSpecEntityDetails: [{ location: 'paths./old' }], destinationSpecEntityDetails: [] })`
const packageOf = (body: string) => [
  { name: 'node_modules/openapi-diff/package.json', content: '{ "name": "openapi-diff", "main": "main.js" }' },
  {
    name: 'node_modules/openapi-diff/main.js',
    content: `require('node:fs').appendFileSync(__dirname + '/asked', 'x')\nexports.diffSpecs = async () => { ${body} }`,
  },
]
const config = JSON.stringify({ apis: { shop: { suites: '*.suite.ts', crossCheck: true } } })
const agreed = 'hint  openapi-diff calls 1 breaking, specdrift 1: they agree on which operations break\n'

/** A folder with two snapshots of an API, and an openapi-diff package with the given code. */
function inShop<T>(body: string, use: (cwd: string) => Promise<T>): Promise<T> {
  const files = [
    { name: 'specdrift.config.json', content: config },
    { name: 'package.json', content: '{}' },
    { name: 'v1.yaml', content: describing('/old') },
    { name: 'v2.yaml', content: describing('/new') },
    ...packageOf(body),
  ]
  return inFolder(files, async (cwd) => {
    for (const id of ['v1', 'v2'])
      expect((await cli(cwd, `snapshot add shop ${id}.yaml --id ${id}`)).stderr).not.toContain('error')
    return use(cwd)
  })
}

const cli = (cwd: string, line: string, CI = 'true') => runCli(run, line.split(' '), { cwd, env: { CI } })
const reportIn = async (file: string): Promise<Report> => JSON.parse(await readFile(file, 'utf8'))
const hintsIn = async (file: string) => (await reportIn(file)).hints.map(({ message }) => `hint  ${message}\n`)

it('diff appends it to text output and files without changing the exit code', async () => {
  await inShop(`return { breakingDifferences: [${finds}] }`, async (cwd) => {
    const { code, stdout, stderr } = await cli(cwd, 'diff shop@v1 shop@v2 --format text --format json=report.json')
    expect([code, stdout.endsWith(`\n${agreed}`), stderr]).toEqual([1, true, 'wrote report.json\n'])
    expect(await hintsIn(join(cwd, 'report.json'))).toEqual([agreed])
  })
})

it.each([
  ['throw new Error("Too\\nlarge")', 'it refused: Too'],
  ['process.exit(3)', 'it crashed: Command failed: '],
])('is one line when the package fails: %s', async (body, because) => {
  await inShop(body, async (cwd) => {
    const alone = await cli(cwd, 'diff shop@v1 shop@v2 --no-cross-check')
    const { code, stdout, stderr } = await cli(cwd, 'diff shop@v1 shop@v2')
    const added = stdout.slice(alone.stdout.length)
    expect([code, stderr, stdout.startsWith(alone.stdout)]).toEqual([1, '', true])
    expect(added).toMatch(/^not checked {2}second opinion of openapi-diff: .*\n$/)
    expect(added).toContain(because)
  })
})

it('prints the regular result first, and a signal skips a package that never finishes without changing the exit code', async () => {
  await inShop('for (;;);', async (cwd) => {
    let stop = (): void => {}
    const written = { stdout: '' }
    const code = await run({
      ...{ argv: ['diff', 'shop@v1', 'shop@v2'], env: { CI: '1' }, cwd, clock: () => 0 },
      stdin: (async function* () {})(),
      interrupted: () => Promise.resolve(),
      signals: {
        on: (listener) => {
          stop = () => listener('SIGINT')
          // Requested after the regular text was printed, so this runs first.
          expect(written.stdout).toContain('operation-removed')
          queueMicrotask(stop)
          return () => {}
        },
        exit: () => {},
      },
      stdout: {
        write(text) {
          written.stdout += text
        },
      },
      stderr: { write: () => {} },
    })
    expect([code, written.stdout.split('\n').at(-2)]).toEqual([
      1,
      'not checked  second opinion of openapi-diff: it was stopped',
    ])
  })
})

it('is skipped with --no-cross-check, outside CI, and for files without an API', async () => {
  await inShop('return { breakingDifferences: [] }', async (cwd) => {
    for (const line of ['diff shop@v1 shop@v2 --no-cross-check', 'diff v1.yaml v2.yaml'])
      expect((await cli(cwd, line)).stdout).not.toContain('openapi-diff')
    expect((await cli(cwd, 'diff shop@v1 shop@v2', '')).stdout).not.toContain('openapi-diff')
    await expect(readFile(join(cwd, 'node_modules/openapi-diff/asked'))).rejects.toMatchObject({ code: 'ENOENT' })
  })
})

it('monitor prints it, adds it to reports, and caches it per pair of snapshots', async () => {
  const project = await createSuiteProject({
    description: describing('/new'),
    suites: { 'a.suite.ts': `api.remaining()` },
    handler: (_request, response) => sendJson(response, {}),
  })
  try {
    const target = { baseUrl: project.baseUrl }
    const config = { apis: { demo: { suites: '*.suite.ts', target, crossCheck: true } } }
    await project.put('specdrift.config.json', JSON.stringify(config))
    await project.put('v1.yaml', describing('/old'))
    for (const { name, content } of packageOf(`return { breakingDifferences: [${finds}] }`))
      await project.put(name, content)
    const { folder } = project
    await cli(folder, 'snapshot add demo v1.yaml --id v1')
    await cli(folder, 'snapshot add demo openapi.yaml --id v2')
    for (const _run of [1, 2]) {
      expect((await cli(folder, 'monitor demo')).stdout.endsWith(`\n${agreed}`)).toBe(true)
      expect(await hintsIn(join(folder, 'reports/demo/report.json'))).toContain(agreed)
    }
    expect(await readFile(join(folder, 'reports/demo/index.html'), 'utf8')).toContain('openapi-diff calls 1 breaking')
    expect(await readFile(join(folder, 'node_modules/openapi-diff/asked'), 'utf8')).toBe('x')
    expect((await cli(folder, 'monitor demo --no-cross-check')).stdout).not.toContain('openapi-diff')
  } finally {
    await project.close()
  }
}, 300_000)
