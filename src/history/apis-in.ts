import { readdir } from 'node:fs/promises'
import { byText } from '../util/text.ts'

/** The APIs whose histories are in a folder, sorted; empty when there is no folder. */
export async function apisInFolder(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return names.flatMap((name) => (name.endsWith('.ndjson') ? [name.slice(0, -'.ndjson'.length)] : [])).sort(byText)
}
