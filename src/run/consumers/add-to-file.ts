import { withLock } from '../../files/with-lock.ts'
import type { ConsumerUse } from '../../model/report/consumer.ts'
import { mergeUses, readUse, useFile, writeUse } from '../../traffic/consumers/store.ts'
import { sha256 } from '../../util/fingerprint.ts'

/** Merges uses into a file under a lock, because processes may run concurrently. Throws STORE_BROKEN, WRITE_FAILED. */
export async function addToFile(file: string, use: ConsumerUse): Promise<void> {
  await add(file, use, () => true)
}

/** The file of a consumer, and whether it changed. */
export interface Added {
  readonly file: string
  readonly isNew: boolean
}

/**
 * Merges uses into the file of a consumer in a folder. If another consumer's name maps to the same file name, a hash is appended.
 * Uses already added, according to `added`, are skipped.
 */
export async function addToFolder(folder: string, use: ConsumerUse): Promise<Added> {
  const usual = useFile(folder, use.consumer)
  const result = await add(usual, use, ({ consumer }) => consumer === use.consumer)
  if (result !== 'of another') return { file: usual, isNew: result === 'added' }
  const file = useFile(folder, `${use.consumer}-${sha256(use.consumer).slice(0, 8)}`)
  return { file, isNew: (await add(file, use, () => true)) === 'added' }
}

async function add(
  file: string,
  use: ConsumerUse,
  isWanted: (before: ConsumerUse) => boolean,
): Promise<'added' | 'of another' | 'known'> {
  return withLock(file, async (held) => {
    const before = await readUse(file).catch((cause: unknown) => {
      const origin = cause instanceof Error ? cause.cause : undefined
      if (origin instanceof Error && 'code' in origin && origin.code === 'ENOENT') return undefined
      throw cause
    })
    if (before !== undefined && !isWanted(before)) return 'of another'
    if (use.added?.some((one) => before?.added?.includes(one))) return 'known'
    await held()
    await writeUse(file, before === undefined ? use : mergeUses(before, use))
    return 'added'
  })
}
