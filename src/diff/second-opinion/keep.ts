import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeWhole } from '../../files/write-whole.ts'
import type { Json } from '../../model/json.ts'
import { own, ownArray, ownString } from '../../util/json.ts'
import type { SecondOpinion } from './compare.ts'

/** Where the opinion on the last pair of an API is kept. */
export function opinionFile(historyDir: string, api: string): string {
  return join(historyDir, `${api}.second-opinion.json`)
}

/** The opinion on a pair, if it is the one that is kept. A file that cannot be read keeps none. */
export async function keptOpinion(file: string | undefined, pair: string): Promise<SecondOpinion | undefined> {
  if (file === undefined) return undefined
  const kept = await readFile(file, 'utf8')
    // JSON.parse returns JSON; its type is `any`.
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

/**
 * Keeps the opinion on a pair in place of the one before, a refusal too: it says the same next time. A timeout or a crash
 * says something of the machine, not of the pair: it is run again. So it is when the opinion cannot be kept.
 */
export async function keepOpinion(file: string | undefined, pair: string, opinion: SecondOpinion): Promise<void> {
  if (file === undefined || ('silent' in opinion && opinion.refused !== true)) return
  await writeWhole(file, `${JSON.stringify({ pair, ...opinion }, null, 2)}\n`).catch(() => undefined)
}
