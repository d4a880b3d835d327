import { execFile } from 'node:child_process'
import { copyFile, cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import process from 'node:process'
import { expect, it, onTestFinished } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

async function temporary(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'specdrift-vitest-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

/** The tests that a build runs of a suite file of the lending API, and whether the bundled vitest ran them. */
async function runBy(build: string) {
  const cache = await temporary()
  const args = ['test', 'lending', '--sandbox', '--shard', '1/8', '--format', 'junit', '--reports-dir', cache]
  const env = { ...process.env, NODE_COMPILE_CACHE: cache }
  const stdout = await new Promise<string>((done) => {
    execFile(process.execPath, [join(build, 'cli.cjs'), ...args], { cwd: root, env }, (_, printed) => done(printed))
  })
  const kept = (await readdir(cache, { recursive: true })).find((name) => name.endsWith('test.bin')) ?? 'none'
  const chunks = await readFile(join(cache, kept), 'latin1')
  return { tests: stdout.match(/<testcase [^>]*?name="[^"]*"/g), isBundled: chunks.includes('"vitest-node.cjs"') }
}

it('suites are run by the vitest that is installed, where the bundle is of another version', async () => {
  const folder = await temporary()
  await copyFile(join(root, 'package.json'), join(folder, 'package.json'))
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
  for (const name of ['bin', 'suite', 'cli.cjs'])
    await cp(join(root, 'dist', name), join(folder, 'dist', name), { recursive: true })
  const loader = join(folder, 'dist/bin/load.cjs')
  const [text, manifest] = await Promise.all(
    [loader, join(root, 'node_modules/vitest/package.json')].map((file) => readFile(file, 'utf8')),
  )
  const { version } = JSON.parse(manifest ?? '')
  const edited = text?.replaceAll(`"vitest": "${version}"`, '"vitest": "0.0.0"') ?? ''
  expect(edited).toContain('"0.0.0"')
  await writeFile(loader, edited)

  const { tests, isBundled } = await runBy(join(folder, 'dist'))
  expect([isBundled, tests?.length]).toEqual([false, expect.any(Number)])
  expect(await runBy(join(root, 'dist'))).toEqual({ tests, isBundled: true })
})
