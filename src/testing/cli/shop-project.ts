import { execFileSync } from 'node:child_process'
import { chmod, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import process from 'node:process'
import { listen } from '../servers/loopback.ts'
import { type CliService, startCliService } from './cli-service.ts'
import type { Run } from './run-cli.ts'

const root = resolve(import.meta.dirname, '../../..')

/** A user's repository with the example API `shop`, a suite, a committed description and stand-ins for CI tools. */
export interface ShopProject {
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  git(...args: readonly string[]): string
  put(name: string, text: string): Promise<void>
  /** Makes the API drift, or conform again. */
  drift(isOn: boolean): void
  close(): Promise<void>
}

const suite = `import { contract } from 'specdrift/suite'\nconst api = await contract({ api: 'shop' })\napi.remaining()\n`

/** Creates the repository with `origin/main` as first commit, and starts the API. `npx` runs this build; with `run`, in this process. */
export async function createShopProject(run?: Run): Promise<ShopProject> {
  const temp = await mkdtemp(join(tmpdir(), 'specdrift-shop-'))
  const cwd = join(temp, 'shop')
  await cp(join(root, 'examples/shop/specs'), join(cwd, 'specs'), { recursive: true })
  await cp(join(root, 'examples/shop/specs/shop/1.yaml'), join(cwd, 'openapi.yaml'))
  let isDrifting = false
  const { createApp } = createRequire(import.meta.url)(join(root, 'examples/shop/app.cjs'))
  const apps = [createApp({ drift: false }), createApp({ drift: true })]
  const { createServer } = await import('node:http')
  const server = createServer((request, response) => apps[isDrifting ? 1 : 0].emit('request', request, response))
  const port = await listen(server)
  const put = async (name: string, text: string): Promise<void> => {
    await mkdir(join(cwd, name, '..'), { recursive: true })
    await writeFile(join(cwd, name), text)
  }
  const config = { apis: { shop: { target: { baseUrl: `http://127.0.0.1:${port}` } } } }
  await put('specdrift.config.json', JSON.stringify(config))
  await put('suites/shop/all.suite.ts', suite)
  await put('.gitignore', 'node_modules\nreports\nhistory\n')
  await mkdir(join(cwd, 'node_modules'))
  execFileSync('ln', ['-s', root, join(cwd, 'node_modules/specdrift')])
  const service = await startCliService(run)
  await standIns(join(temp, 'bin'), service)
  const git = (...args: readonly string[]): string => {
    const identity = ['-c', 'user.name=a', '-c', 'user.email=a@example.com', '-c', 'init.defaultBranch=main']
    return execFileSync('git', [...identity, ...args], { cwd, encoding: 'utf8', stdio: 'pipe' }).trim()
  }
  execFileSync('git', ['init', '--quiet', '--bare', join(temp, 'origin')])
  git('init', '--quiet')
  git('add', '--all')
  git('commit', '--quiet', '--message', 'first')
  git('remote', 'add', 'origin', join(temp, 'origin'))
  git('push', '--quiet', 'origin', 'main')
  const { HOME = '', PATH = '', NODE_COMPILE_CACHE = '' } = process.env
  const path = `${join(temp, 'bin')}${delimiter}${PATH}`
  return {
    cwd,
    env: { HOME, PATH: path, NODE_COMPILE_CACHE, NO_COLOR: '1', LANG: 'C.UTF-8' },
    git,
    put,
    drift: (isOn) => {
      isDrifting = isOn
    },
    close: async () => {
      await service.close()
      await new Promise<void>((done) => {
        server.close(() => done())
        server.closeAllConnections()
      })
      await rm(temp, { recursive: true, force: true })
    },
  }
}

/** Writes stand-ins: `npx` runs this build for any version; `npm` and `apt-get` do nothing. */
async function standIns(folder: string, { lines }: CliService): Promise<void> {
  await mkdir(folder)
  const npx = `#!/usr/bin/env bash
while [ "$1" = --yes ] || [ "$1" = --no-install ]; do shift; done
case "$1" in specdrift | specdrift@*) shift ;; *) echo "npx: $1 is not here" >&2; exit 127 ;; esac
${lines}
`
  const programs = { npx, npm: '#!/bin/sh\n[ "$1" = ci ]\n', 'apt-get': '#!/bin/sh\nexit 0\n' }
  for (const [name, text] of Object.entries(programs)) {
    await writeFile(join(folder, name), text)
    await chmod(join(folder, name), 0o755)
  }
}
