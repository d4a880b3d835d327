import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { packedArchive } from '../testing/cli/packed-archive.ts'

const root = resolve(import.meta.dirname, '../..')

/** The checked fields of a lockfile entry. */
interface Locked {
  readonly integrity?: string
  readonly resolved?: string
  /** Set if the package is bundled in another one, whose integrity covers it. */
  readonly inBundle?: boolean
}

/** Returns packages that would be installed without verification or from a private host. */
function loose(packages: Readonly<Record<string, Locked>>): string[] {
  return Object.entries(packages).flatMap(([name, { integrity = '', resolved, inBundle }]) => {
    const isHeld = integrity.startsWith('sha512-') || inBundle === true
    return name === '' || (isHeld && resolved === undefined) ? [] : [name]
  })
}

it.each(['package-lock.json', 'bench/package-lock.json'])(
  '%s has an integrity hash for every package',
  async (file) => {
    const { packages } = JSON.parse(await readFile(resolve(root, file), 'utf8'))
    expect(Object.keys(packages).length).toBeGreaterThan(50)
    expect(loose(packages)).toEqual([])
    expect(loose({ '': {}, a: {}, b: { integrity: 'sha1-x' }, c: { integrity: 'sha512-x', resolved: 'x' } })).toEqual([
      'a',
      'b',
      'c',
    ])
  },
)

it('contains the runtime files and no build information', async () => {
  const { paths } = await packedArchive()
  expect(paths).toEqual(expect.arrayContaining(['dist/cli.js', 'dist/index.d.ts', 'LICENSE', 'schemas/config.json']))
  const ours =
    /^(dist\/[^.].*|docs\/([\w-]+\/)?[\w-]+\.md|docs\/images\/[\w-]+\.png|schemas\/[\w./]+|specs\/lending\/[\w.]+|package\.json|README\.md|CHANGELOG\.md|LICENSE)$/
  expect(paths.filter((path) => !ours.test(path) || /tsbuildinfo|\.test\.|\.map$|\.env/.test(path))).toEqual([])
})
