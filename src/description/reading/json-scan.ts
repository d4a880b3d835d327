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
  /** The values that it holds like the text it was scanned beside, outermost only. */
  readonly alike: readonly AlikeValue[]
  /** Where pointer tokens lead to, or their nearest existing ancestor: a byte offset, and a line from 1. */
  positionOf(tokens: readonly string[]): JsonPosition
}

/** A value written with the same bytes, under the same keys, as in another text. */
export interface AlikeValue {
  readonly path: readonly string[]
  readonly start: number
  readonly end: number
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
  /** Just after the value. */
  readonly end: number
  readonly endLine: number
}

interface Container {
  readonly children: ReadonlyMap<string, Child>
  /** The offset just after it. */
  readonly end: number
}

/** What is known of a container that is scanned. */
interface Around {
  /** Where it is; given on the first pass, while only objects were entered. */
  readonly path?: readonly string[] | undefined
  /** What the other text has there. */
  readonly twin?: Container | undefined
  /** The tokens that lead on from it: what they lead through is listed on the way, not skipped first. */
  readonly wanted?: readonly string[]
}

/** Containers down to this level are listed by the first pass: root, `paths` or `components`, one path or the names of a kind. */
const outerLevels = 3
/** Shorter values are read faster than they are looked up in the other text. */
const leastAlike = 20

const [quote, comma, bracket, bracketEnd, brace, braceEnd] = [34, 44, 91, 93, 123, 125]

/**
 * Scans UTF-8 JSON that is known to be valid. Nothing is decoded but keys; look-ups scan what they lead into. Values that
 * `beside`, the scan of another text, knows to be written alike there are not scanned: their bytes are compared.
 * Of text that is no JSON nothing holds, and a key may throw SyntaxError.
 */
export function scanJson(bytes: Buffer, maxDepth: number, beside?: JsonScan): JsonScan {
  return new Scanner(bytes, maxDepth, beside instanceof Scanner ? beside : undefined)
}

/** A class, so that what V8 has optimised for one file serves the next. */
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
  readonly #beside: Scanner | undefined
  /** Of every `$ref` the offset and the text, in the order they are written. */
  readonly #refs: { readonly offsets: number[]; readonly texts: string[] } = { offsets: [], texts: [] }
  #isComplete = false

  constructor(bytes: Buffer, maxDepth: number, beside: Scanner | undefined) {
    this.#bytes = bytes
    this.#maxDepth = maxDepth
    this.#beside = beside
    this.#skipper = createSkipper(bytes, (key) => this.#noteRef(key))
    const start = this.#skipper.space(0)
    const { line } = this.#skipper
    const twin = beside === undefined ? undefined : beside.#containerAt(beside.#root)
    const { end } = this.#scan(start, line, 1, { path: [], twin })
    const endLine = this.#skipper.line
    this.#root = { start, startLine: line, value: start, valueLine: line, end, endLine }
    this.#isComplete = true
    this.refs = this.#skipper.hasEscapedRef ? undefined : new Set(this.#refs.texts)
  }

  get hasLongNumber(): boolean {
    return this.#skipper.hasLongNumber
  }

  positionOf(tokens: readonly string[]): JsonPosition {
    let at = this.#root
    for (let depth = 0; depth < tokens.length && opens(this.#bytes[at.value]); depth++) {
      const { children } =
        this.#containerAt(at) ?? this.#scan(at.value, at.valueLine, depth + 1, { wanted: tokens.slice(depth) })
      const child = children.get(tokens[depth] ?? '')
      if (child === undefined) break
      at = child
    }
    return { offset: at.start, line: at.startLine }
  }

  #containerAt({ value }: Child): Container | undefined {
    return this.#scanned.get(value)
  }

  #twinAt(other: Child | undefined): Container | undefined {
    return other === undefined || this.#beside === undefined ? undefined : this.#beside.#containerAt(other)
  }

  #scan(container: number, line: number, level: number, { path, twin, wanted = [] }: Around): Container {
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
      const other = inner === undefined ? undefined : twin?.children.get(key)
      const twinEnd = inner === undefined || other === undefined ? undefined : this.#endOfAlike(at, other, inner)
      if (twinEnd !== undefined) at = twinEnd
      else if (opens(bytes[at]) && (level < outerLevels || (wanted.length > 1 && wanted[0] === key)))
        at = this.#scan(value, valueLine, level + 1, {
          path: inner,
          twin: this.#twinAt(other),
          wanted: wanted[0] === key ? wanted.slice(1) : [],
        }).end
      else at = this.#skip(at, level)
      children.set(key, { start, startLine, value, valueLine, end: at, endLine: skipper.line })
      at = skipper.space(at)
      if (bytes[at] === comma) at = skipper.space(at + 1)
    }
    const found = { children, end: at + 1 }
    this.#scanned.set(container, found)
    return found
  }

  /** The end of an object or list that the other text holds alike; what is known of the one holds of the other. */
  #endOfAlike(start: number, { value, valueLine, end, endLine }: Child, path: readonly string[]): number | undefined {
    const other = this.#beside
    const length = end - value
    if (other === undefined || length < leastAlike || !opens(this.#bytes[start])) return undefined
    if (start + length > this.#bytes.length) return undefined
    if (this.#bytes.compare(other.#bytes, value, end, start, start + length) !== 0) return undefined
    const { offsets, texts } = other.#refs
    for (let index = firstFrom(offsets, value); (offsets[index] ?? end) < end; index++) {
      this.#refs.offsets.push((offsets[index] ?? 0) - value + start)
      this.#refs.texts.push(texts[index] ?? '')
    }
    this.#skipper.line += endLine - valueLine
    this.alike.push({ path, start, end: start + length })
    return start + length
  }

  #noteRef(key: number): void {
    if (this.#isComplete) return
    const bytes = this.#bytes
    const skipper = this.#skipper
    const { line } = skipper
    const open = skipper.space(skipper.space(key + '"$ref"'.length) + 1)
    if (bytes[open] === quote) {
      this.#refs.offsets.push(key)
      this.#refs.texts.push(bytes.toString('utf8', open + 1, skipper.string(open) - 1))
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

/** The index of the first of ascending numbers that is not below one. */
function firstFrom(numbers: readonly number[], least: number): number {
  let [from, to] = [0, numbers.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((numbers[middle] ?? 0) < least) from = middle + 1
    else to = middle
  }
  return from
}

function opens(byte: number | undefined): boolean {
  return byte === brace || byte === bracket
}
