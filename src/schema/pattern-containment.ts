import { canonical } from '../util/json.ts'
import { divideAlphabet } from './pattern-alphabet.ts'
import { buildAutomaton } from './pattern-automaton.ts'
import { isSurrogate } from './pattern-set.ts'
import { TextAutomaton, type TextState } from './pattern-subsets.ts'
import { parsePattern, Undecided } from './pattern-syntax.ts'

/** What is known of two languages: every answer but `unknown` is proved. */
export type PatternRelation = 'equal' | 'narrowed' | 'widened' | 'incomparable' | 'unknown'

/** How the language of `after` stands to that of `before`. A witness is proved even where the relation is unknown. */
export interface PatternComparison {
  readonly relation: PatternRelation
  /** A shortest string that matches `before` and not `after`. */
  readonly onlyBefore?: string
  /** A shortest string that matches `after` and not `before`. */
  readonly onlyAfter?: string
  /** Why the relation is unknown. */
  readonly reason?: string
}

type Witnesses = { onlyBefore?: string; onlyAfter?: string }

const mostPairs = 5_000
const mostEffort = 1_000_000
const memo = new Map<string, PatternComparison>()

/**
 * Compares the strings that match all patterns of `before` with those that match all of `after` (`[]`: any string), as
 * JSON Schema does: ECMA-262 with the `u` flag, unanchored. Costs some tens of milliseconds at most; patterns that are
 * not regular (look-around, back-references) or too large are `unknown`.
 */
export function comparePatterns(before: readonly string[], after: readonly string[]): PatternComparison {
  const sides = [before, after].map((side) => [...new Set(side)].sort())
  const key = canonical(sides)
  const known = memo.get(key)
  if (known !== undefined) return known
  const [first = [], second = []] = sides
  const comparison: PatternComparison = canonical(first) === canonical(second) ? { relation: 'equal' } : decide(first, second)
  if (memo.size > 10_000) memo.clear()
  memo.set(key, comparison)
  return comparison
}

function decide(before: readonly string[], after: readonly string[]): PatternComparison {
  const witnesses: Witnesses = {}
  try {
    findWitnesses(before, after, witnesses)
  } catch (error) {
    if (error instanceof Undecided) return { relation: 'unknown', ...witnesses, reason: error.message }
    throw error
  }
  return { relation: relationBy(witnesses), ...witnesses }
}

function relationBy({ onlyBefore, onlyAfter }: Witnesses): PatternRelation {
  if (onlyBefore === undefined) return onlyAfter === undefined ? 'equal' : 'widened'
  return onlyAfter === undefined ? 'narrowed' : 'incomparable'
}

/** Where all automata are after a text, and how that text was reached. */
interface Place {
  readonly states: readonly TextState[]
  readonly previous?: Place
  readonly letter: number
}

/**
 * Walks all automata at once, breadth first, so that the first place where only one side accepts ends a shortest witness
 * (the product construction: J. Hopcroft, J. Ullman, "Introduction to Automata Theory", 1979, §3.2).
 */
function findWitnesses(before: readonly string[], after: readonly string[], found: Witnesses): void {
  const sources = [...new Set([...before, ...after])]
  const automata = sources.map((source) => buildAutomaton(parsePattern(source)))
  const alphabet = divideAlphabet(automata.flatMap(({ sets }) => sets))
  const effort = { left: mostEffort }
  const walkers = automata.map((automaton) => new TextAutomaton(automaton, alphabet, effort))
  const accepts = (side: readonly string[], { states }: Place) =>
    sources.every((source, index) => !side.includes(source) || states[index]?.accepts === true)

  const places: Place[] = [{ states: walkers.map(({ start }) => start), letter: -1 }]
  const seen = new Set<string>()
  for (const place of places) {
    ...
  }
}
