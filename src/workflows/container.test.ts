import { execFileSync } from 'node:child_process'
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import process from 'node:process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  canBuildImages,
  type ImageBuilder,
  type ImageConfig,
  makeRoot,
  openImageBuilder,
  runImage,
} from '../testing/cli/image-builder.ts'
import { packedArchive } from '../testing/cli/packed-archive.ts'
import { createShopProject, type ShopProject } from '../testing/cli/shop-project.ts'
import { startRegistry } from '../testing/servers/registry-stand-in.ts'

const root = resolve(import.meta.dirname, '../..')
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const tag = 'localhost/specdrift:test'
const pathOf = (name: string) => execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim()

let images: ImageBuilder
let files = ''
let folder = ''
let config: ImageConfig
let shop: ShopProject

// Copies Node several times, so only .ci/run runs it, not npm test.
const isAsked = process.env.REQUIRE_CONTAINER === '1'

it.runIf(isAsked)('there is a builder', () => {
  expect(canBuildImages()).toBe(true)
})

/**
 * Builds the real Dockerfile. Tests can't access the registries of its two base images, so local images with their names replace them: one
 * with this machine's Node, npm and a shell, and one with only Node.
 */
describe.runIf(isAsked)('container/Dockerfile', () => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'specdrift-image-'))
    images = openImageBuilder(join(folder, 'images'))
    const archive = (await packedArchive()).file
    const registry = await startRegistry([root], archive, true)
    const [install, runtime, context] = ['install', 'runtime', 'context'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ]
    makeRoot(install, { 'bin/sh': pathOf('sh'), 'bin/ls': pathOf('ls'), 'usr/local/bin/node': process.execPath })
    // npm reads it to detect the C library, for packages with binaries.
    mkdirSync(join(install, 'usr/bin'), { recursive: true })
    cpSync(pathOf('ldd'), join(install, 'usr/bin/ldd'))
    const npm = execFileSync('npm', ['root', '--global'], { encoding: 'utf8' }).trim()
    cpSync(join(npm, 'npm'), join(install, 'usr/local/lib/node_modules/npm'), { recursive: true })
    const start = '#!/bin/sh\nexec node /usr/local/lib/node_modules/npm/bin/npm-cli.js "$@"\n'
    writeFileSync(join(install, 'usr/local/bin/npm'), start, { mode: 0o755 })
    mkdirSync(join(install, 'usr/local/etc'))
    writeFileSync(join(install, 'usr/local/etc/npmrc'), `registry=${registry.url}\n`)
    makeRoot(runtime, { 'nodejs/bin/node': process.execPath })
    const base = join(folder, 'base.Dockerfile')
    writeFileSync(base, 'FROM scratch\nCOPY . /\nENV PATH=/usr/local/bin:/bin\n')
    mkdirSync(context)
    for (const file of [join(root, 'container/Dockerfile'), archive])
      cpSync(file, join(context, file.slice(dirname(file).length)))
    const built = [
      await images.build('docker.io/library/node:24-bookworm-slim', install, base),
      await images.build('gcr.io/distroless/nodejs24-debian12:nonroot', runtime, base),
      await images.build(tag, context),
    ]
    await registry.close()
    expect(
      built.map(({ code }) => code),
      built.map(({ output }) => output.slice(-2000)).join('\n'),
    ).toEqual([0, 0, 0])
    config = await images.configOf(tag)
    files = await images.filesOf(tag)
    shop = await createShopProject()
  }, 600_000)
  afterAll(async () => {
    await images?.close()
    if (folder !== '') rmSync(folder, { recursive: true, force: true })
    await shop?.close()
  }, 300_000)

  it('is labelled and contains no program except Node', () => {
    const { title, version: labelled } = Object.fromEntries(
      Object.entries(config.Labels).map(([name, value]) => [name.replace('org.opencontainers.image.', ''), value]),
    )
    expect([title, labelled, config.User]).toEqual(['specdrift', version, 'nonroot'])
    expect(['bin', 'usr/bin', 'usr/local/bin'].filter((name) => existsSync(join(files, name)))).toEqual([])
    const installed = readdirSync(join(files, 'app/node_modules'))
    expect([installed.includes('specdrift'), installed.includes('typescript')]).toEqual([true, false])
  })

  it('runs as an unprivileged user on a read-only root', async () => {
    expect(await runImage(files, config, ['--version'])).toEqual({ code: 0, output: `${version}\n` })
    const script = `try { fs.writeFileSync('/app/x', '') } catch (e) { console.log(process.getuid(), process.cwd(), e.code) }`
    const node = { ...config, Entrypoint: config.Entrypoint.slice(0, 1) }
    expect((await runImage(files, node, ['-e', script])).output).toBe('65532 /work EROFS\n')
  })

  it('monitors an API with the files of a project and writes its reports', async () => {
    const mountsOf = (...names: readonly string[]) =>
      Object.fromEntries(names.map((name) => [`/work/${name}`, join(shop.cwd, name)]))
    for (const name of ['reports', 'history']) {
      mkdirSync(join(shop.cwd, name))
      chownSync(join(shop.cwd, name), 65_532, 65_532)
    }
    const readOnly = mountsOf('specs', 'suites', 'specdrift.config.json')
    const monitor = () =>
      runImage(files, config, ['monitor', 'shop'], { readOnly, writable: mountsOf('reports', 'history') })
    const clean = await monitor()
    expect(clean.code, clean.output).toBe(0)
    shop.drift(true)
    const { code, output } = await monitor()
    expect([code, output]).toEqual([1, expect.stringContaining('last clean run')])
    expect(statSync(join(shop.cwd, 'reports/shop/report.json')).uid).toBe(65_532)
  }, 300_000)
})
