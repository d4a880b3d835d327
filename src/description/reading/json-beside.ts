import type { Json, JsonObject } from '../../model/json.ts'
import { isObject, own } from '../../util/json.ts'
import { asciiJson } from './ascii-json.ts'
import { type AlikeValue, type JsonScan, scanJson } from './json-scan.ts'

export interface ScannedJson {
  readonly scan: JsonScan
  readonly root: Json
}

/** Shares equal objects and lists with another version instead of parsing them. Returns undefined if that isn't possible. */
export function parseBeside(bytes: Buffer, other: ScannedJson, maxDepth: number): ScannedJson | undefined {
  if (!mayShare(other.scan)) return undefined
  try {
    const scan = scanJson(bytes, maxDepth, other.scan)
    if (!mayShare(scan) || scan.alike.length === 0) return undefined
    const text = asciiJson(withoutAlike(bytes, scan.alike))
    if (text === undefined) return undefined
    // `JSON.parse` is typed `any` but returns JSON.
    const root = JSON.parse(text) as Json
    // Any value may replace a number in JSON, so the text is valid JSON if every placeholder was parsed in its place.
    return fillIn(root, scan.alike, other.root) ? { scan, root } : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** References to other files are rewritten in place, and long numbers are parsed from the whole text, so neither allows sharing. */
function mayShare({ tooDeep, repeated, refs, hasLongNumber }: JsonScan): boolean {
  if (tooDeep || repeated.length > 0 || refs === undefined || hasLongNumber) return false
  return [...refs].every((ref) => ref.startsWith('#'))
}

/** Replaces each value that also occurs in the other version by an index. */
function withoutAlike(bytes: Buffer, alike: readonly AlikeValue[]): Buffer {
  // An index is shorter than the value, and spaces around it separate it from its neighbours.
  const shortened = Buffer.allocUnsafe(bytes.length)
  let length = 0
  let from = 0
  for (const [index, { start, end }] of alike.entries()) {
    length += bytes.copy(shortened, length, from, start)
    length += shortened.write(` ${index} `, length, 'latin1')
    from = end
  }
  length += bytes.copy(shortened, length, from)
  return shortened.subarray(0, length)
}

/** Replaces the indexes by values of the other version. Returns false for an index in an unexpected place. */
function fillIn(root: Json, alike: readonly AlikeValue[], other: Json): boolean {
  let path: readonly string[] | undefined
  let [owner, source]: (Json | undefined)[] = []
  for (const [index, one] of alike.entries()) {
    if (one.path !== path) {
      path = one.path
      owner = at(root, path)
      source = at(other, path)
    }
    const value = own(source, one.key)
    if (!isObject(owner) || own(owner, one.key) !== index || value === undefined) return false
    setOwn(owner, one.key, value)
  }
  return true
}

function setOwn(owner: JsonObject, key: string, value: Json): void {
  // Assigning `__proto__` would lose the member.
  Object.defineProperty(owner, key, { value, writable: true, enumerable: true, configurable: true })
}

function at(root: Json, path: readonly string[]): Json | undefined {
  return path.reduce<Json | undefined>((node, key) => own(node, key), root)
}
