import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { startCli } from '../testing/cli/cli-process.ts'

const root = resolve(import.meta.dirname, '../..')
let cwd = ''
let cache = ''

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'specdrift-start-'))
  cache = join(cwd, 'cache')
  onTestFinished(() => rm(cwd, { recursive: true }))
})

async function run(args: readonly string[], env: Readonly<Record<string, string>> = {}, folder = cwd) {
  const { code, stdout, stderr } = await startCli(args, { cwd: folder, env: { NODE_COMPILE_CACHE: cache, ...env } })
    .ended
  return { code, stdout, stderr }
}

/** The files of our own in the cache. */
async function keptFiles(): Promise<string[]> {
  const names = await readdir(cache, { recursive: true }).catch(() => [])
  return names.filter((name) => /specdrift.*\.(bin|tmp)$/.test(name)).map((name) => join(cache, name))
}

it('a second run starts from what the first compiled, and writes nothing', async () => {
  const first = await run(['rules'])
  const [file = '', ...others] = await keptFiles()
  expect([file.endsWith('rules.bin'), others]).toEqual([true, []])
  const { mtimeMs, size } = await stat(file)
  expect(size).toBeGreaterThan(100_000)
  expect(await run(['rules'])).toEqual(first)
  expect((await stat(file)).mtimeMs).toBe(mtimeMs)
  expect(first).toMatchObject({ code: 0, stderr: '' })
})

it('threads keep what they compiled too', async () => {
  const contract = {
    openapi: '3.1.0',
    info: { title: 'shop', version: '1' },
    paths: { '/a': { get: { responses: {} } } },
  }
  await writeFile(join(cwd, 'contract.json'), JSON.stringify(contract))
  const url = 'http://127.0.0.1/a'
  await writeFile(
    join(cwd, 'a.ndjson'),
    `${JSON.stringify({ request: { method: 'GET', url }, response: { status: 200 } })}\n`,
  )
  const check = [
    'check',
    'a.ndjson',
    '--description',
    'contract.json',
    '--jobs',
    '2',
    '--format',
    'json',
    '-o',
    'a.json',
  ]
  const live = ['test', 'lending', '--sandbox', '--reports-dir', join(cwd, 'reports')]
  for (const [args, folder, files] of [
    [check, cwd, ['check-thread.bin', 'check.bin']],
    [live, root, ['suite-thread.bin', 'test.bin']],
  ] as const) {
    const first = await run(args, {}, folder)
    expect(first.code, first.stderr).toBeLessThan(2)
    const kept = await keptFiles()
    expect(kept.map((file) => basename(file))).toEqual(expect.arrayContaining([...files]))
    const times = await Promise.all(kept.map(async (file) => (await stat(file)).mtimeMs))
    await run(args, {}, folder)
    expect(await Promise.all(kept.map(async (file) => (await stat(file)).mtimeMs))).toEqual(times)
  }
})

it('a cache that is damaged, cut or of something else changes nothing, and is written again', async () => {
  const first = await run(['rules'])
  const [file = ''] = await keptFiles()
  const bytes = await readFile(file)
  const zeros = Buffer.concat([bytes.subarray(0, bytes.length / 2), Buffer.alloc(bytes.length / 2)])
  const flipped = Buffer.from(bytes).fill(0xff, bytes.length - 9000, bytes.length - 8000)
  for (const content of [zeros, flipped, bytes.subarray(0, 70_000), Buffer.from('not a cache')]) {
    await writeFile(file, content)
    expect(await run(['rules'])).toEqual(first)
    expect((await stat(file)).size).toBeGreaterThan(bytes.length / 2)
    await writeFile(file, bytes)
  }
})

it('several processes that write at once leave one whole file', async () => {
  const runs = await Promise.all(Array.from({ length: 4 }, () => run(['rules'])))
  expect(new Set(runs.map((each) => JSON.stringify(each))).size).toBe(1)
  expect((await keptFiles()).map((file) => file.replace(/.*[\\/]/, ''))).toEqual(['rules.bin'])
  expect(await run(['rules'])).toEqual(runs[0])
})

it('a config that is code is kept in the same folder, never in that of all for temporary files', async () => {
  const own = join(cwd, 'own')
  const temporary = join(cwd, 'temporary')
  await Promise.all([own, temporary].map((folder) => mkdir(folder)))
  await writeFile(join(own, 'specdrift.config.ts'), 'const apis: object = { a: {} }\nexport default { apis }\n')
  const read = async (env: Readonly<Record<string, string>>) => {
    const { stderr } = await run(['snapshot', 'list', 'none'], { TMPDIR: temporary, ...env }, own)
    expect(stderr).toContain('none')
    return (await readdir(cache, { recursive: true }).catch(() => [])).filter((name) => /specdrift\.config/.test(name))
  }
  expect(await read({ NODE_DISABLE_COMPILE_CACHE: '1' })).toEqual([])
  const [kept, ...others] = await read({})
  expect([kept, others]).toEqual([expect.stringMatching(/specdrift.*jiti.*specdrift\.config/), []])
  expect(await readdir(temporary)).toEqual([])
})

it('nothing is kept of --version, of a mistyped command, and where it is turned off', async () => {
  expect((await run(['--version'])).code).toBe(0)
  expect((await run(['ruels'])).code).toBe(2)
  expect((await run(['rules'], { NODE_DISABLE_COMPILE_CACHE: '1' })).code).toBe(0)
  expect(await keptFiles()).toEqual([])
})

it('runs without a word where there is no folder to keep it in', async () => {
  const { stdout } = await run(['rules'], { NODE_DISABLE_COMPILE_CACHE: '1' })
  await writeFile(cache, 'a file')
  for (const env of [{}, { NODE_COMPILE_CACHE: join(cache, 'below') }, { NODE_COMPILE_CACHE: '', HOME: cache }])
    expect(await run(['rules'], env)).toEqual({ code: 0, stdout, stderr: '' })
})
