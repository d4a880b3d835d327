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
