import type { Pointer } from '../../model/json.ts'
import { joinPointer } from '../../util/pointer.ts'
import { createSkipper, type JsonSkipper } from './json-skip.ts'

/** Results of a single pass over the bytes of a JSON text, without parsing it. */
export interface JsonScan {
  /** Nested deeper than allowed, because later code walks descriptions recursively. The other results are invalid then. */
  readonly tooDeep: boolean
  /** Duplicate keys of the outer levels; `repeatedKeys` finds deeper ones in another pass. */
  readonly repeated: readonly Pointer[]
  /** Values of `"$ref":` as written, with escapes; undefined if a key may be written with an escape. */
  readonly refs: ReadonlySet<string> | undefined
  /** May contain a number that doesn't fit a double. */
  readonly hasLongNumber: boolean
  /** Returns the byte offset and 1-based line of pointer tokens, or of their closest existing ancestor. */
  positionOf(tokens: readonly string[]): JsonPosition
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
}

interface Container {
  readonly children: ReadonlyMap<string, Child>
  /** Offset after the container. */
  readonly end: number
}

/** Context of a scanned container. */
interface Around {
  /** Its path; set in the first pass as long as it only passes objects. */
  readonly path?: readonly string[]
  /** Remaining tokens: children on their path are scanned instead of skipped. */
  readonly wanted?: readonly string[]
}

/** Levels indexed by the first pass: the root, `paths` or `components`, and a path or component names. */
const outerLevels = 3

const [quote, comma, bracket, bracketEnd, brace, braceEnd] = [34, 44, 91, 93, 123, 125]

/** Scans valid UTF-8 JSON. Only decodes keys; lookups scan the values on their path. */
export function scanJson(bytes: Buffer, maxDepth: number): JsonScan {
  return new Scanner(bytes, maxDepth)
}

/** A class, so that V8 reuses the optimized code for the next file. */
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
      // Skips the colon.
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
    // Many paths, of which few are looked up.
    if (this.#isComplete || level < outerLevels) this.#scanned.set(container, found)
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
    // The parsed text is a JSON string.
    return written.includes('\\') ? (JSON.parse(`"${written}"`) as string) : written
  }
}

function opens(byte: number | undefined): boolean {
  return byte === brace || byte === bracket
}
