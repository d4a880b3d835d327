import { namedCharacter } from './entities.ts'

/** One possible decoding at an index: the character it yields and the index after it. */
export interface Reading {
  readonly character: string
  readonly end: number
}

/** Maximum nesting of escapes inside the parts of an escape. Escapes that an escape yields are not limited. */
const deepest = 3

const mostReadings = 24

/** Maximum number of cached readings, which bounds memory for text full of escapes. */
const mostKnown = 10_000

/** Characters that can begin an escape at any nesting level. */
export const startsEscape: ReadonlySet<string> = new Set(`%\\&=~'"`)

/** Pattern that the next character must match for an escape to begin. */
const follows: Readonly<Record<string, RegExp>> = {
  '%': /[0-9a-f%&\\u]/i,
  '&': /[a-z#%&\\]/i,
  '=': /[0-9a-f]/i,
  '~': /[01]/,
  "'": /['"%&\\]/,
  '"': /["%&\\]/,
}

/** Quick check for escapes that runs for every character; usually false. */
export function mayEscape(text: string, index: number): boolean {
  return follows[text[index] ?? '']?.test(text[index + 1] ?? '') ?? text[index] === '\\'
}

/**
 * Decodes text in every way its writer may have intended: percent-encoding (RFC 3986 §2.1), JSON and JavaScript strings (RFC 8259 §7),
 * character references (HTML §13.5, XML §4.1), quoted-printable (RFC 2045 §6.7), JSON Pointer (RFC 6901 §3), doubled quotes of YAML, CSV
 * and SQL, POSIX shell quoting. A decoded character may begin another escape.
 */
export class Readings {
  readonly #text: string
  /** Cached by index and depth. Without the cache, cost grows exponentially with depth. */
  readonly #known = new Map<number, readonly Reading[]>()

  constructor(text: string) {
    this.#text = text
  }

  /** Returns all readings at the index, the literal character first; empty at the end of the text. */
  at(index: number): readonly Reading[] {
    return index < this.#text.length ? this.#all(index, deepest) : []
  }

  #plain(index: number): Reading {
    const character = String.fromCodePoint(this.#text.codePointAt(index) ?? 0)
    return { character, end: index + character.length }
  }

  #all(index: number, depth: number): readonly Reading[] {
    const first = this.#text[index]
    if (first === undefined) return []
    if (depth === 0 || !mayEscape(this.#text, index)) return [this.#plain(index)]
    const key = index * (deepest + 1) + depth
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const found = [this.#plain(index)]
    if (first === '\\') this.#backslashes(index, found)
    for (let at = 0; at < found.length && found.length < mostReadings; at++) {
      const more: Reading[] = []
      const { character = '', end = 0 } = found[at] ?? {}
      if (character === '%') this.#percent(end, depth, more)
      else if (character === '\\') this.#backslash(end, depth, more)
      else if (character === '&') this.#reference(end, depth, more)
      else if (character === '=') this.#quotedPrintable(end, more)
      else if (character === '~') this.#pointer(end, more)
      else if (at === 0 && character === first) this.#quote(character, end, depth, more)
      for (const reading of more)
        if (!found.some((other) => other.end === reading.end && other.character === reading.character))
          found.push(reading)
    }
    if (this.#known.size >= mostKnown) this.#known.clear()
    this.#known.set(key, found)
    return found
  }

  /** JSON nested in JSON doubles its backslashes: two, four, eight. The escaped character follows the run. */
  #backslashes(index: number, found: Reading[]): void {
    let length = 1
    while (length < mostBackslashes && this.#text[index + length] === '\\') length++
    for (const end of new Set([2, 4, 8, 16, length]))
      if (end > 1 && end <= length) found.push({ character: '\\', end: index + end })
  }

  /** Returns the indexes at which `character`, literal or escaped, may end; empty if it is absent. */
  #ends(character: string, index: number, depth: number): readonly number[] {
    return this.#all(index, depth - 1).flatMap((reading) => (reading.character === character ? [reading.end] : []))
  }

  #hex(index: number, length: number): number | undefined {
    const digits = this.#text.slice(index, index + length)
    return digits.length === length && /^[0-9a-f]+$/i.test(digits) ? Number.parseInt(digits, 16) : undefined
  }

  #percent(index: number, depth: number, found: Reading[]): void {
    const unit = /u/i.test(this.#text[index] ?? '') ? this.#hex(index + 1, 4) : undefined
    if (unit !== undefined) found.push({ character: String.fromCharCode(unit), end: index + 5 })
    this.#bytes(index, found, (next) => this.#ends('%', next, depth))
  }

  /** Decodes hexadecimal bytes; `next` returns the indexes at which the digits of the next byte may begin. */
  #bytes(index: number, found: Reading[], next: (index: number) => readonly number[]): void {
    const read = (at: number): Bytes | undefined => {
      const value = this.#hex(at, 2)
      const end = at + 2
      return value === undefined ? undefined : { value, end, more: () => next(end).flatMap((from) => read(from) ?? []) }
    }
    const first = read(index)
    if (first !== undefined) found.push(fromBytes(first))
  }

  #backslash(index: number, depth: number, found: Reading[]): void {
    const letter = this.#text[index]
    if (letter === undefined) return
    if (letter === 'u') this.#unit(index, depth, found)
    else if (letter === 'U') this.#point(this.#hex(index + 1, 8), index + 9, found)
    else if (letter === 'x') {
      this.#point(this.#hex(index + 1, 2), index + 3, found)
      this.#bytes(index + 1, found, (next) =>
        this.#ends('\\', next, depth).flatMap((end) => (this.#text[end] === 'x' ? [end + 1] : [])),
      )
    } else if (letter in controls) found.push({ character: controls[letter] ?? '', end: index + 1 })
    else if (/[0-3]/.test(letter)) {
      const octal = /^[0-3][0-7]{2}/.exec(this.#text.slice(index, index + 3))?.[0]
      if (octal !== undefined) this.#point(Number.parseInt(octal, 8), index + 3, found)
    } else if (letter !== '\\' && !/[a-z0-9]/i.test(letter)) {
      for (const reading of this.#all(index, depth - 1)) if (!/[a-z0-9]/i.test(reading.character)) found.push(reading)
    }
  }

  #unit(index: number, depth: number, found: Reading[]): void {
    const long = /^\{([0-9a-f]{1,6})\}/i.exec(this.#text.slice(index + 1, index + 9))
    if (long !== null) this.#point(Number.parseInt(long[1] ?? '', 16), index + 1 + long[0].length, found)
    const high = this.#hex(index + 1, 4)
    if (high === undefined) return
    found.push({ character: String.fromCharCode(high), end: index + 5 })
    if (high < 0xd800 || high > 0xdbff) return
    for (const next of this.#ends('\\', index + 5, depth)) {
      const low = this.#text[next] === 'u' ? this.#hex(next + 1, 4) : undefined
      if (low !== undefined && low >= 0xdc00 && low <= 0xdfff)
        found.push({ character: String.fromCharCode(high, low), end: next + 5 })
    }
  }

  #point(point: number | undefined, end: number, found: Reading[]): void {
    if (point !== undefined && point <= 0x10ffff) found.push({ character: String.fromCodePoint(point), end })
  }

  #reference(index: number, depth: number, found: Reading[]): void {
    const close = (end: number): number => this.#ends(';', end, depth)[0] ?? end
    const [number] = this.#ends('#', index, depth)
    if (number === undefined) {
      const name = /^[a-z][a-z0-9]{1,7}/i.exec(this.#text.slice(index, index + 8))?.[0] ?? ''
      // Without a semicolon, any prefix may be the name.
      for (let length = name.length; length > 1; length--) {
        const character = namedCharacter(name.slice(0, length))
        if (character !== undefined) found.push({ character, end: close(index + length) })
      }
      return
    }
    const digits = /^(?:x0*([0-9a-f]{1,6})|0*([0-9]{1,7}))/i.exec(this.#text.slice(number, number + 16))
    if (digits === null) return
    const [all, hex, decimal] = digits
    const point = hex === undefined ? Number.parseInt(decimal ?? '', 10) : Number.parseInt(hex, 16)
    this.#point(point, close(number + all.length), found)
  }

  #quotedPrintable(index: number, found: Reading[]): void {
    this.#bytes(index, found, (next) => (this.#text[next] === '=' ? [next + 1] : []))
  }

  #pointer(index: number, found: Reading[]): void {
    const character = this.#text[index] === '0' ? '~' : this.#text[index] === '1' ? '/' : undefined
    if (character !== undefined) found.push({ character, end: index + 1 })
  }

  #quote(quote: string, index: number, depth: number, found: Reading[]): void {
    for (const end of this.#ends(quote, index, depth)) found.push({ character: quote, end })
    if (quote === '"') return
    // 'it'\''s' and 'it'"'"'s': the shell string is closed and reopened.
    for (const { character, end } of this.#all(index, depth - 1))
      if (character === quote && end > index + 1 && this.#text[end] === quote) found.push({ character, end: end + 1 })
    if (this.#text.startsWith(`"'"'`, index)) found.push({ character: quote, end: index + 4 })
  }
}

/** Allows five levels of JSON nested in JSON. */
const mostBackslashes = 31

const controls: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', v: '\v' }

/** An encoded byte and the candidates for the next encoded byte. */
interface Bytes {
  readonly value: number
  readonly end: number
  more(): readonly Bytes[]
}

/** Decodes UTF-8 (RFC 3629 §3), or the first byte as ISO 8859-1 if the bytes aren't valid UTF-8. */
function fromBytes(first: Bytes): { readonly character: string; readonly end: number } {
  const { value, end } = first
  const length = value < 0xc2 ? 0 : value < 0xe0 ? 1 : value < 0xf0 ? 2 : value < 0xf5 ? 3 : 0
  let point = length === 0 ? value : value & (0x3f >> length)
  let last = first
  for (let count = 0; count < length; count++) {
    const next = last.more().find((byte) => byte.value >> 6 === 0b10)
    if (next === undefined) return { character: String.fromCharCode(value), end }
    point = (point << 6) | (next.value & 0x3f)
    last = next
  }
  return { character: String.fromCodePoint(Math.min(point, 0x10ffff)), end: last.end }
}
