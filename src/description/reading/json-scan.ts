import type { Pointer } from '../../model/json.ts'
import { joinPointer } from '../../util/pointer.ts'
import { createSkipper } from './json-skip.ts'

/** What one pass over the bytes of a JSON text shows, without parsing it. */
export interface JsonScan {
  /** Nested deeper than allowed: whatever walks a description recurses. Then nothing else of it holds. */
  readonly tooDeep: boolean
  /** Duplicate keys within the outer levels; deeper ones cost a pass of their own, `repeatedKeys`. */
  readonly repeated: readonly Pointer[]
  /** What is written after every `"$ref":`, escapes and all; undefined when a name may be written with an escape. */
  readonly refs: ReadonlySet<string> | undefined
  /** Whether it holds a number that a double may not. */
  readonly hasLongNumber: boolean
  /** Where pointer tokens lead to, or their nearest existing ancestor: a byte offset, and a line from 1. */
  positionOf(tokens: readonly string[]): JsonPosition
}

/** A position in the bytes. Line breaks are LF, CRLF and a lone CR. */
export interface JsonPosition {
  readonly offset: number
  readonly line: number
}

interface Child {
  /** Where an editor should land: the property's key, or the item itself. */
  readonly start: JsonPosition
  readonly value: JsonPosition
}

interface Container {
  readonly children: ReadonlyMap<string, Child>
  /** The offset just after it. */
  readonly end: number
}

/** Containers down to this level are listed by the first pass: root, `paths` or `components`, one path or the names of a kind. */
const outerLevels = 3

const [quote, comma, bracket, bracketEnd, brace, braceEnd] = [34, 44, 91, 93, 123, 125]

/** Scans UTF-8 JSON that is known to be valid. Nothing is decoded but keys; look-ups scan what they lead into. */
export function scanJson(bytes: Buffer, maxDepth: number): JsonScan {
  const scanned = new Map<number, Container>()
  const repeated: Pointer[] = []
  const refs = new Set<string>()
  let tooDeep = false
  let isComplete = false
  const skipper = createSkipper(bytes, noteRef)
  const positionAt = (offset: number): JsonPosition => ({ offset, line: skipper.line })

  /** `path` is given on the first pass, while only objects were entered. */
  function scan(container: JsonPosition, level: number, path?: readonly string[]): Container {
    skipper.line = container.line
    const children = new Map<string, Child>()
    const isObject = bytes[container.offset] === brace
    let at = skipper.space(container.offset + 1)
    for (let index = 0; at < bytes.length && bytes[at] !== braceEnd && bytes[at] !== bracketEnd; index++) {
      const start = positionAt(at)
      const key = isObject ? keyAt(at) : String(index)
      const inner = isObject && path !== undefined ? [...path, key] : undefined
      if (inner !== undefined && children.has(key)) repeated.push(joinPointer('', ...inner))
      if (key === '$ref') noteRef(start.offset)
      // Past the colon.
      if (isObject) at = skipper.space(skipper.space(skipper.string(at)) + 1)
      const value = positionAt(at)
      children.set(key, { start, value })
      at = level < outerLevels && opens(bytes[at]) ? scan(value, level + 1, inner).end : skip(at, level)
      at = skipper.space(at)
      if (bytes[at] === comma) at = skipper.space(at + 1)
    }
    const found = { children, end: at + 1 }
    scanned.set(container.offset, found)
    return found
  }

  function noteRef(key: number): void {
    if (isComplete) return
    const { line } = skipper
    const open = skipper.space(skipper.space(key + '"$ref"'.length) + 1)
    if (bytes[open] === quote) refs.add(bytes.toString('utf8', open + 1, skipper.string(open) - 1))
    skipper.line = line
  }

  function skip(from: number, level: number): number {
    const end = skipper.value(from, maxDepth - level)
    if (end !== undefined) return end
    tooDeep = true
    return bytes.length
  }

  function keyAt(open: number): string {
    const quoted = bytes.toString('utf8', open, skipper.string(open))
    // A JSON string parses to a string.
    return quoted.includes('\\') ? (JSON.parse(quoted) as string) : quoted.slice(1, -1)
  }

  const root = positionAt(skipper.space(0))
  scan(root, 1, [])
  isComplete = true
  const mayBeEscaped = bytes.includes('\\u0024') || bytes.includes('\\u0072')
  return {
    tooDeep,
    repeated,
    refs: mayBeEscaped ? undefined : refs,
    hasLongNumber: skipper.hasLongNumber,
    positionOf(tokens) {
      let at: Child = { start: root, value: root }
      for (const [depth, token] of tokens.entries()) {
        if (!opens(bytes[at.value.offset])) break
        const { children } = scanned.get(at.value.offset) ?? scan(at.value, depth + 1)
        const child = children.get(token)
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
