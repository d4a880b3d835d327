import { mergeUses, readUse, useFile, writeUse } from '../../consumers/store.ts'
import { withLock } from '../../files/with-lock.ts'
import type { ConsumerUse } from '../../model/report/consumer.ts'
import { sha256 } from '../../util/fingerprint.ts'

/** Adds uses to those a file has, alone: several processes may do so at once. Throws STORE_BROKEN, WRITE_FAILED. */
export async function addToFile(file: string, use: ConsumerUse): Promise<void> {
  await add(file, use, () => true)
}

/** The same in the file of a consumer in a folder, and returns it: names that a file cannot have may share one, and get their own. */
export async function addToFolder(folder: string, use: ConsumerUse): Promise<string> {
  const file = useFile(folder, use.consumer)
  if (await add(file, use, ({ consumer }) => consumer === use.consumer)) return file
  const own = useFile(folder, `${use.consumer}-${sha256(use.consumer).slice(0, 8)}`)
  await addToFile(own, use)
  return own
}

/** Whether it was added: to uses that `isWanted`. */
async function add(file: string, use: ConsumerUse, isWanted: (before: ConsumerUse) => boolean): Promise<boolean> {
  return withLock(file, async (held) => {
    const before = await readUse(file).catch((cause: unknown) => {
      const origin = cause instanceof Error ? cause.cause : undefined
      if (origin instanceof Error && 'code' in origin && origin.code === 'ENOENT') return undefined
      throw cause
    })
    if (before !== undefined && !isWanted(before)) return false
    await held()
    await writeUse(file, before === undefined ? use : mergeUses(before, use))
    return true
  })
}
