import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A copy of a folder, from which it can be made again as it was. */
export interface KeptFolder {
  restore(): Promise<void>
  close(): Promise<void>
}

/** Keeps a folder as it is now. What is restored has nothing below `reports` that was not there. */
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
