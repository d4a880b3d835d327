import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Makes a folder and those around it. Node's own `recursive` never ends below `/proc`, where nothing can be made. */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EEXIST') return
    if (code !== 'ENOENT' || dirname(folder) === folder) throw error
    await makeFolder(dirname(folder))
    await mkdir(folder).catch((again: NodeJS.ErrnoException) => {
      // Another process made it meanwhile.
      if (again.code !== 'EEXIST') throw again
    })
  }
}
