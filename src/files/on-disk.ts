import { fdatasync, fsync } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { promisify } from 'node:util'

/** Flushes a file to disk; `data` skips metadata. Uses the descriptor, because Yarn Plug'n'Play's `FileHandle` has no `sync`. */
export function onDisk({ fd }: Pick<FileHandle, 'fd'>, what: 'all' | 'data' = 'all'): Promise<void> {
  return promisify(what === 'all' ? fsync : fdatasync)(fd)
}
