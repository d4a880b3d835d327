import { type CodePointSet, hasPoint, isSurrogate } from './code-points.ts'
import { Undecided } from './syntax.ts'

/** All code points as a few letters: those that no set distinguishes are one letter. */
export interface Alphabet {
  /** A code point of each letter, as readable as there is one; the most readable letters first. */
  readonly points: readonly number[]
  /** Whether a set (by identity) reads a letter (by index). */
  readonly readers: ReadonlyMap<CodePointSet, readonly boolean[]>
}

interface Letter {
  readonly ranges: (readonly [number, number])[]
  /** Which sets read it. */
  readonly readBy: ReadonlySet<number>
}

/** Divides the code points that the sets cover into the coarsest classes that the sets distinguish. */
export function divideAlphabet(sets: Iterable<CodePointSet>): Alphabet {
  const texts = new Map(Array.from(new Set(sets), (set) => [set, set.join()]))
  const distinct = new Map(Array.from(texts, ([set, text]) => [text, set]))
  const letters = lettersOf([...distinct.values()])
    .map((letter) => ({ ...letter, ...representative(letter.ranges) }))
    .sort((a, b) => a.rank - b.rank)
  const readers = new Map(
    Array.from(distinct.keys(), (text, index) => [text, letters.map(({ readBy }) => readBy.has(index))]),
  )
  return {
    points: letters.map(({ point }) => point),
    readers: new Map(Array.from(texts, ([set, text]) => [set, readers.get(text) ?? []])),
  }
}

const mostWork = 200_000

/** Cuts the code points wherever a set begins or ends, then joins the pieces that the same sets read. */
function lettersOf(sets: readonly CodePointSet[]): readonly Letter[] {
  const cuts = [...new Set(sets.flatMap((set) => set.flatMap(([from, to]) => [from, to + 1])))].sort((a, b) => a - b)
  if (sets.length * cuts.length > mostWork) throw new Undecided('too many character classes')
  const pieces = cuts.map((from, index) => ({ from, to: (cuts[index + 1] ?? from) - 1, readBy: new Set<number>() }))
  sets.forEach((set, index) => {
    let range = 0
    for (const piece of pieces) {
      while ((set[range]?.[1] ?? Infinity) < piece.from) range++
      if ((set[range]?.[0] ?? Infinity) <= piece.from) piece.readBy.add(index)
    }
  })
  const letters = new Map<string, Letter>()
  for (const { from, to, readBy } of pieces) {
    const key = [...readBy].join()
    const letter = letters.get(key)
    if (letter !== undefined) letter.ranges.push([from, to])
    else if (key !== '') letters.set(key, { ranges: [[from, to]], readBy })
  }
  return [...letters.values()]
}

const printable = Array.from({ length: 0x7f - 0x20 }, (_, index) => String.fromCharCode(0x20 + index)).join('')
const readable = Array.from(
  `abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.${printable}éñßяλ中😀`,
  (char) => char.codePointAt(0) ?? 0,
)

/** The code point that shows a letter best, and how readable that is (0 is best). A lone surrogate only if need be. */
function representative(ranges: CodePointSet): { readonly point: number; readonly rank: number } {
  const rank = readable.findIndex((point) => hasPoint(ranges, point))
  const known = readable[rank]
  if (known !== undefined) return { point: known, rank }
  const ends = ranges.flat()
  const point = ends.find((end) => !isSurrogate(end))
  return { point: point ?? ends[0] ?? 0, rank: readable.length + (point === undefined ? 1 : 0) }
}
