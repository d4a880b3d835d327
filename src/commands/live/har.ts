import { resolve } from 'node:path'
import { streamWhole } from '../../files/stream-whole.ts'
import { toolError } from '../../model/errors.ts'
import { toolVersion } from '../../run/tool-version.ts'
import type { Shell } from '../shell/shell.ts'

/** HAR file of a run's exchanges. */
export interface HarFile {
  /** Adds an entry as JSON. */
  add(entry: string): void
  /** Completes the file and moves it into place. Throws WRITE_FAILED. */
  close(): Promise<void>
}

/** Throws USAGE if two APIs would write the same file. */
export function requireHarApart(har: string | undefined, apis: number): void {
  if (har !== undefined && apis > 1 && !har.includes('{api}'))
    throw toolError('USAGE', [`--har ${har} would be overwritten by each of ${apis} APIs: put {api} in its name.`])
}

/**
 * Writes HAR 1.2 entries to a temporary file that replaces the target when the run ends, even after an error. Throws WRITE_FAILED.
 */
export async function openHar({ cwd }: Shell, har: string, api: string): Promise<HarFile> {
  const printed = har.replaceAll('{api}', api)
  const file = await streamWhole(resolve(cwd, printed), printed)
  const creator = JSON.stringify({ name: 'specdrift', version: toolVersion() })
  file.add(`{"log":{"version":"1.2","creator":${creator},"entries":[`)
  let isFirst = true
  return {
    add(entry) {
      file.add(`${isFirst ? '' : ','}\n${entry}`)
      isFirst = false
    },
    async close() {
      file.add('\n]}}\n')
      await file.commit()
    },
  }
}
