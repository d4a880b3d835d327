import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import process from 'node:process'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { packedArchive } from '../testing/cli/packed-archive.ts'

const root = resolve(import.meta.dirname, '../..')
const { dependencies, exports, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
let project = ''

/** An empty project with the packed package and only its dependencies. .ci/packed installs it from the registry. */
beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'specdrift-packed-'))
  const packages = join(project, 'node_modules')
  await mkdir(packages)
  execFileSync('tar', ['-xzf', (await packedArchive()).file, '-C', packages])
  execFileSync('mv', [join(packages, 'package'), join(packages, 'specdrift')])
  for (const name of Object.keys(dependencies)) {
    await mkdir(dirname(join(packages, name)), { recursive: true })
    await symlink(join(root, 'node_modules', name), join(packages, name), 'junction')
  }
  const paths = '{ /a: { get: { responses: { 200: { description: ok } } } } }'
  await writeFile(
    join(project, 'openapi.yaml'),
    `openapi: 3.1.0\ninfo: { title: Shop, version: '1' }\npaths: ${paths}\n`,
  )
})
afterAll(() => rm(project, { recursive: true, force: true }))

const node = (...argv: string[]) => spawnSync(process.execPath, argv, { cwd: project, encoding: 'utf8' })
const cli = (...argv: string[]) => node('node_modules/specdrift/dist/cli.js', ...argv)

it('runs from an empty project', () => {
  expect(cli('--version').stdout.trim()).toBe(version)
  expect(cli('diff', 'openapi.yaml', 'openapi.yaml')).toMatchObject({ status: 0, stderr: '' })
  const init = cli('init', '--file', 'openapi.yaml', '--api', 'shop', '--base-url', 'http://127.0.0.1:1', '--yes')
  expect(init.status, init.stderr).toBe(0)
  expect(cli('rules', 'enum-narrowed').status).toBe(0)
})

it('init writes a workflow for this version', () => {
  const workflow = readFileSync(join(project, '.github/workflows/specdrift.yml'), 'utf8')
  expect(workflow).toMatch(
    new RegExp(`specdrift@${version.replaceAll('.', '\\.')} monitor|npx --no-install specdrift|npx specdrift monitor`),
  )
})

const entries = Object.keys(exports).filter((entry) => !/package\.json|\/vitest$|suite$/.test(entry))

it.each(entries)('%s can be imported and its exports are defined', (entry) => {
  const held = `Object.entries(await import('specdrift${entry.slice(1)}'))`
  const code = `process.stdout.write(${held}.filter(([, value]) => value === undefined).join())`
  const { status, stdout, stderr } = node('--input-type=module', '-e', code)
  expect([status, stdout, stderr]).toEqual([0, '', ''])
})
