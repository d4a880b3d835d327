import { join } from 'node:path'
import { readTextIfAny } from '../../files/read-regular.ts'
import { writeWhole } from '../../files/write-whole.ts'
import { toolError } from '../../model/errors.ts'
import type { ApiName } from '../../util/api-name.ts'
import { isObject, ownEntries } from '../../util/json.ts'
import { type NotifiedStates, statesIn } from './state.ts'

/** Path of the file with the states of webhook notifications. Issues store their state in their body. */
export function notifiedFile(historyDir: string, api: ApiName): string {
  return join(historyDir, `${api}.alerts.json`)
}

/** Reads notification states. Empty without a file. Throws STORE_BROKEN or FILE_UNREADABLE. */
export async function readNotified(file: string): Promise<NotifiedStates> {
  const text = (await readTextIfAny(file)) ?? '{}'
  const root = parsed(text, file)
  if (!isObject(root)) throw toolError('STORE_BROKEN', [file, 'it is not a JSON object'])
  return statesIn(ownEntries({ root }, 'root'), file)
}

/** Writes notification states. Throws WRITE_FAILED. */
export async function writeNotified(file: string, notified: NotifiedStates): Promise<void> {
  await writeWhole(file, notifiedText(notified))
}

export function notifiedText(notified: NotifiedStates): string {
  return `${JSON.stringify(notified, null, 1)}\n`
}

function parsed(text: string, file: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw toolError('STORE_BROKEN', [file, 'it is not JSON'], cause)
  }
}
