/** A set of code points as sorted, disjoint, inclusive ranges. Includes lone surrogates, as ECMA-262 does. */
export type CodePointSet = readonly (readonly [from: number, to: number])[]

const last = 0x10ffff

export const everything: CodePointSet = [[0, last]]

export function onePoint(point: number): CodePointSet {
  return [[point, point]]
}

/** Returns the union. The input ranges may overlap and be unsorted. */
export function unionOf(sets: readonly CodePointSet[]): CodePointSet {
  const union: [number, number][] = []
  for (const [from, to] of sets.flat().sort((a, b) => a[0] - b[0])) {
    const previous = union.at(-1)
    if (previous !== undefined && from <= previous[1] + 1) previous[1] = Math.max(previous[1], to)
    else union.push([from, to])
  }
  return union
}

export function complementOf(set: CodePointSet): CodePointSet {
  const starts = [0, ...set.map(([, to]) => to + 1)]
  const ends = [...set.map(([from]) => from - 1), last]
  return starts.map((from, index) => [from, ends[index] ?? last] as const).filter(([from, to]) => from <= to)
}

export function hasPoint(set: CodePointSet, point: number): boolean {
  return set.some(([from, to]) => from <= point && point <= to)
}

/** Returns whether a code point is a surrogate, which isn't a character on its own but may form one with its neighbour. */
export function isSurrogate(point: number): boolean {
  return point >= 0xd800 && point <= 0xdfff
}

const digits = rangesOf('09')
const wordCharacters = rangesOf('09AZ__az')
const spaces = rangesOf(
  '\t\r  \xa0\xa0\u1680\u1680\u2000\u200a\u2028\u2029\u202f\u202f\u205f\u205f\u3000\u3000\ufeff\ufeff',
)

/** Characters matched by `.` without the `s` flag: all except line terminators (ECMA-262 §22.2.2.7). */
export const anyCharacter = complementOf(rangesOf('\n\n\r\r\u2028\u2029'))

/** Characters matched by the class escapes (ECMA-262 §22.2.2.9). */
export const escapedSets: ReadonlyMap<string, CodePointSet> = new Map([
  ['\\d', digits],
  ['\\D', complementOf(digits)],
  ['\\w', wordCharacters],
  ['\\W', complementOf(wordCharacters)],
  ['\\s', spaces],
  ['\\S', complementOf(spaces)],
])

/** Parses `azAZ` as the ranges a–z and A–Z. */
function rangesOf(pairs: string): CodePointSet {
  const ranges = pairs.match(/[\s\S]{2}/g) ?? []
  return unionOf(ranges.map((pair) => [[pair.charCodeAt(0), pair.charCodeAt(1)]]))
}

const categories = new Map<string, CodePointSet>()

/** Returns the code points of a general category (`Lu`) from the runtime's Unicode tables. Takes about 70 ms once per category. */
export function categorySet(name: string): CodePointSet {
  const known = categories.get(name)
  if (known !== undefined) return known
  const member = new RegExp(`\\p{${name}}`, 'u')
  const starts: number[] = []
  const ends: number[] = []
  for (let point = 0, isInside = false; point <= last + 1; point++) {
    const isMember = point <= last && member.test(String.fromCodePoint(point))
    if (isMember && !isInside) starts.push(point)
    if (!isMember && isInside) ends.push(point - 1)
    isInside = isMember
  }
  const set = starts.map((from, index) => [from, ends[index] ?? last] as const)
  categories.set(name, set)
  return set
}
