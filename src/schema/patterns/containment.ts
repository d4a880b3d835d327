import { canonical } from '../../util/json.ts'
import { buildAutomaton, type PatternAutomaton, type PatternState } from './automaton.ts'
import { type CodePointSet, everything, hasPoint, isSurrogate } from './code-points.ts'
import { type PatternNode, parsePattern, Undecided } from './syntax.ts'

const mostWork = 200_000

const printable = Array.from({ length: 0x7f - 0x20 }, (_, index) => String.fromCharCode(0x20 + index)).join('')

const readable = Array.from(
  `abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.${printable}éñßяλ中😀`,
  (char) => char.codePointAt(0) ?? 0,
)

class Subsets {
  readonly #automaton: PatternAutomaton
  readonly #alphabet: Alphabet
  readonly #effort: Effort
  readonly #known = new Map<string, TextState>()

  constructor(automaton: PatternAutomaton, alphabet: Alphabet, effort: Effort) {
    this.#automaton = automaton
    this.#alphabet = alphabet
    this.#effort = effort
  }

  start(): TextState {
    return this.#stateOf([this.#automaton.entry], ['start'])
  }

  #stateOf(seeds: readonly PatternState[], anchors: readonly Anchor[]): TextState {
    const { matched } = this.#automaton
    const reached = this.#follow(seeds, anchors)
    // A search that has found the pattern has found it, whatever else is under way.
    const members = reached.has(matched) ? [matched] : [...reached].filter(isWaiting).sort((a, b) => a.id - b.id)
    const key = [...anchors, ...members.map(({ id }) => id)].join()
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const accepts = this.#follow(members, [...anchors, 'end']).has(matched)
    const steps: TextState[] = []
    const step = (letter: number) => {
      steps[letter] ??= this.#stateOf(this.#read(members, letter), [])
      return steps[letter]
    }
    const state = { id: this.#known.size, accepts, step }
    this.#known.set(key, state)
    return state
  }

  #read(members: readonly PatternState[], letter: number): readonly PatternState[] {
    this.#spend(members.length)
    return members.flatMap(({ set, next }) => (this.#alphabet.readers.get(set)?.[letter] ? next : []))
  }

  /** The states within reach without reading, at a position where these anchors hold. */
  #follow(seeds: readonly PatternState[], anchors: readonly Anchor[]): ReadonlySet<PatternState> {
    const passable: ReadonlySet<PatternState['kind']> = new Set(['fork', ...anchors])
    const reached = new Set(seeds)
    // A set goes on to iterate over what is added meanwhile.
    for (const { kind, next } of reached) if (passable.has(kind)) for (const state of next) reached.add(state)
    this.#spend(reached.size)
    return reached
  }

  #spend(work: number): void {
    this.#effort.left -= work
    if (this.#effort.left < 0) throw new Undecided('too many states')
  }
}

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

/** How many characters a text may have. */
interface Lengths {
  readonly least: number
  readonly most: number
}

/** The lengths that a pattern is about when it is about nothing else, as `^[\s\S]{2,64}$`; else undefined. */
function lengthsOf(pattern: PatternNode): Lengths | undefined {
  if (pattern.kind !== 'sequence' || pattern.parts.length !== 3) return undefined
  const [start, body, end] = pattern.parts
  if (start?.kind !== 'start' || body?.kind !== 'repeat' || end?.kind !== 'end') return undefined
  const isAny = body.body.kind === 'read' && body.body.set.join() === everything.join()
  return isAny ? { least: body.least, most: body.most } : undefined
}

/** The state before the first character of a text that is only counted: an automaton would have a state a character. */
function beginCount({ least, most }: Lengths): TextState {
  // Beyond the last length that is distinguished from the next one, a text stays where it is.
  const last = most === Number.POSITIVE_INFINITY ? least : Math.max(least, most + 1)
  const states: TextState[] = []
  const after = (count: number): TextState => {
    states[count] ??= {
      id: count,
      accepts: count >= least && count <= most,
      step: () => after(Math.min(count + 1, last)),
    }
    return states[count]
  }
  return after(0)
}

/** A state of a deterministic automaton: all that matters of the text so far. */
interface TextState {
  readonly id: number
  /** Whether a text that ends here matches. */
  readonly accepts: boolean
  /** The state after one more letter. */
  step(letter: number): TextState
}

/** The work that one comparison may still cost, in states visited; its automata share it. */
interface Effort {
  left: number
}

type Anchor = 'start' | 'end'

/**
 * The state before the first letter; the others are made on demand, by the subset construction (M. Rabin,
 * D. Scott, "Finite Automata and Their Decision Problems", 1959): a state is all the states the pattern may be in.
 * An anchor is a step without reading that only the first or the last position of a text allows.
 */
function beginText(automaton: PatternAutomaton, alphabet: Alphabet, effort: Effort): TextState {
  return new Subsets(automaton, alphabet, effort).start()
}

/** Whether a state does something at a later position: the others have been passed, or never will be. */
function isWaiting({ kind }: PatternState): boolean {
  return kind === 'read' || kind === 'end'
}

/** All code points as a few letters: those that no set distinguishes are one letter. */
interface Alphabet {
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
function divideAlphabet(sets: Iterable<CodePointSet>): Alphabet {
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

/** The code point that shows a letter best, and how readable that is (0 is best). A lone surrogate only if need be. */
function representative(ranges: CodePointSet): { readonly point: number; readonly rank: number } {
  const rank = readable.findIndex((point) => hasPoint(ranges, point))
  const known = readable[rank]
  if (known !== undefined) return { point: known, rank }
  const ends = ranges.flat()
  const point = ends.find((end) => !isSurrogate(end))
  return { point: point ?? ends[0] ?? 0, rank: readable.length + (point === undefined ? 1 : 0) }
}
