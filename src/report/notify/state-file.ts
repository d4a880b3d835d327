import { join } from 'node:path'
import { readTextIfAny } from '../../files/read-regular.ts'
import { writeWhole } from '../../files/write-whole.ts'
import { toolError } from '../../model/errors.ts'
import type { ApiName } from '../../util/api-name.ts'
import { isObject, ownEntries } from '../../util/json.ts'
import { type NotifiedStates, statesIn } from './state.ts'

/** Where it is remembered what webhooks were notified: an issue remembers by itself. */
export function notifiedFile(historyDir: string, api: ApiName): string {
  return join(historyDir, `${api}.alerts.json`)
}

/** Reads what has been notified; nothing, when there is no file. Throws STORE_BROKEN, FILE_UNREADABLE. */
export async function readNotified(file: string): Promise<NotifiedStates> {
  const text = (await readTextIfAny(file)) ?? '{}'
  const root = parsed(text, file)
  if (!isObject(root)) throw toolError('STORE_BROKEN', [file, 'it is not a JSON object'])
  return statesIn(ownEntries({ root }, 'root'), file)
}

/** Replaces what had been notified by what has been notified now. Throws WRITE_FAILED. */
export async function writeNotified(file: string, notified: NotifiedStates): Promise<void> {
  await writeWhole(file, notifiedText(notified))
}

/** The text of the file. */
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
