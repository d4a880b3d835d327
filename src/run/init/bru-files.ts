import { readdir, stat } from 'node:fs/promises'
import { basename, join, relative, resolve } from 'node:path'
import { readText } from '../../files/read-regular.ts'
import type { BruFile } from '../../init/from/bru.ts'
import { toolError } from '../../model/errors.ts'
import { byText } from '../../util/text.ts'

/** Limits above any hand-written collection. */
const most = { files: 5_000, bytes: 4 * 2 ** 20 }

/** Returns undefined for a folder without `.bru` files. Throws FILE_UNREADABLE. */
export async function bruFiles(path: string, cwd: string): Promise<readonly BruFile[] | undefined> {
  const root = resolve(cwd, path)
  const facts = await stat(root).catch(() => undefined)
  const names = facts?.isDirectory() ? await namesBelow(root) : root.endsWith('.bru') ? [basename(root)] : []
  if (names.length === 0) return undefined
  const folder = facts?.isDirectory() ? root : resolve(root, '..')
  const files: BruFile[] = []
  for (const name of names.slice(0, most.files)) {
    const text = await readText(join(folder, name), most.bytes).catch((cause: unknown) => {
      throw toolError('FILE_UNREADABLE', [name, cause instanceof Error ? cause.message : String(cause)], cause)
    })
    files.push({ path: name, text })
  }
  return files
}

async function namesBelow(root: string): Promise<readonly string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries
    .filter(
      (entry) => entry.isFile() && entry.name.endsWith('.bru') && !/[\\/]node_modules[\\/]/.test(entry.parentPath),
    )
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort(byText)
}
