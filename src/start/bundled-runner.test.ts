import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { installedRunner, type RunnerFacts } from './bundled-runner.ts'

const versions = { vitest: '4.0.1', vite: '8.0.2', rolldown: '1.0.3' }
const facts: RunnerFacts = { module: 'vitest/node', chunk: 'vitest-node.cjs', versions, beside: ['postcss'] }
let root = ''

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'specdrift-runner-')))
  onTestFinished(() => rm(root, { recursive: true }))
  await install('vitest', versions.vitest)
  // As npm does where another version of it is wanted too, and pnpm always.
  await install('vitest/node_modules/vite', versions.vite)
  await install('vite', '7.0.0')
  await install('vitest/node_modules/vite/node_modules/rolldown', versions.rolldown)
})

async function install(path: string, version: string): Promise<void> {
  const folder = join(root, 'node_modules', path)
  await mkdir(folder, { recursive: true })
  const name = path.replace(/.*node_modules./, '')
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name, version, main: 'index.js' }))
  await writeFile(join(folder, 'index.js'), '')
}

const found = (from: RunnerFacts = facts) => installedRunner(from, join(root, 'dist/bin/load.cjs'))
const urlOf = (path: string) => pathToFileURL(join(root, 'node_modules', path)).href

it('stands for the vitest that is seen from there, its Vite and the rolldown of that', () => {
  expect(found()?.meta('vite', 'dist/a.js')).toMatchObject({
    url: urlOf('vitest/node_modules/vite/dist/a.js'),
    filename: join(root, 'node_modules/vitest/node_modules/vite/dist/a.js'),
    dirname: join(root, 'node_modules/vitest/node_modules/vite/dist'),
  })
  expect(found()?.meta('rolldown', 'a.mjs').url).toBe(urlOf('vitest/node_modules/vite/node_modules/rolldown/a.mjs'))
})

it.each(['vitest', 'vite', 'rolldown'])('stands for nothing where %s is of another version', (name) => {
  expect(found({ ...facts, versions: { ...versions, [name]: '4.0.0' } })).toBeUndefined()
})

it('throws where one of them is missing', async () => {
  await rm(join(root, 'node_modules/vitest/node_modules/vite/node_modules'), { recursive: true })
  expect(() => found()).toThrow("Cannot find module 'rolldown/package.json'")
})

it('locates a file of a package that shows no package.json, and one that only others find', async () => {
  await install('@vitest/mocker', '4.0.1')
  expect(found()?.meta('@vitest/mocker', 'dist/node.js').url).toBe(urlOf('@vitest/mocker/dist/node.js'))
  expect(found()?.meta('fdir', 'index.mjs').url).toBe(urlOf('vitest/index.mjs'))
})

it('resolves as a file there does', () => {
  const { resolve } = found()?.meta('vitest', 'dist/a.js') ?? {}
  expect(resolve?.('vite')).toBe(urlOf('vitest/node_modules/vite/index.js'))
  expect(resolve?.('vite', urlOf('a.js'))).toBe(urlOf('vite/index.js'))
  expect(resolve?.('node:fs')).toBe('node:fs')
})

it('takes what is not bundled from beside Vite', async () => {
  await install('vitest/node_modules/vite/node_modules/postcss', '8.0.0')
  expect(found()?.besideVite('postcss')).toBe(urlOf('vitest/node_modules/vite/node_modules/postcss/index.js'))
  expect(['postcss-import', 'vite', 'node:fs'].map((id) => found()?.besideVite(id))).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})
