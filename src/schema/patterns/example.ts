/** Builds a string for a pattern with `extra` repetitions beyond the minimum and the `pick`th alternative of each choice. */
type Maker = (extra: number, pick: number) => string

/** Returns strings that a simple pattern probably matches; the caller must check them. Empty for look-around, back-references and `\p`. */
export function patternExamples(source: string, variant = 0): readonly string[] {
  try {
    const make = new PatternReader(source).read()
    const texts = [0, 1, 2, 3, 5, 8, 13, 21, 34, 55].map((extra) => make(extra, variant))
    return [...new Set(texts)].filter((text) => text.length <= maxLength)
  } catch (error) {
    if (error instanceof NotSimple) return []
    throw error
  }
}

const maxLength = 10_000

/** Returns a string with a length in the given range that a simple pattern probably matches, or an empty list. */
export function patternExampleOf(source: string, least: number, most: number): readonly string[] {
  try {
    const make = new PatternReader(source).read()
    let [short, long] = [0, 1]
    while (long < maxLength && make(long, 0).length < least) [short, long] = [long, Math.min(long * 2, maxLength)]
    while (long - short > 1) {
      const middle = Math.floor((short + long) / 2)
      if (make(middle, 0).length < least) short = middle
      else long = middle
    }
    return [make(short, 0), make(long, 0)].filter(({ length }) => length >= least && length <= most).slice(0, 1)
  } catch (error) {
    if (error instanceof NotSimple) return []
    throw error
  }
}

class NotSimple extends Error {}

const classes: Readonly<Record<string, string>> = {
  d: '0123456789',
  w: 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_',
  s: ' ',
  D: 'abc-',
  W: '-. ',
  S: 'abc123',
}
const controls: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', f: '\f', v: '\v', 0: '\0' }
const printable = 'aA0_- bcdefghijklmnopqrstuvwxyzBCDEFGHIJKLMNOPQRSTUVWXYZ123456789.,:;/+*=@#!?()[]{}<>|~^$%&"\'`\\'

class PatternReader {
  readonly #source: string
  #at = 0
  #depth = 0

  constructor(source: string) {
    this.#source = source
  }

  read(): Maker {
    const make = this.#alternatives()
    if (this.#at < this.#source.length) throw new NotSimple()
    return make
  }

  #alternatives(): Maker {
    if (++this.#depth > 100) throw new NotSimple()
    const branches = [this.#sequence()]
    while (this.#take('|')) branches.push(this.#sequence())
    this.#depth--
    return (extra, pick) => branches[pick % branches.length]?.(extra, pick) ?? ''
  }

  #sequence(): Maker {
    const makers: Maker[] = []
    while (this.#at < this.#source.length && !'|)'.includes(this.#peek())) makers.push(this.#quantified())
    return (extra, pick) => makers.map((make) => make(extra, pick)).join('')
  }

  #quantified(): Maker {
    const make = this.#atom()
    const [least, most] = this.#quantifier()
    this.#take('?')
    return (extra, pick) => {
      const text = make(extra, pick)
      const longest = Math.min(most, least + extra)
      const times = text.length * longest > maxLength ? least : longest
      // Nested quantifiers multiply the length.
      if (text.length * times > maxLength) throw new NotSimple()
      return text.repeat(times)
    }
  }

  #quantifier(): readonly [number, number] {
    if (this.#take('*')) return [0, Infinity]
    if (this.#take('+')) return [1, Infinity]
    if (this.#take('?')) return [0, 1]
    const [whole, least = '', comma = '', most = ''] = /^\{(\d+)(,?)(\d*)\}/.exec(this.#source.slice(this.#at)) ?? []
    if (whole === undefined) return [1, 1]
    this.#at += whole.length
    return [Number(least), comma === '' ? Number(least) : most === '' ? Infinity : Number(most)]
  }

  #atom(): Maker {
    const char = this.#next()
    if (char === '^' || char === '$') return () => ''
    if (char === '.') return choice('abc')
    if (char === '[') return this.#set()
    if (char === '(') return this.#group()
    if (char === '\\') {
      if (/[bB]/.test(this.#peek())) return this.#nothing()
      return choice(this.#escape())
    }
    if ('*+?'.includes(char)) throw new NotSimple()
    return () => char
  }

  #nothing(): Maker {
    this.#next()
    return () => ''
  }

  #group(): Maker {
    const opening = /^\?(?::|<[a-zA-Z]\w*>)/.exec(this.#source.slice(this.#at))
    if (opening !== null) this.#at += opening[0].length
    else if (this.#peek() === '?') throw new NotSimple()
    const make = this.#alternatives()
    if (!this.#take(')')) throw new NotSimple()
    return make
  }

  #escape(): string {
    const char = this.#next()
    const known = classes[char] ?? controls[char]
    if (known !== undefined) return known
    const hex = /^(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4})/.exec(this.#source.slice(this.#at - 1))?.[0]
    if (hex === undefined) {
      if (/[a-zA-Z1-9]/.test(char)) throw new NotSimple()
      return char
    }
    this.#at += hex.length - 1
    return String.fromCharCode(Number.parseInt(hex.slice(1), 16))
  }

  #set(): Maker {
    const isNegated = this.#take('^')
    let members = ''
    while (!this.#take(']')) members += this.#members()
    const allowed = isNegated ? [...printable].filter((char) => !members.includes(char)).join('') : members
    if (allowed === '') throw new NotSimple()
    return choice(allowed)
  }

  /** Parses a character, class or range inside brackets. */
  #members(): string {
    const first = this.#member()
    if (this.#peek() !== '-' || this.#source[this.#at + 1] === ']' || first.length !== 1) return first
    this.#next()
    const last = this.#member()
    if (last.length !== 1) return `${first}-${last}`
    const from = first.charCodeAt(0)
    const length = Math.min(last.charCodeAt(0) - from + 1, 200)
    return Array.from({ length: Math.max(0, length) }, (_, index) => String.fromCharCode(from + index)).join('')
  }

  #member(): string {
    const char = this.#next()
    return char === '\\' ? this.#escape() : char
  }

  #peek(): string {
    return this.#source[this.#at] ?? ''
  }

  #next(): string {
    const char = this.#source[this.#at]
    if (char === undefined) throw new NotSimple()
    this.#at++
    return char
  }

  #take(char: string): boolean {
    if (this.#peek() !== char) return false
    this.#at++
    return true
  }
}

function choice(characters: string): Maker {
  return (_, pick) => characters[pick % characters.length] ?? ''
}
