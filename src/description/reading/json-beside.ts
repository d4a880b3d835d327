import type { Json } from '../../model/json.ts'
import { isObject, own } from '../../util/json.ts'
import { asciiJson } from './ascii-json.ts'
import { type AlikeValue, type JsonScan, scanJson } from './json-scan.ts'

/** A JSON text that is scanned and parsed. */
export interface ScannedJson {
  readonly scan: JsonScan
  readonly root: Json
}

/**
 * Parses UTF-8 JSON beside another version of it: values that both write alike, under the same keys, are neither scanned nor
 * parsed again, they are shared. Undefined where that cannot be done, or the text is no JSON. Two versions mostly differ in
 * little, and most of reading a description is parsing it.
 */
export function parseBeside(bytes: Buffer, other: ScannedJson, maxDepth: number): ScannedJson | undefined {
  if (!maySkip(other.scan)) return undefined
  try {
    const scan = scanJson(bytes, maxDepth, other.scan)
    if (!maySkip(scan) || scan.alike.length === 0) return undefined
    const text = withoutAlike(bytes, scan.alike)
    if (text === undefined) return undefined
    // JSON.parse returns JSON; its type is `any`.
    const root = JSON.parse(text) as Json
    // Where each placeholder is read as the value it stands for, the text is JSON: RFC 8259 lets any value be at its place.
    const isWhole = scan.alike.every(({ path }, index) => fill(root, path, placeholder(index), other.root))
    return isWhole ? { scan, root } : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Files that refer to others are changed in place; numbers of many digits are read from the whole text. */
function maySkip({ tooDeep, repeated, refs, hasLongNumber }: JsonScan): boolean {
  if (tooDeep || repeated.length > 0 || refs === undefined || hasLongNumber) return false
  return [...refs].every((ref) => ref.startsWith('#'))
}

function placeholder(index: number): string {
  return `specdrift: value ${index} of the other version`
}

/** The text with placeholders, as `asciiJson` has it. In pieces: copies of megabytes cost as much as the search for them. */
function withoutAlike(bytes: Buffer, alike: readonly AlikeValue[]): string | undefined {
  let text = ''
  let from = 0
  for (let index = 0; index <= alike.length; index++) {
    const { start = bytes.length, end = bytes.length } = alike[index] ?? {}
    const piece = asciiJson(bytes.subarray(from, start))
    if (piece === undefined) return undefined
    text += index < alike.length ? `${piece}"${placeholder(index)}"` : piece
    from = end
  }
  return text
}

function fill(root: Json, path: readonly string[], written: string, other: Json): boolean {
  const key = path.at(-1)
  const [holder, source] = [at(root, path.slice(0, -1)), at(other, path)]
  if (key === undefined || !isObject(holder) || own(holder, key) !== written || source === undefined) return false
  // By definition, because assignment to a property called __proto__ would be lost.
  Object.defineProperty(holder, key, { value: source, writable: true, enumerable: true, configurable: true })
  return true
}

function at(root: Json, path: readonly string[]): Json | undefined {
  return path.reduce<Json | undefined>((node, key) => own(node, key), root)
}
