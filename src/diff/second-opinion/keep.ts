import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeWhole } from '../../files/write-whole.ts'
import type { Json } from '../../model/json.ts'
import { own, ownArray, ownString } from '../../util/json.ts'
import type { SecondOpinion } from './compare.ts'

export function opinionFile(historyDir: string, api: string): string {
  return join(historyDir, `${api}.second-opinion.json`)
}

/** Returns the cached opinion if it belongs to the pair. Unreadable files count as empty. */
export async function keptOpinion(file: string | undefined, pair: string): Promise<SecondOpinion | undefined> {
  if (file === undefined) return undefined
  const kept = await readFile(file, 'utf8')
    // `JSON.parse` is typed `any` but returns JSON.
    .then((text) => JSON.parse(text) as Json)
    .catch(() => null)
  if (ownString(kept, 'pair') !== pair) return undefined
  const tool = ownString(kept, 'tool')
  const silent = own(kept, 'silent')
  if (typeof silent === 'string') return own(kept, 'refused') === true ? { tool, silent, refused: true } : undefined
  const breaking = ownArray(kept, 'breaking').map((entry) => ({
    code: ownString(entry, 'code'),
    location: ownString(entry, 'location'),
    operation: ownString(entry, 'operation'),
  }))
  return { tool, breaking }
}

/** Caches opinions and rejections, but not timeouts and crashes, which depend on the machine. Ignores write errors. */
export async function keepOpinion(file: string | undefined, pair: string, opinion: SecondOpinion): Promise<void> {
  if (file === undefined || ('silent' in opinion && opinion.refused !== true)) return
  await writeWhole(file, `${JSON.stringify({ pair, ...opinion }, null, 2)}\n`).catch(() => undefined)
}
