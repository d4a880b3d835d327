import { stat } from 'node:fs/promises'
import { resolve, sep } from 'node:path'
import type { FSWatcher } from 'chokidar'
import { ToolError, toolError } from '../../model/errors.ts'
import type { Shell } from '../shell/shell.ts'

// An editor writes a file in several steps: they are one change.
const quietMs = 100

/** Where to look for changes, relative to the working directory. */
export interface Watched {
  readonly folder: string
  /** What the runs themselves write. */
  readonly except: string
}

/** Runs something, and again after each change of a file below the folder, until the user asks to stop. */
export async function rerunOnChange(shell: Shell, watched: Watched, run: () => Promise<void>): Promise<void> {
  const { folder } = watched
  let changed = (): void => {}
  let timer: NodeJS.Timeout | undefined
  // Already before the first run: what is saved while it runs counts.
  const watcher = await openWatcher(shell.cwd, watched, () => {
    clearTimeout(timer)
    timer = setTimeout(() => changed(), quietMs)
  })
  const interrupted = shell.interrupted().then(() => false)
  try {
    for (let again = true; again; ) {
      const change = new Promise<boolean>((settle) => {
        changed = () => settle(true)
      })
      await run().catch((error: unknown) => say(shell, error))
      shell.note(`watching ${folder} for changes, end with Ctrl-C\n`)
      again = await Promise.race([change, interrupted])
    }
  } finally {
    clearTimeout(timer)
    await watcher.close()
  }
}

async function openWatcher(cwd: string, { folder, except }: Watched, onChange: () => void): Promise<FSWatcher> {
  const { watch } = await import('chokidar')
  const root = resolve(cwd, folder)
  const written = resolve(cwd, except)
  const ignored = (path: string): boolean =>
    path === written || path.startsWith(written + sep) || /[\\/](node_modules|\.git)$/.test(path)
  const unreadable = (cause: unknown): Error =>
    toolError('FILE_UNREADABLE', [folder, cause instanceof Error ? cause.message : String(cause)], cause)
  await stat(root).catch((cause: unknown) => {
    throw unreadable(cause)
  })
  const watcher = watch(root, { ignored, ignoreInitial: true }).on('all', onChange)
  const ready = new Promise<void>((settle, fail) => watcher.once('ready', () => settle()).once('error', fail))
  await ready.catch(async (cause: unknown) => {
    await watcher.close()
    throw unreadable(cause)
  })
  // What cannot be watched later is not there any more.
  return watcher.on('error', () => {})
}

/** A suite that cannot be run is repaired and saved again: that is what watching is for. */
function say(shell: Shell, error: unknown): void {
  if (!(error instanceof ToolError)) throw error
  shell.note(`error: ${error.message}\nhint: ${error.hint}\n`)
  // The signal that ends the watch has ended the run with it.
  if (error.code !== 'INTERRUPTED') shell.finish(2)
}

/** The folder that a glob looks into: `suites/shop` of `suites/shop/*.suite.ts`. */
export function folderOf(glob: string): string {
  const parts = glob.split('/')
  const first = parts.findIndex((part) => /[*?[\]{}()!+@]/.test(part))
  return parts.slice(0, first === -1 ? -1 : first).join('/') || '.'
}
