import { showValue } from '../../util/value.ts'
import {
  anyCharacter,
  type CodePointSet,
  categorySet,
  complementOf,
  escapedSets,
  onePoint,
  unionOf,
} from './code-points.ts'

/** Syntax tree of a pattern, without constructs that don't affect its language (captures, laziness). */
export type PatternNode =
  | { readonly kind: 'read'; readonly set: CodePointSet }
  | { readonly kind: 'start' | 'end' }
  | { readonly kind: 'sequence'; readonly parts: readonly PatternNode[] }
  | { readonly kind: 'choice'; readonly branches: readonly PatternNode[] }
  | { readonly kind: 'repeat'; readonly body: PatternNode; readonly least: number; readonly most: number }

/** Thrown for patterns that can't be decided: invalid, not regular, or too large. */
export class Undecided extends Error {}

/** Same maximum length as in the validator. */
const longest = 10_000

/** Parses an ECMA-262 pattern with the `u` flag (§22.2.1). Throws `Undecided` for invalid and unsupported syntax, such as look-around. */
export function parsePattern(source: string): PatternNode {
  if (source.length > longest) throw new Undecided(`longer than ${longest} characters`)
  const strict = strictly(source)
  try {
    new RegExp(strict, 'u')
  } catch (error) {
    throw new Undecided(`${showValue(source)} is not a valid pattern`, { cause: error })
  }
  return new PatternParser(strict).parse()
}

/** Rewrites literals that the `u` flag forbids but the validator accepts (ECMA-262 §B.1.2): `\-`, `\@`, and a dash as in `[\w-.]`. */
function strictly(source: string): string {
  return source.replace(/(\\[dws])-(?!\\|[\s\S]-)|-(?=\\[dws])|\\([\s\S])/gi, (token, set = '', char) => {
    if (char === undefined) return set + hexEscape('-')
    return /[-\s!"#%&',:;<=>@_`~]/.test(char) ? hexEscape(char) : token
  })
}

function hexEscape(char: string): string {
  return `\\u{${char.charCodeAt(0).toString(16)}}`
}

const controls: Readonly<Record<string, number>> = { t: 9, n: 10, v: 11, f: 12, r: 13, 0: 0 }

/** Escapes for a single character, with a function returning its code point. */
const characterEscapes: readonly (readonly [RegExp, (text: string, low: string) => number])[] = [
  [
    /\\u(d[89ab][\da-f]{2})\\u(d[c-f][\da-f]{2})/iy,
    (high, low) => ((hex(high) & 0x3ff) << 10) + (hex(low) & 0x3ff) + 0x10000,
  ],
  [/\\u\{([\da-f]+)\}/iy, hex],
  [/\\u([\da-f]{4})/iy, hex],
  [/\\x([\da-f]{2})/iy, hex],
  [/\\c([a-z])/iy, (letter) => letter.charCodeAt(0) % 32],
  [/\\([tnvfr0])/y, (letter) => controls[letter] ?? 0],
  [/\\([$^\\.*+?()[\]{}|/])/y, (char) => char.charCodeAt(0)],
]

function hex(text: string): number {
  return Number.parseInt(text, 16)
}

/** Recursive descent parser. Its input has been validated, so it needs no error handling. */
class PatternParser {
  readonly #source: string
  #at = 0
  #depth = 0

  constructor(source: string) {
    this.#source = source
  }

  parse(): PatternNode {
    return this.#choice()
  }

  #choice(): PatternNode {
    if (++this.#depth > 200) throw new Undecided('groups nested too deeply')
    const first = this.#sequence()
    const others: PatternNode[] = []
    while (this.#take(/\|/y)) others.push(this.#sequence())
    this.#depth--
    return others.length === 0 ? first : { kind: 'choice', branches: [first, ...others] }
  }

  #sequence(): PatternNode {
    const parts: PatternNode[] = []
    while (this.#at < this.#source.length && !'|)'.includes(this.#source.charAt(this.#at))) parts.push(this.#term())
    return { kind: 'sequence', parts }
  }

  #term(): PatternNode {
    const body = this.#atom()
    const [token, least = '', comma = '', most = ''] = this.#take(/(?:[*+?]|\{(\d+)(,?)(\d*)\})\??/y) ?? []
    if (token === undefined) return body
    if (token.startsWith('*')) return { kind: 'repeat', body, least: 0, most: Infinity }
    if (token.startsWith('+')) return { kind: 'repeat', body, least: 1, most: Infinity }
    if (token.startsWith('?')) return { kind: 'repeat', body, least: 0, most: 1 }
    return { kind: 'repeat', body, least: Number(least), most: Number(comma === '' ? least : most || Infinity) }
  }

  #atom(): PatternNode {
    if (this.#take(/\^/y)) return { kind: 'start' }
    if (this.#take(/\$/y)) return { kind: 'end' }
    if (this.#take(/\((?:\?:|\?<(?![=!])[^>]*>)?(?!\?)/y)) {
      const body = this.#choice()
      this.#take(/\)/y)
      return body
    }
    const refused = this.#take(/\(../y)
    if (refused) throw new Undecided(`${refused[0]} is not understood`)
    return { kind: 'read', set: this.#set() }
  }

  #set(): CodePointSet {
    if (this.#take(/\./y)) return anyCharacter
    if (this.#take(/\[/y)) return this.#class()
    return this.#setEscape() ?? onePoint(this.#character())
  }

  #class(): CodePointSet {
    const isNegated = this.#take(/\^/y) !== null
    const members: CodePointSet[] = []
    while (!this.#take(/\]/y)) members.push(this.#setEscape() ?? this.#range())
    const union = unionOf(members)
    return isNegated ? complementOf(union) : union
  }

  #range(): CodePointSet {
    const from = this.#classCharacter()
    const to = this.#take(/-(?!\])/y) ? this.#classCharacter() : from
    return [[from, to]]
  }

  #classCharacter(): number {
    return this.#take(/\\b/y) ? 0x08 : this.#character()
  }

  #setEscape(): CodePointSet | undefined {
    const [token, sign, category] = this.#take(/\\(?:[dws]|(p)\{([a-z]{1,2})\})/iy) ?? []
    if (token === undefined) return undefined
    if (category === undefined) return escapedSets.get(token)
    return sign === 'p' ? categorySet(category) : complementOf(categorySet(category))
  }

  #character(): number {
    for (const [shape, pointOf] of characterEscapes) {
      const [token, text = '', low = ''] = this.#take(shape) ?? []
      if (token !== undefined) return pointOf(text, low)
    }
    const refused = this.#take(/\\./y)
    if (refused) throw new Undecided(`${refused[0]} is not understood`)
    const point = this.#source.codePointAt(this.#at) ?? 0
    this.#at += point > 0xffff ? 2 : 1
    return point
  }

  #take(token: RegExp): RegExpExecArray | null {
    token.lastIndex = this.#at
    const found = token.exec(this.#source)
    if (found) this.#at = token.lastIndex
    return found
  }
}
