import { distance } from 'fastest-levenshtein'

/** `1 finding`, `2 findings`. */
export function plural(count: number, noun: string, many = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : many}`
}

/** `1,234`: as `toLocaleString('en-US')` writes a count, which takes 20 ms to load its tables. */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',')
}

/** `a, b and 9 more`: the first of a list. */
export function firstOf(texts: readonly string[], most = 3, separator = ', '): string {
  const rest = texts.length - most
  return rest > 0 ? `${texts.slice(0, most).join(separator)} and ${rest} more` : texts.join(separator)
}

/** Compares by UTF-16 code units: the same order on every machine and locale. */
export function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** The candidate nearest to a word when it is near enough to be a slip, by Levenshtein distance. */
export function didYouMean(word: string, candidates: Iterable<string>): string | undefined {
  let best: string | undefined
  let least = Math.max(2, Math.floor(word.length / 3)) + 1
  for (const candidate of candidates) {
    const edits = distance(word.toLowerCase(), candidate.toLowerCase())
    // `yaml` is not `html`: half of the letters, the first among them, is another word.
    const isAnother = 2 * edits >= word.length && word[0]?.toLowerCase() !== candidate[0]?.toLowerCase()
    if (edits < least && !isAnother) [best, least] = [candidate, edits]
  }
  return best
}

/** ` (did you mean json?)` after a mistyped word; empty if no candidate is near. */
export function meant(word: string, candidates: Iterable<string>): string {
  const near = didYouMean(word, candidates)
  return near === undefined ? '' : ` (did you mean ${near}?)`
}

/** So many results are kept: texts that come from outside may be any number. */
const most = 1000

/** A function of a text that keeps its results: the same few texts come with every exchange. */
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

/** The same of a part of a description and a text or number that concerns it. */
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
