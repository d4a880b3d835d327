import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Creates a folder and its parents. Node's `recursive` option never terminates below `/proc`. */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EEXIST') return
    if (code !== 'ENOENT' || dirname(folder) === folder) throw error
    await makeFolder(dirname(folder))
    await mkdir(folder).catch((again: NodeJS.ErrnoException) => {
      // Another process created it meanwhile.
      if (again.code !== 'EEXIST') throw again
    })
  }
}
