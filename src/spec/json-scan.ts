import type { Pointer } from '../model/json.ts'
import { joinPointer } from '../util/pointer.ts'

/** What one pass over the bytes of a JSON text shows, without parsing it. */
export interface JsonScan {
  /** Nested deeper than allowed: whatever walks a description recurses. Then nothing else of it holds. */
  readonly tooDeep: boolean
  /** Keys that stand twice within the outer levels; deeper ones cost a pass of their own, `repeatedKeys`. */
  readonly repeated: readonly Pointer[]
  /** What is written after every `"$ref":`, escapes and all; undefined when a name may be written with an escape. */
  readonly refs: ReadonlySet<string> | undefined
  /** The byte offset of what pointer tokens lead to, or of its nearest existing ancestor. */
  offsetOf(tokens: readonly string[]): number
}

interface Child {
  /** Where an editor should land: the property's key, or the item itself. */
  readonly start: number
  readonly value: number
}

interface Container {
  readonly children: ReadonlyMap<string, Child>
  /** The offset just after it. */
  readonly end: number
}

/** Containers down to this level are listed by the first pass: root, `paths` or `components`, one path or the names of a kind. */
const outerLevels = 3

const [quote, dollar, backslash, comma, bracket, bracketEnd, brace, braceEnd] = [34, 36, 92, 44, 91, 93, 123, 125]

/** Scans UTF-8 JSON that is known to be valid. Nothing is decoded but keys; look-ups scan what they lead into. */
export function scanJson(bytes: Buffer, maxDepth: number): JsonScan {
  const scanned = new Map<number, Container>()
  const repeated: Pointer[] = []
  const refs = new Set<string>()
  let tooDeep = false
  let isComplete = false

  /** `path` is given on the first pass, while only objects were entered. */
  function scan(container: number, level: number, path?: readonly string[]): Container {
    const known = scanned.get(container)
    if (known !== undefined) return known
    const children = new Map<string, Child>()
    const isObject = bytes[container] === brace
    let at = skipSpace(bytes, container + 1)
    for (let index = 0; at < bytes.length && bytes[at] !== braceEnd && bytes[at] !== bracketEnd; index++) {
      const start = at
      const key = isObject ? keyAt(bytes, start) : String(index)
      const inner = isObject && path !== undefined ? [...path, key] : undefined
      if (inner !== undefined && children.has(key)) repeated.push(joinPointer('', ...inner))
      if (key === '$ref') noteRef(start)
      // Past the colon.
      if (isObject) at = skipSpace(bytes, skipSpace(bytes, skipString(bytes, at)) + 1)
      children.set(key, { start, value: at })
      at = level < outerLevels && opens(bytes[at]) ? scan(at, level + 1, inner).end : skip(at, level)
      at = skipSpace(bytes, at)
      if (bytes[at] === comma) at = skipSpace(bytes, at + 1)
    }
    const found = { children, end: at + 1 }
    scanned.set(container, found)
    return found
  }

  function noteRef(key: number): void {
    if (isComplete) return
    const open = skipSpace(bytes, skipSpace(bytes, key + '"$ref"'.length) + 1)
    if (bytes[open] === quote) refs.add(bytes.toString('utf8', open + 1, skipString(bytes, open) - 1))
  }

  function skip(from: number, level: number): number {
    const end = skipValue(bytes, from, maxDepth - level, noteRef)
    if (end !== undefined) return end
    tooDeep = true
    return bytes.length
  }

  const root = skipSpace(bytes, 0)
  scan(root, 1, [])
  isComplete = true
  const mayBeEscaped = bytes.includes('\\u0024') || bytes.includes('\\u0072')
  return {
    tooDeep,
    repeated,
    refs: mayBeEscaped ? undefined : refs,
    offsetOf(tokens) {
      let at: Child = { start: root, value: root }
      for (const [depth, token] of tokens.entries()) {
        if (!opens(bytes[at.value])) break
        const child = scan(at.value, depth + 1).children.get(token)
        if (child === undefined) break
        at = child
      }
      return at.start
    },
  }
}

function opens(byte: number | undefined): boolean {
  return byte === brace || byte === bracket
}

function keyAt(bytes: Buffer, open: number): string {
  const quoted = bytes.toString('utf8', open, skipString(bytes, open))
  // A JSON string parses to a string.
  return quoted.includes('\\') ? (JSON.parse(quoted) as string) : quoted.slice(1, -1)
}

function skipSpace(bytes: Buffer, from: number): number {
  let at = from
  while (at < bytes.length && (bytes[at] ?? 0) <= 32) at++
  return at
}

/** The offset just after the string opened at an offset; no byte of a longer UTF-8 sequence looks like ASCII. */
function skipString(bytes: Buffer, open: number): number {
  let at = open + 1
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1
  return at + 1
}

/** Whether the string opened at an offset is `$ref`, as a name or as a value. */
function isRef(bytes: Buffer, open: number): boolean {
  return bytes.toString('latin1', open, open + 6) === '"$ref"'
}

/** The offset just after the value that starts at an offset; undefined when it is nested deeper than allowed. */
function skipValue(bytes: Buffer, from: number, maxDepth: number, onRef: (key: number) => void): number | undefined {
  let depth = 0
  for (let at = from; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    // First, because most bytes outside strings indent.
    if (byte <= 32 && depth > 0) continue
    if (byte === quote) {
      if (bytes[at + 1] === dollar && isRef(bytes, at)) onRef(at)
      at = skipString(bytes, at) - 1
    } else if (byte === brace || byte === bracket) depth++
    else if (byte === braceEnd || byte === bracketEnd) depth--
    else if (depth > 0 || (byte !== comma && byte > 32)) continue
    else return at
    if (depth > maxDepth) return undefined
    if (depth <= 0) return depth < 0 ? at : at + 1
  }
  return bytes.length
}
