import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Json } from '../../../model/json.ts'
import { isObject, own, ownString } from '../../../util/json.ts'

/** Returns the bytes of a body that is a file of its own; undefined if there is none of this name. */
export type Attached = (name: string) => Uint8Array | undefined

/** Playwright names bodies by their SHA-1, `content: 'attach'`. A recording may be of anybody: it names no other file. */
const bodyName = /^[0-9a-f]{40}\.[\w-]{1,20}$/

/** The longest body that is read from a file. */
const mostBytes = 64 * 2 ** 20

/** Returns the bodies beside a recording; undefined if there is none. */
export function filesIn(folder: string): Attached | undefined {
  const names = new Set(namesIn(folder).filter((name) => bodyName.test(name)))
  return names.size === 0 ? undefined : (name) => (names.has(name) ? bodyIn(join(folder, name)) : undefined)
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    // Whoever may read the recording may not be allowed to list its folder.
    return []
  }
}

/** A body that isn't read counts as not recorded. */
function bodyIn(path: string): Uint8Array | undefined {
  const facts = statSync(path, { throwIfNoEntry: false })
  return facts?.isFile() && facts.size <= mostBytes ? readFileSync(path) : undefined
}

/** How an entry of a HAR names the file of a body. */
const attachedAs = Buffer.from('"_file"')

/** An entry of a HAR with the bodies in it that it names. */
export function withAttached(entry: Uint8Array, attached: Attached): Uint8Array {
  const bytes = Buffer.from(entry.buffer, entry.byteOffset, entry.length)
  if (!bytes.includes(attachedAs)) return entry
  let json: Json
  try {
    // JSON.parse returns JSON; its type is `any`.
    json = JSON.parse(bytes.toString()) as Json
  } catch {
    // Whoever reads the record says so.
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
