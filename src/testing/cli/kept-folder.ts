import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A copy of a folder that can be restored. */
export interface KeptFolder {
  restore(): Promise<void>
  close(): Promise<void>
}

/** Saves the state of a folder. Restoring also removes new files below `reports`. */
export async function keepFolder(folder: string): Promise<KeptFolder> {
  const copy = await mkdtemp(join(tmpdir(), 'specdrift-kept-'))
  await cp(folder, copy, { recursive: true })
  return {
    async restore() {
      await rm(join(folder, 'reports'), { recursive: true, force: true })
      await cp(copy, folder, { recursive: true })
    },
    close: () => rm(copy, { recursive: true }),
  }
}
