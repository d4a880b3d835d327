import { resolve } from 'node:path'
import { streamWhole } from '../../files/stream-whole.ts'
import { toolError } from '../../model/errors.ts'
import { toolVersion } from '../../run/tool-version.ts'
import type { Shell } from '../shell/shell.ts'

/** The file that the exchanges of a run go to. */
export interface HarFile {
  /** An entry, as JSON. */
  add(entry: string): void
  /** Makes the file appear, whole. Throws WRITE_FAILED. */
  close(): Promise<void>
}

/** Throws USAGE where several APIs would write one file. */
export function requireHarApart(har: string | undefined, apis: number): void {
  if (har !== undefined && apis > 1 && !har.includes('{api}'))
    throw toolError('USAGE', [`--har ${har} is one file for ${apis} APIs: put {api} in its name.`])
}

/**
 * Opens an HTTP Archive (HAR 1.2): its entries are written as they come, and the file appears when the run has ended, however it
 * ended. A killed run leaves none. Throws WRITE_FAILED.
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
