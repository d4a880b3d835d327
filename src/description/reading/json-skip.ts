/** Moves over UTF-8 JSON that is known to be valid; what it skips it never decodes. Offsets are those of bytes. */
export interface JsonSkipper {
  /** The line it is in, from 1; a caller that jumps sets it. Line breaks are LF, CRLF and a lone CR. */
  line: number
  /** Whether it has met a number that a double may not hold: of 16 characters or more, or with an exponent. */
  readonly hasLongNumber: boolean
  /** Whether it has met a character of `$ref` written as an escape. */
  readonly hasEscapedRef: boolean
  /** The offset of what comes after white space. */
  space(from: number): number
  /** The offset just after the string opened at an offset. */
  string(open: number): number
  /** The offset just after the value that starts at an offset; undefined when it is nested deeper than allowed. */
  value(from: number, maxDepth: number): number | undefined
}

const [lineFeed, carriageReturn, quote, dollar, backslash] = [10, 13, 34, 36, 92]
const [comma, bracket, bracketEnd, brace, braceEnd] = [44, 91, 93, 123, 125]
const [zero, nine, letterE, smallE, letterU] = [48, 57, 69, 101, 117]
/** Doubles hold numbers of fewer characters. */
const longNumber = 16
/** Words of four bytes, as they are read: four spaces, `ref"`, and four times a quote and a backslash. */
const [spaces, refWord, quotes, backslashes] = [0x20202020, 0x22666572, 0x22222222, 0x5c5c5c5c]

/**
 * Makes a skipper at the start; `onRef` is called with the offset where every name or value `"$ref"` inside a value starts.
 * A class, so that what V8 has optimised for one file serves the next.
 */
export function createSkipper(bytes: Buffer, onRef: (key: number) => void): JsonSkipper {
  return new Skipper(bytes, onRef)
}

class Skipper implements JsonSkipper {
  line = 1
  hasLongNumber = false
  hasEscapedRef = false
  readonly #bytes: Buffer
  readonly #view: DataView
  readonly #end: number
  readonly #lastWord: number
  readonly #onRef: (key: number) => void

  constructor(bytes: Buffer, onRef: (key: number) => void) {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#end = bytes.length
    this.#lastWord = bytes.length - 4
    this.#onRef = onRef
  }

  space(from: number): number {
    const bytes = this.#bytes
    const view = this.#view
    const lastWord = this.#lastWord
    let at = from
    for (let byte = bytes[at] ?? 33; byte <= 32; byte = bytes[at] ?? 33) {
      if (byte === lineFeed ? bytes[at - 1] !== carriageReturn : byte === carriageReturn) this.line++
      at++
      // Most of it indents.
      while (at <= lastWord && view.getInt32(at, true) === spaces) at += 4
    }
    return at
  }

  string(open: number): number {
    const bytes = this.#bytes
    const view = this.#view
    const lastWord = this.#lastWord
    const end = this.#end
    let at = open + 1
    while (at < end) {
      while (at <= lastWord && !mayEndString(view.getInt32(at, true))) at += 4
      const byte = bytes[at]
      if (byte === quote) break
      if (byte === backslash) this.#escape(at)
      at += byte === backslash ? 2 : 1
    }
    return at + 1
  }

  #escape(at: number): void {
    const bytes = this.#bytes
    if (bytes[at + 1] !== letterU || bytes[at + 2] !== zero || bytes[at + 3] !== zero) return
    const code = ((bytes[at + 4] ?? 0) - zero) * 16 + (bytes[at + 5] ?? 0) - zero
    if (code === 0x24 || code === 0x72 || code === 0x65 || code === 0x66) this.hasEscapedRef = true
  }

  value(from: number, maxDepth: number): number | undefined {
    const bytes = this.#bytes
    const view = this.#view
    const end = this.#end
    const lastWord = this.#lastWord
    let depth = 0
    let at = from
    while (at < end) {
      const byte = bytes[at] ?? 0
      if (byte <= 32 && depth > 0) {
        at = this.space(at)
        continue
      }
      if (byte === quote) {
        if (bytes[at + 1] === dollar && at < lastWord - 1 && view.getInt32(at + 2, true) === refWord) this.#onRef(at)
        at = this.string(at)
      } else if (byte === brace || byte === bracket) {
        depth++
        at++
      } else if (byte === braceEnd || byte === bracketEnd) {
        depth--
        if (depth >= 0) at++
      } else if (byte >= zero && byte <= nine) {
        at = this.#number(at)
        continue
      } else if (depth > 0 || (byte !== comma && byte > 32)) {
        at++
        continue
      } else return at
      if (depth > maxDepth) return undefined
      if (depth <= 0) return at
    }
    return end
  }

  #number(from: number): number {
    const bytes = this.#bytes
    let at = from
    for (let byte = bytes[at] ?? 0; byte > 32 && byte !== comma && byte !== braceEnd && byte !== bracketEnd; at++) {
      if (byte === letterE || byte === smallE) this.hasLongNumber = true
      byte = bytes[at + 1] ?? 0
    }
    if (at - from >= longNumber) this.hasLongNumber = true
    return at
  }
}

/**
 * Whether one of four bytes is a quote or a backslash; no byte of a longer UTF-8 sequence looks like ASCII.
 * "Determine if a word has a zero byte", https://graphics.stanford.edu/~seander/bithacks.html#ZeroInWord
 */
function mayEndString(word: number): boolean {
  const a = word ^ quotes
  const b = word ^ backslashes
  return ((((a - 0x01010101) & ~a) | ((b - 0x01010101) & ~b)) & 0x80808080) !== 0
}
