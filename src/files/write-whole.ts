import { readdir, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { toolError } from '../model/errors.ts'
import { makeFolder } from './make-folder.ts'
import { isRunning } from './running.ts'

export interface NewContent {
  readonly file: string
  readonly content: string | Uint8Array
  /** Name of the file in errors. */
  readonly printed?: string
  /** Permissions before applying the umask. Default: 0o666. */
  readonly mode?: number
}

/** A temporary file next to its target. */
interface Staged {
  swap(): Promise<void>
  discard(): Promise<void>
}

/** Writes a file atomically; follows symbolic links and writes directly to devices and pipes. Throws WRITE_FAILED. */
export async function writeWhole(
  file: string,
  content: string | Uint8Array,
  printed = file,
  mode = 0o666,
): Promise<void> {
  await writeAllWhole([{ file, content, printed, mode }])
}

/** Writes files that belong together: replaces them only after all are written. Throws WRITE_FAILED. */
export async function writeAllWhole(files: readonly NewContent[]): Promise<void> {
  const results = await Promise.allSettled(files.map(stage))
  const staged = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  const failure = results.find((result) => result.status === 'rejected')
  if (failure !== undefined) {
    for (const each of staged) await each.discard()
    throw failure.reason
  }
  for (const each of staged) await each.swap()
}

/** Writes content to disk, runs `act` and replaces the file, so that `act` doesn't run without disk space. Throws WRITE_FAILED. */
export async function writeAfter(act: () => Promise<void>, content: NewContent): Promise<void> {
  const staged = await stage(content)
  await act().catch(async (error: unknown) => {
    await staged.discard()
    throw error
  })
  await staged.swap()
}

/** Checks that a file could be written now. Only creates its folder. Throws WRITE_FAILED. */
export async function requireWritable(file: string): Promise<void> {
  if ((await stat(file).catch(() => undefined))?.isDirectory())
    throw toolError('WRITE_FAILED', [file, 'it is a folder'])
  // Not empty, because a full disk still accepts empty files.
  await (await stage({ file, content: '\n' })).discard()
}

async function stage({ file, content, printed = file, mode = 0o666 }: NewContent): Promise<Staged> {
  const target = await realpath(file).catch(() => file)
  const temporary = join(dirname(target), `.${basename(target)}.${process.pid}.tmp`)
  // Only the first error is reported.
  const discard = () => rm(temporary, { force: true }).catch(() => undefined)
  const failed = async (cause: unknown): Promise<never> => {
    await discard()
    throw toolError('WRITE_FAILED', [printed, cause instanceof Error ? cause.message : String(cause)], cause)
  }
  if (await isSpecial(target)) {
    return { swap: () => writeFile(target, content).catch(failed), discard: () => Promise.resolve() }
  }
  try {
    await makeFolder(dirname(target))
    await writeFile(temporary, content, { mode })
  } catch (cause) {
    return failed(cause)
  }
  const swap = async (): Promise<void> => {
    await rename(temporary, target).catch(failed)
    // The file is complete; a leftover temporary file is harmless.
    await removeLeftovers(target).catch(() => undefined)
  }
  return { swap, discard }
}

/** Returns whether a path is a device or named pipe, such as `/dev/stdout`. */
export async function isSpecial(file: string): Promise<boolean> {
  const found = await stat(file).catch(() => undefined)
  return found !== undefined && !found.isFile() && !found.isDirectory()
}

/** Removes temporary files of killed runs. */
export async function removeLeftovers(target: string): Promise<void> {
  const [folder, start] = [dirname(target), `.${basename(target)}.`]
  for (const name of await readdir(folder)) {
    const pid = name.startsWith(start) ? /^(\d+)\.tmp$/.exec(name.slice(start.length))?.[1] : undefined
    if (pid !== undefined && !isRunning(Number(pid))) await rm(join(folder, name), { force: true })
  }
}
