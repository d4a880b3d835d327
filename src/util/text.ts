import { distance } from 'fastest-levenshtein'

/** Returns `1 finding`, `2 findings`. */
export function plural(count: number, noun: string, many = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : many}`
}

/** Formats a count as `1,234`, like `toLocaleString('en-US')`, which takes 20 ms to load. */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',')
}

/** Joins the first items of a list: `a, b and 9 more`. */
export function firstOf(texts: readonly string[], most = 3, separator = ', '): string {
  const rest = texts.length - most
  return rest > 0 ? `${texts.slice(0, most).join(separator)} and ${rest} more` : texts.join(separator)
}

/** Compares by UTF-16 code units, independent of machine and locale. */
export function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** Returns the most similar candidate by Levenshtein distance, if it is similar enough for a typo. */
export function didYouMean(word: string, candidates: Iterable<string>): string | undefined {
  let best: string | undefined
  let least = Math.max(2, Math.floor(word.length / 3)) + 1
  for (const candidate of candidates) {
    const edits = distance(word.toLowerCase(), candidate.toLowerCase())
    // `yaml` isn't `html`: with half of the letters including the first different, it is another word.
    const isAnother = 2 * edits >= word.length && word[0]?.toLowerCase() !== candidate[0]?.toLowerCase()
    if (edits < least && !isAnother) [best, least] = [candidate, edits]
  }
  return best
}

/** Returns ` (did you mean json?)`, or an empty string without a similar candidate. */
export function meant(word: string, candidates: Iterable<string>): string {
  const near = didYouMean(word, candidates)
  return near === undefined ? '' : ` (did you mean ${near}?)`
}

/** Maximum cache size, because external input is unbounded. */
const most = 1000

/** Caches a function of a string, because the same strings recur in every exchange. */
export function memoOfText<T>(make: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined || known.has(text)) return before as T
    const made = make(text)
    if (known.size >= most) known.clear()
    known.set(text, made)
    return made
  }
}

/** Caches a function of an object and a string or number. */
export function memoWithin<K extends object, A extends string | number, T>(
  make: (part: K, about: A) => T,
): (part: K, about: A) => T {
  const parts = new WeakMap<K, Map<A, T>>()
  return (part, about) => {
    let known = parts.get(part)
    if (known === undefined) {
      known = new Map()
      parts.set(part, known)
    }
    const before = known.get(about)
    if (before !== undefined || known.has(about)) return before as T
    const made = make(part, about)
    if (known.size >= most) known.clear()
    known.set(about, made)
    return made
  }
}
