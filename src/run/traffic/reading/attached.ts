import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Json } from '../../../model/json.ts'
import { isObject, own, ownString } from '../../../util/json.ts'

/** Returns a body from a separate file, or undefined if the file doesn't exist. */
export type Attached = (name: string) => Uint8Array | undefined

/** Playwright names body files by their SHA-1 (`content: 'attach'`). Other names are rejected, because a recording may be untrusted. */
export const bodyName = /^[0-9a-f]{40}\.[\w-]{1,20}$/

/** Maximum size in bytes of a body file, in a folder or an archive. A larger body counts as not recorded. */
export const mostBodyBytes = 64 * 2 ** 20

/** Returns the body files in a recording's folder, if any. */
export function filesIn(folder: string): Attached | undefined {
  const names = new Set(namesIn(folder).filter((name) => bodyName.test(name)))
  return names.size === 0 ? undefined : (name) => (names.has(name) ? bodyIn(join(folder, name)) : undefined)
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    // The folder may not be listable even though the recording is readable.
    return []
  }
}

/** A body that isn't read counts as not recorded. A symbolic link could point outside the folder. */
function bodyIn(path: string): Uint8Array | undefined {
  const facts = lstatSync(path, { throwIfNoEntry: false })
  return facts?.isFile() && facts.size <= mostBodyBytes ? readFileSync(path) : undefined
}

/** Property in a HAR entry that names a body file. */
const attachedAs = Buffer.from('"_file"')

/** Inserts the contents of body files into a HAR entry. */
export function withAttached(entry: Uint8Array, attached: Attached): Uint8Array {
  const bytes = Buffer.from(entry.buffer, entry.byteOffset, entry.length)
  if (!bytes.includes(attachedAs)) return entry
  let json: Json
  try {
    // JSON.parse returns JSON; its type is `any`.
    json = JSON.parse(bytes.toString()) as Json
  } catch {
    // The format's reader will report the error.
    return entry
  }
  const parts = [own(own(json, 'request'), 'postData'), own(own(json, 'response'), 'content')]
  for (const part of parts) {
    const name = ownString(part, '_file')
    const body = bodyName.test(name) ? attached(name) : undefined
    if (body !== undefined && isObject(part))
      Object.assign(part, { text: Buffer.from(body).toString('base64'), encoding: 'base64' })
  }
  return Buffer.from(JSON.stringify(json))
}
