import { mergeUses, readUse, writeUse } from '../../consumers/store.ts'
import { withLock } from '../../files/with-lock.ts'
import type { ConsumerUse } from '../../model/report/consumer.ts'

/** Adds uses to those a file has, alone: several processes may do so at once. Throws STORE_BROKEN, WRITE_FAILED. */
export async function addToFile(file: string, use: ConsumerUse): Promise<void> {
  await withLock(file, async (held) => {
    const before = await readUse(file).catch((cause: unknown) => {
      const origin = cause instanceof Error ? cause.cause : undefined
      if (origin instanceof Error && 'code' in origin && origin.code === 'ENOENT') return undefined
      throw cause
    })
    await held()
    await writeUse(file, before === undefined ? use : mergeUses(before, use))
  })
}
