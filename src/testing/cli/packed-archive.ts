import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import { withLock } from '../../files/with-lock.ts'

const root = resolve(import.meta.dirname, '../../..')
const kept = join(root, 'node_modules/.cache/specdrift-packed')

/** Result of `npm pack`. */
export interface PackedArchive {
  readonly file: string
  /** Files in the archive, as listed by npm. */
  readonly paths: readonly string[]
}

/** Packs the built project, or returns the cached archive of the same content: npm takes four seconds of CPU time. */
export async function packedArchive(): Promise<PackedArchive> {
  const folder = join(kept, contentKey())
  const list = join(folder, 'list.json')
  if (!existsSync(list))
    await withLock(folder, async () => {
      if (!existsSync(list)) await pack(folder)
    })
  const { filename, paths } = JSON.parse(await readFile(list, 'utf8'))
  return { file: join(folder, filename), paths }
}

/** Returns a hash over names and contents of all files that may be packed. */
function contentKey(): string {
  const manifest = readFileSync(join(root, 'package.json'), 'utf8')
  const hash = createHash('sha256').update(manifest)
  const entries: readonly string[] = JSON.parse(manifest).files
  const add = (path: string): void => {
    if (statSync(join(root, path)).isDirectory())
      for (const name of readdirSync(join(root, path)).sort()) add(`${path}/${name}`)
    else hash.update(`\0${path}\0`).update(readFileSync(join(root, path)))
  }
  // Hash the folder that contains a glob's matches.
  const packed = entries.filter((entry) => !entry.startsWith('!')).map((entry) => entry.replace(/\/[^/]*[*{].*/, ''))
  for (const path of new Set(packed)) add(path)
  return hash.digest('hex').slice(0, 16)
}

async function pack(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(kept, { recursive: true })
  const made = await mkdtemp(join(kept, 'new-'))
  const argv = ['pack', '--json', '--ignore-scripts', '--pack-destination', made]
  const { stdout } = await promisify(execFile)('npm', argv, {
    ...{ cwd: root, maxBuffer: 2 ** 26, shell: process.platform === 'win32' },
  })
  // npm 12 returns an object keyed by package name, older versions an array.
  const [listed] = Object.values(JSON.parse(stdout) as object) as [
    { filename: string; files: readonly { path: string }[] },
  ]
  const paths = listed.files.map(({ path }) => path)
  await writeFile(join(made, 'list.json'), JSON.stringify({ filename: listed.filename, paths }))
  await rename(made, folder)
}
