import type { Pointer } from '../../model/json.ts'
import { joinPointer } from '../../util/pointer.ts'
import { createSkipper, type JsonSkipper } from './json-skip.ts'

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

/** Flat: there are tens of thousands of them. */
interface Child {
  /** Where an editor should land: the property's key, or the item itself. */
  readonly start: number
  readonly startLine: number
  readonly value: number
  readonly valueLine: number
}

interface Container {
  readonly children: ReadonlyMap<string, Child>
  /** The offset just after it. */
  readonly end: number
}

/** What is known of a container that is scanned. */
interface Around {
  /** Where it is; given on the first pass, while only objects were entered. */
  readonly path?: readonly string[]
  /** The tokens that lead on from it: what they lead through is listed on the way, not skipped first. */
  readonly wanted?: readonly string[]
}

/** Containers down to this level are listed by the first pass: root, `paths` or `components`, one path or the names of a kind. */
const outerLevels = 3

const [quote, comma, bracket, bracketEnd, brace, braceEnd] = [34, 44, 91, 93, 123, 125]

/**
 * Scans UTF-8 JSON that is known to be valid. Only keys are decoded; look-ups scan the values that they lead into.
 */
export function scanJson(bytes: Buffer, maxDepth: number): JsonScan {
  return new Scanner(bytes, maxDepth)
}

/** A class, so that what V8 has optimised for one file serves the next. */
class Scanner implements JsonScan {
  tooDeep = false
  readonly refs: Set<string> | undefined
  readonly repeated: Pointer[] = []
  readonly #bytes: Buffer
  readonly #maxDepth: number
  readonly #skipper: JsonSkipper
  readonly #scanned = new Map<number, Container>()
  readonly #root: Child
  readonly #refs = new Set<string>()
  #isComplete = false

  constructor(bytes: Buffer, maxDepth: number) {
    this.#bytes = bytes
    this.#maxDepth = maxDepth
    this.#skipper = createSkipper(bytes, (key) => this.#noteRef(key))
    const start = this.#skipper.space(0)
    const { line } = this.#skipper
    this.#scan(start, line, 1, { path: [] })
    this.#root = { start, startLine: line, value: start, valueLine: line }
    this.#isComplete = true
    this.refs = this.#skipper.hasEscapedRef ? undefined : this.#refs
  }

  get hasLongNumber(): boolean {
    return this.#skipper.hasLongNumber
  }

  positionOf(tokens: readonly string[]): JsonPosition {
    let at = this.#root
    for (let depth = 0; depth < tokens.length && opens(this.#bytes[at.value]); depth++) {
      const { children } =
        this.#scanned.get(at.value) ?? this.#scan(at.value, at.valueLine, depth + 1, { wanted: tokens.slice(depth) })
      const child = children.get(tokens[depth] ?? '')
      if (child === undefined) break
      at = child
    }
    return { offset: at.start, line: at.startLine }
  }

  #scan(container: number, line: number, level: number, { path, wanted = [] }: Around): Container {
    const bytes = this.#bytes
    const skipper = this.#skipper
    skipper.line = line
    const children = new Map<string, Child>()
    const isObject = bytes[container] === brace
    let at = skipper.space(container + 1)
    for (let index = 0; at < bytes.length && bytes[at] !== braceEnd && bytes[at] !== bracketEnd; index++) {
      const start = at
      const startLine = skipper.line
      const keyEnd = isObject ? skipper.string(at) : at
      const key = isObject ? this.#keyIn(at + 1, keyEnd - 1) : String(index)
      const inner = isObject && path !== undefined ? [...path, key] : undefined
      if (inner !== undefined && children.has(key)) this.repeated.push(joinPointer('', ...inner))
      if (key === '$ref') this.#noteRef(start)
      // Past the colon.
      if (isObject) at = skipper.space(skipper.space(keyEnd) + 1)
      const value = at
      const valueLine = skipper.line
      if (opens(bytes[at]) && (level < outerLevels || (wanted.length > 1 && wanted[0] === key)))
        at = this.#scan(value, valueLine, level + 1, {
          path: inner,
          wanted: wanted[0] === key ? wanted.slice(1) : [],
        }).end
      else at = this.#skip(at, level)
      children.set(key, { start, startLine, value, valueLine })
      at = skipper.space(at)
      if (bytes[at] === comma) at = skipper.space(at + 1)
    }
    const found = { children, end: at + 1 }
    this.#scanned.set(container, found)
    return found
  }

  #noteRef(key: number): void {
    if (this.#isComplete) return
    const bytes = this.#bytes
    const skipper = this.#skipper
    const { line } = skipper
    const open = skipper.space(skipper.space(key + '"$ref"'.length) + 1)
    if (bytes[open] === quote) {
      this.#refs.add(bytes.toString('utf8', open + 1, skipper.string(open) - 1))
    }
    skipper.line = line
  }

  #skip(from: number, level: number): number {
    const end = this.#skipper.value(from, this.#maxDepth - level)
    if (end !== undefined) return end
    this.tooDeep = true
    return this.#bytes.length
  }

  #keyIn(from: number, to: number): string {
    const written = this.#bytes.toString('utf8', from, to)
    // A JSON string parses to a string.
    return written.includes('\\') ? (JSON.parse(`"${written}"`) as string) : written
  }
}

function opens(byte: number | undefined): boolean {
  return byte === brace || byte === bracket
}
