import { stat } from 'node:fs/promises'
import { resolve, sep } from 'node:path'
import type { FSWatcher } from 'chokidar'
import { ToolError, toolError } from '../../model/errors.ts'
import type { Shell } from '../shell/shell.ts'

// Editors save a file in multiple steps, which should trigger one run.
const quietMs = 100

/** Paths to watch, relative to the working directory. */
export interface Watched {
  readonly folder: string
  /** Folder to ignore, because runs write to it. */
  readonly except: string
}

/** Calls `run`, and repeats it after each change below the folder until the user stops it. */
export async function rerunOnChange(shell: Shell, watched: Watched, run: () => Promise<void>): Promise<void> {
  const { folder } = watched
  let changed = (): void => {}
  let timer: NodeJS.Timeout | undefined
  // Watch before the first run, to notice changes during it.
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
      await run().catch((error: unknown) => printError(shell, error))
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
  // A watched folder may be deleted later.
  return watcher.on('error', () => {})
}

/** Prints an error and keeps watching, so that the user can fix the suite. */
function printError(shell: Shell, error: unknown): void {
  if (!(error instanceof ToolError)) throw error
  shell.note(`error: ${error.message}\nhint: ${error.hint}\n`)
  // The signal that ends watching also interrupted the run.
  if (error.code !== 'INTERRUPTED') shell.finish(2)
}

/** Returns the folder of a glob: `suites/shop` for `suites/shop/*.suite.ts`. */
export function folderOf(glob: string): string {
  const parts = glob.split('/')
  const first = parts.findIndex((part) => /[*?[\]{}()!+@]/.test(part))
  return parts.slice(0, first === -1 ? -1 : first).join('/') || '.'
}
