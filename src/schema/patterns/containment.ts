import { canonical } from '../../util/json.ts'
import { divideAlphabet } from './alphabet.ts'
import { buildAutomaton } from './automaton.ts'
import { everything, isSurrogate } from './code-points.ts'
import { beginCount, lengthsOf } from './counting.ts'
import { beginText, type TextState } from './subsets.ts'
import { parsePattern, Undecided } from './syntax.ts'

/** The relation of two languages: every one but `unknown` is proved. */
export type PatternRelation = 'equal' | 'narrowed' | 'widened' | 'incomparable' | 'unknown'

/** The relation of the language of `after` to that of `before`. A witness is proved even where the relation is unknown. */
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

const mostPatterns = 20
const mostStates = 5_000
const mostEffort = 500_000
const memo = new Map<string, PatternComparison>()

/**
 * Compares the strings that match all patterns of `before` with those that match all of `after` (`[]`: any string), as
 * JSON Schema does: ECMA-262 with the `u` flag, unanchored. Costs a fifth of a second at worst, commonly a
 * millisecond; patterns that we cannot read (look-around, back-references) or that are too large are `unknown`.
 */
export function comparePatterns(before: readonly string[], after: readonly string[]): PatternComparison {
  const sides = [before, after].map((side) => [...new Set(side)].sort())
  const key = canonical(sides)
  const known = memo.get(key)
  if (known !== undefined) return known
  const [first = [], second = []] = sides
  const comparison: PatternComparison =
    canonical(first) === canonical(second) ? { relation: 'equal' } : decide(first, second)
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

/** The states of all automata after a text, and the previous step. */
interface Reached {
  readonly states: readonly TextState[]
  readonly point?: number
  readonly previous?: Reached
}

/**
 * Walks all automata at once, breadth first, so that the first state that only one side accepts ends a shortest
 * witness (the product construction: J. Hopcroft, J. Ullman, "Introduction to Automata Theory", 1979, §3.2 and §3.4).
 */
function findWitnesses(before: readonly string[], after: readonly string[], found: Witnesses): void {
  const sources = [...new Set([...before, ...after])]
  if (sources.length > mostPatterns) throw new Undecided('too many patterns')
  const patterns = sources.map(parsePattern)
  const automata = patterns.map((pattern) => lengthsOf(pattern) ?? buildAutomaton(pattern))
  const alphabet = divideAlphabet([everything, ...automata.flatMap((one) => ('sets' in one ? one.sets : []))])
  const effort = { left: mostEffort }
  const accepts = (side: readonly string[], { states }: Reached) =>
    states.every((state, index) => state.accepts || !side.includes(sources[index] ?? ''))

  // Without patterns the other side matches any text, and nothing is left to find.
  const isLast = (text: string | undefined, other: readonly string[]) => text !== undefined || other.length === 0
  const begin = (one: (typeof automata)[number]) => ('sets' in one ? beginText(one, alphabet, effort) : beginCount(one))
  const reached: Reached[] = [{ states: automata.map(begin) }]
  const seen = new Set<string>()
  // An array goes on to iterate over what is added meanwhile.
  for (const from of reached) {
    const matches = { before: accepts(before, from), after: accepts(after, from) }
    if (matches.before && !matches.after) found.onlyBefore ??= textTo(from)
    if (matches.after && !matches.before) found.onlyAfter ??= textTo(from)
    if (isLast(found.onlyBefore, after) && isLast(found.onlyAfter, before)) return
    alphabet.points.forEach((point, letter) => {
      const states = from.states.map((state) => state.step(letter))
      const key = states.map(({ id }) => id).join()
      if (seen.has(key)) return
      if (seen.size >= mostStates) throw new Undecided('too many states')
      seen.add(key)
      reached.push({ states, point, previous: from })
    })
  }
}

/** The text that leads to a state. A lone surrogate is no text: two of them in a row might be one character. */
function textTo(state: Reached): string {
  const points: number[] = []
  for (let at: Reached | undefined = state; at?.point !== undefined; at = at.previous) points.push(at.point)
  if (points.some(isSurrogate)) throw new Undecided('they differ in lone surrogates')
  return String.fromCodePoint(...points.reverse())
}
