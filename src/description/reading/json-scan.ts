import type { Pointer } from '../../model/json.ts'
import { joinPointer } from '../../util/pointer.ts'
import { createSkipper, type JsonSkipper } from './json-skip.ts'

/** Results of one pass over JSON bytes without parsing. */
export interface JsonScan {
  /** Nested deeper than allowed, because later code walks descriptions recursively. The other results are invalid then. */
  readonly tooDeep: boolean
  /** Duplicate keys of the outer levels; `repeatedKeys` finds deeper ones in another pass. */
  readonly repeated: readonly Pointer[]
  /** Values of `"$ref":` as written, with escapes; undefined if a key may be written with an escape. */
  readonly refs: ReadonlySet<string> | undefined
  /** May contain a number that doesn't fit a double. */
  readonly hasLongNumber: boolean
  /** Values with the same bytes under the same keys in the other version. Outermost only, in text order. */
  readonly alike: readonly AlikeValue[]
  /** Returns the byte offset and 1-based line of pointer tokens, or of their closest existing ancestor. */
  positionOf(tokens: readonly string[]): JsonPosition
}

export interface AlikeValue {
  /** Path of the object that contains it. Values of one object share the array. */
  readonly path: readonly string[]
  readonly key: string
  readonly start: number
  readonly end: number
}

/** A position in the bytes. Line breaks are LF, CRLF and single CR. */
export interface JsonPosition {
  readonly offset: number
  readonly line: number
}

/** Flat, because there are tens of thousands. */
interface Child {
  /** Position for editors: the property's key, or the item itself. */
  readonly start: number
  readonly startLine: number
  readonly value: number
  readonly valueLine: number
  /** Offset and line after the value. */
  readonly end: number
  readonly endLine: number
  /** Range of references inside it. */
  readonly refs: number
  readonly refsEnd: number
}

interface Container {
  readonly children: ReadonlyMap<string, Child>
  readonly end: number
}

interface Around {
  /** Set in the first pass while it only passes objects. */
  readonly path?: readonly string[] | undefined
  /** The same container in the other version. */
  readonly twin?: Container | undefined
  /** Remaining tokens: children on their path are scanned instead of skipped. */
  readonly wanted?: readonly string[] | undefined
}

/** Levels indexed by the first pass: the root, `paths` or `components`, and a path or component names. */
const outerLevels = 3

/** Shorter values are parsed faster than they are compared with the other version. */
const leastAlike = 20

const [quote, comma, bracket, bracketEnd, brace, braceEnd] = [34, 44, 91, 93, 123, 125]

/** Scans valid UTF-8 JSON, decoding only keys. For other input, the results are meaningless and a key may throw a SyntaxError. */
export function scanJson(bytes: Buffer, maxDepth: number, other?: JsonScan): JsonScan {
  return new Scanner(bytes, maxDepth, other instanceof Scanner ? other : undefined)
}

/** A class, so that V8 reuses the optimized code for the next file. */
class Scanner implements JsonScan {
  tooDeep = false
  readonly refs: Set<string> | undefined
  readonly repeated: Pointer[] = []
  readonly alike: AlikeValue[] = []
  readonly #bytes: Buffer
  readonly #maxDepth: number
  readonly #skipper: JsonSkipper
  readonly #scanned = new Map<number, Container>()
  readonly #root: Child
  readonly #other: Scanner | undefined
  readonly #refs: string[] = []
  /** Deduplicated references. */
  readonly #texts = new Map<string, string>()
  #isComplete = false

  constructor(bytes: Buffer, maxDepth: number, other: Scanner | undefined) {
    this.#bytes = bytes
    this.#maxDepth = maxDepth
    this.#other = other
    this.#skipper = createSkipper(bytes, (key) => this.#noteRef(key))
    const start = this.#skipper.space(0)
    const { line } = this.#skipper
    const { end } = this.#scan(start, line, 1, {
      path: [],
      twin: this.#twinAt(other === undefined ? undefined : other.#root),
    })
    const within = { end, endLine: this.#skipper.line, refs: 0, refsEnd: this.#refs.length }
    this.#root = { start, startLine: line, value: start, valueLine: line, ...within }
    this.#isComplete = true
    this.refs = this.#skipper.hasEscapedRef ? undefined : new Set(this.#refs)
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

  #twinAt(child: Child | undefined): Container | undefined {
    const other = this.#other
    return other === undefined || child === undefined ? undefined : other.#scanned.get(child.value)
  }

  #scan(container: number, line: number, level: number, around: Around): Container {
    const bytes = this.#bytes
    const skipper = this.#skipper
    skipper.line = line
    const children = new Map<string, Child>()
    const isObject = bytes[container] === brace
    const path = isObject ? around.path : undefined
    let at = skipper.space(container + 1)
    for (let index = 0; at < bytes.length && bytes[at] !== braceEnd && bytes[at] !== bracketEnd; index++) {
      const start = at
      const startLine = skipper.line
      const refs = this.#refs.length
      const keyEnd = isObject ? skipper.string(at) : at
      const key = isObject ? this.#keyIn(at + 1, keyEnd - 1) : String(index)
      if (path !== undefined && children.has(key)) this.repeated.push(joinPointer('', ...path, key))
      if (key === '$ref') this.#noteRef(start)
      // Skips the colon.
      if (isObject) at = skipper.space(skipper.space(keyEnd) + 1)
      const value = at
      const valueLine = skipper.line
      at = this.#pass(value, key, level, { ...around, path })
      const within = { end: at, endLine: skipper.line, refs, refsEnd: this.#refs.length }
      children.set(key, { start, startLine, value, valueLine, ...within })
      at = skipper.space(at)
      if (bytes[at] === comma) at = skipper.space(at + 1)
    }
    const found = { children, end: at + 1 }
    // Few of the paths are looked up.
    if (this.#isComplete || level < outerLevels || path?.[0] !== 'paths') this.#scanned.set(container, found)
    return found
  }

  /** Scans a value and returns the offset after it. */
  #pass(value: number, key: string, level: number, { path, twin, wanted = [] }: Around): number {
    const other = path === undefined ? undefined : twin?.children.get(key)
    if (path !== undefined && other !== undefined && this.#isAlike(value, other)) {
      this.alike.push({ path, key, start: value, end: value + other.end - other.value })
      return this.#passAlike(value, other)
    }
    const isWanted = wanted[0] === key
    if (!opens(this.#bytes[value]) || (level >= outerLevels && !(isWanted && wanted.length > 1)))
      return this.#skip(value, level)
    const inner = {
      path: path === undefined ? undefined : [...path, key],
      twin: this.#twinAt(other),
      wanted: isWanted ? wanted.slice(1) : undefined,
    }
    return this.#scan(value, this.#skipper.line, level + 1, inner).end
  }

  #isAlike(start: number, { value, end }: Child): boolean {
    const length = end - value
    const other = this.#other
    if (other === undefined || length < leastAlike || !opens(this.#bytes[start])) return false
    if (start + length > this.#bytes.length) return false
    return this.#bytes.compare(other.#bytes, value, end, start, start + length) === 0
  }

  /** Reuses the other version's results for a value. Returns the offset after it. */
  #passAlike(start: number, { value, valueLine, end, endLine, refs, refsEnd }: Child): number {
    const other = this.#other
    if (other !== undefined) for (let at = refs; at < refsEnd; at++) this.#refs.push(other.#refs[at] ?? '')
    this.#skipper.line += endLine - valueLine
    return start + end - value
  }

  #noteRef(key: number): void {
    if (this.#isComplete) return
    const bytes = this.#bytes
    const skipper = this.#skipper
    const { line } = skipper
    const open = skipper.space(skipper.space(key + '"$ref"'.length) + 1)
    if (bytes[open] === quote) {
      const text = bytes.toString('utf8', open + 1, skipper.string(open) - 1)
      const known = this.#texts.get(text)
      if (known === undefined) this.#texts.set(text, text)
      this.#refs.push(known ?? text)
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
    // The parsed text is a JSON string.
    return written.includes('\\') ? (JSON.parse(`"${written}"`) as string) : written
  }
}

function opens(byte: number | undefined): boolean {
  return byte === brace || byte === bracket
}
