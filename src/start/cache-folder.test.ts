import { chmod, chown, mkdir, mkdtemp, readdir, rm, stat, symlink, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { cacheFolder } from './cache-folder.ts'

const build = '0123456789abcdef'
const onLinux = it.runIf(process.platform === 'linux')
let home = ''

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'specdrift-home-'))
  onTestFinished(() => rm(home, { recursive: true }))
})

const given = (env: NodeJS.ProcessEnv = {}) => cacheFolder(build, { NODE_COMPILE_CACHE: home, ...env })

it('is named after the build and Node, and made for the user alone', async () => {
  const folder = given() ?? ''
  expect(folder.startsWith(join(home, 'specdrift', `${build}-${process.version}-`))).toBe(true)
  expect(given()).toBe(folder)
  expect(cacheFolder('fedcba9876543210', { NODE_COMPILE_CACHE: home })).not.toBe(folder)
  if (process.platform !== 'win32') expect((await stat(folder)).mode & 0o777).toBe(0o700)
})

it('is none with NODE_DISABLE_COMPILE_CACHE', async () => {
  expect(given({ NODE_DISABLE_COMPILE_CACHE: '1' })).toBeUndefined()
  expect(await readdir(home)).toEqual([])
})

onLinux('is in $XDG_CACHE_HOME, which is absolute', () => {
  expect(dirname(dirname(cacheFolder(build, { XDG_CACHE_HOME: home }) ?? ''))).toBe(home)
  const isMade = cacheFolder(build, { XDG_CACHE_HOME: 'relative', NODE_DISABLE_COMPILE_CACHE: '1' })
  expect(isMade).toBeUndefined()
})

onLinux('is none where others can write to it, or to the folder of all', async () => {
  const folder = given() ?? ''
  for (const path of [folder, dirname(folder)]) {
    await chmod(path, 0o770)
    expect(given(), path).toBeUndefined()
    await chmod(path, 0o700)
    expect(given(), path).toBe(folder)
  }
})

onLinux('is none that is a link to somewhere else', async () => {
  const elsewhere = await mkdtemp(join(tmpdir(), 'specdrift-elsewhere-'))
  onTestFinished(() => rm(elsewhere, { recursive: true }))
  await symlink(elsewhere, join(home, 'specdrift'))
  expect(given()).toBeUndefined()
})

it.runIf(process.geteuid?.() === 0)('is none of somebody else, nor in the home of somebody else', async () => {
  const folder = given() ?? ''
  await chown(folder, 65534, 65534)
  expect(given()).toBeUndefined()
  const other = join(home, 'other')
  await mkdir(other)
  await chown(other, 65534, 65534)
  expect(cacheFolder(build, { XDG_CACHE_HOME: join(other, '.cache') })).toBeUndefined()
  expect(await readdir(other)).toEqual([])
})

it('keeps the eight that were made last', async () => {
  const all = join(home, 'specdrift')
  const names = Array.from({ length: 12 }, (_, at) => `${at.toString(16).padStart(16, '0')}-v20.0.0`)
  for (const [at, name] of [...names, 'of-somebody'].entries()) {
    await mkdir(join(all, name), { recursive: true })
    await utimes(join(all, name), at + 1, at + 1)
  }
  await chmod(all, 0o700)
  given()
  const left = await readdir(all)
  expect(left).toHaveLength(9)
  expect(left).toEqual(expect.arrayContaining([...names.slice(5), 'of-somebody']))
})
