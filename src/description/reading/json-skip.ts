/** Moves through valid UTF-8 JSON without decoding skipped parts. Offsets are in bytes. */
export interface JsonSkipper {
  /** Current 1-based line, set by callers that jump. Line breaks are LF, CRLF and single CR. */
  line: number
  /** Whether a number that may not fit a double was passed: at least 16 characters, or with exponent. */
  readonly hasLongNumber: boolean
  /** Whether an escaped character of `$ref` was passed. */
  readonly hasEscapedRef: boolean
  space(from: number): number
  string(open: number): number
  /** Returns the offset after a value, or undefined if it is nested too deeply. */
  value(from: number, maxDepth: number): number | undefined
}

const [lineFeed, carriageReturn, quote, dollar, backslash] = [10, 13, 34, 36, 92]
const [comma, bracket, bracketEnd, brace, braceEnd] = [44, 91, 93, 123, 125]
const [zero, nine, letterE, smallE, letterU] = [48, 57, 69, 101, 117]
/** Shorter numbers fit a double. */
const longNumber = 16
/** Four-byte words for comparison: four spaces, `ref"`, four quotes and four backslashes. */
const [spaces, refWord, quotes, backslashes] = [0x20202020, 0x22666572, 0x22222222, 0x5c5c5c5c]

/**
 * `onRef` receives the offset of every `"$ref"` in a skipped value. A class, so that V8 reuses optimized code for the next file.
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
      // Most white space is indentation.
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

/** Multi-byte UTF-8 never looks like ASCII. See https://graphics.stanford.edu/~seander/bithacks.html#ZeroInWord. */
function mayEndString(word: number): boolean {
  const a = word ^ quotes
  const b = word ^ backslashes
  return ((((a - 0x01010101) & ~a) | ((b - 0x01010101) & ~b)) & 0x80808080) !== 0
}
