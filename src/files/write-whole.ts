import { readdir, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { toolError } from '../model/errors.ts'
import { makeFolder } from './make-folder.ts'
import { isRunning } from './running.ts'

/**
 * Writes a file under a temporary name and renames it, so that a killed run leaves the old one whole. What a link
 * points at is written, and a device or pipe is written to, never replaced. `printed`: what an error calls the file;
 * `mode`: who may do what with it, less what the umask takes.
 * Throws WRITE_FAILED.
 */
export async function writeWhole(
  file: string,
  content: string | Uint8Array,
  printed = file,
  mode = 0o666,
): Promise<void> {
  const target = await realpath(file).catch(() => file)
  const temporary = join(dirname(target), `.${basename(target)}.${process.pid}.tmp`)
  try {
    if (await isSpecial(target)) return await writeFile(target, content)
    await makeFolder(dirname(target))
    await writeFile(temporary, content, { mode })
    await rename(temporary, target)
  } catch (cause) {
    // The first failure is the one worth telling.
    await rm(temporary, { force: true }).catch(() => undefined)
    throw toolError('WRITE_FAILED', [printed, cause instanceof Error ? cause.message : String(cause)], cause)
  }
  // What stands is whole: that something is left lying beside it is no failure.
  await removeLeftovers(target).catch(() => undefined)
}

/** `/dev/stdout`, a named pipe … */
async function isSpecial(file: string): Promise<boolean> {
  const found = await stat(file).catch(() => undefined)
  return found !== undefined && !found.isFile() && !found.isDirectory()
}

/** Removes what killed runs were writing when they ended. */
async function removeLeftovers(target: string): Promise<void> {
  const [folder, start] = [dirname(target), `.${basename(target)}.`]
  for (const name of await readdir(folder)) {
    const pid = name.startsWith(start) ? /^(\d+)\.tmp$/.exec(name.slice(start.length))?.[1] : undefined
    if (pid !== undefined && !isRunning(Number(pid))) await rm(join(folder, name), { force: true })
  }
}
