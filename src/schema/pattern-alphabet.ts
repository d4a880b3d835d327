import { type CodePointSet, hasPoint, isSurrogate } from './pattern-set.ts'
import { Undecided } from './pattern-syntax.ts'

/** All code points as a few letters: those that no set tells apart are one letter. */
export interface Alphabet {
  /** A code point of each letter, as readable as there is one; the most readable letters first. */
  readonly points: readonly number[]
  /** Whether a set (by identity) reads a letter (by index). */
  readonly readers: ReadonlyMap<CodePointSet, readonly boolean[]>
}

interface Letter {
  readonly ranges: (readonly [number, number])[]
  /** The sets that read it, by index. */
  readonly sets: readonly number[]
}

/** Divides the code points into the coarsest classes that the sets distinguish. */
export function divideAlphabet(sets: readonly CodePointSet[]): Alphabet {
  const indexes = new Map<string, number>()
  for (const set of sets) if (!indexes.has(set.join())) indexes.set(set.join(), indexes.size)
  const distinct = 
}
