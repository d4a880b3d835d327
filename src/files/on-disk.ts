import { fdatasync, fsync } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { promisify } from 'node:util'

/**
 * Resolves when all that was written to a file is on the disk; `data` leaves out when that was. By the descriptor, because the
 * `FileHandle` that Yarn's Plug'n'Play puts in place of Node's has no `sync`.
 */
export function onDisk({ fd }: Pick<FileHandle, 'fd'>, what: 'all' | 'data' = 'all'): Promise<void> {
  return promisify(what === 'all' ? fsync : fdatasync)(fd)
}
