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
    // Once the pattern has matched, the other states don't matter.
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

  /** Returns the states reachable without reading, given the anchors that match at this position. */
  #follow(seeds: readonly PatternState[], anchors: readonly Anchor[]): ReadonlySet<PatternState> {
    const passable: ReadonlySet<PatternState['kind']> = new Set(['fork', ...anchors])
    const reached = new Set(seeds)
    // Iterating over a Set includes elements added meanwhile.
    for (const { kind, next } of reached) if (passable.has(kind)) for (const state of next) reached.add(state)
    this.#spend(reached.size)
    return reached
  }

  #spend(work: number): void {
    this.#effort.left -= work
    if (this.#effort.left < 0) throw new Undecided('too many states')
  }
}

/** Relation of two languages. All values except `unknown` are proven. */
export type PatternRelation = 'equal' | 'narrowed' | 'widened' | 'incomparable' | 'unknown'

/** Relation of the language of `after` to that of `before`. Witnesses are proven even if the relation is unknown. */
export interface PatternComparison {
  readonly relation: PatternRelation
  /** A shortest string that matches only `before`. */
  readonly onlyBefore?: string
  /** A shortest string that matches only `after`. */
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
 * Compares the strings that match all `before` patterns with those that match all `after` patterns (`[]`: any string). ECMA-262 with the
 * `u` flag, unanchored. Takes at most 200 ms. Look-around, back-references and large patterns give `unknown`.
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

/** States of all automata after a string, linked to the previous step. */
interface Reached {
  readonly states: readonly TextState[]
  readonly point?: number
  readonly previous?: Reached
}

/** Finds shortest witnesses breadth first (product construction: Hopcroft, Ullman, "Introduction to Automata Theory", 1979, §3.2, §3.4). */
function findWitnesses(before: readonly string[], after: readonly string[], found: Witnesses): void {
  const sources = [...new Set([...before, ...after])]
  if (sources.length > mostPatterns) throw new Undecided('too many patterns')
  const patterns = sources.map(parsePattern)
  const automata = patterns.map((pattern) => lengthsOf(pattern) ?? buildAutomaton(pattern))
  const alphabet = divideAlphabet([everything, ...automata.flatMap((one) => ('sets' in one ? one.sets : []))])
  const effort = { left: mostEffort }
  const accepts = (side: readonly string[], { states }: Reached) =>
    states.every((state, index) => state.accepts || !side.includes(sources[index] ?? ''))

  // A side without patterns matches every string, so the other side can't have a witness against it.
  const isLast = (text: string | undefined, other: readonly string[]) => text !== undefined || other.length === 0
  const begin = (one: (typeof automata)[number]) => ('sets' in one ? beginText(one, alphabet, effort) : beginCount(one))
  const reached: Reached[] = [{ states: automata.map(begin) }]
  const seen = new Set<string>()
  // Iterating over an array includes elements added meanwhile.
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

/** Returns the string leading to a state. Throws for lone surrogates, because two in a row might form a character. */
function textTo(state: Reached): string {
  const points: number[] = []
  for (let at: Reached | undefined = state; at?.point !== undefined; at = at.previous) points.push(at.point)
  if (points.some(isSurrogate)) throw new Undecided('they differ in lone surrogates')
  return String.fromCodePoint(...points.reverse())
}

/** Limits for the number of characters. */
interface Lengths {
  readonly least: number
  readonly most: number
}

/** Returns the lengths of a pattern that restricts only the length, such as `^[\s\S]{2,64}$`. */
function lengthsOf(pattern: PatternNode): Lengths | undefined {
  if (pattern.kind !== 'sequence' || pattern.parts.length !== 3) return undefined
  const [start, body, end] = pattern.parts
  if (start?.kind !== 'start' || body?.kind !== 'repeat' || end?.kind !== 'end') return undefined
  const isAny = body.body.kind === 'read' && body.body.set.join() === everything.join()
  return isAny ? { least: body.least, most: body.most } : undefined
}

/** Returns the initial state of a length counter, which replaces an automaton with one state per character. */
function beginCount({ least, most }: Lengths): TextState {
  // The last state loops, because greater lengths aren't distinguished.
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

/** A state of the deterministic automaton. */
interface TextState {
  readonly id: number
  /** Whether a string ending here matches. */
  readonly accepts: boolean
  step(letter: number): TextState
}

/** Remaining work of a comparison in visited states, shared by its automata. */
interface Effort {
  left: number
}

type Anchor = 'start' | 'end'

/**
 * Returns the initial state; others are built lazily as sets of pattern states (M. Rabin, D. Scott, "Finite Automata and Their Decision
 * Problems", 1959). Anchors are empty transitions at the first or last position only.
 */
function beginText(automaton: PatternAutomaton, alphabet: Alphabet, effort: Effort): TextState {
  return new Subsets(automaton, alphabet, effort).start()
}

/** Returns whether a state can act at a later position. */
function isWaiting({ kind }: PatternState): boolean {
  return kind === 'read' || kind === 'end'
}

/** Code points grouped into letters: points that no set distinguishes form one letter. */
interface Alphabet {
  /** A readable code point of each letter, most readable letters first. */
  readonly points: readonly number[]
  /** For each set (by identity), whether it contains each letter (by index). */
  readonly readers: ReadonlyMap<CodePointSet, readonly boolean[]>
}

interface Letter {
  readonly ranges: (readonly [number, number])[]
  /** Indexes of the sets that contain it. */
  readonly readBy: ReadonlySet<number>
}

/** Groups the code points of the sets into the coarsest letters that the sets distinguish. */
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

/** Splits the code points at every set boundary, then joins pieces contained in the same sets. */
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

/** Returns the most readable code point of a letter and its rank (0 is best). Returns a lone surrogate only if there is no other. */
function representative(ranges: CodePointSet): { readonly point: number; readonly rank: number } {
  const rank = readable.findIndex((point) => hasPoint(ranges, point))
  const known = readable[rank]
  if (known !== undefined) return { point: known, rank }
  const ends = ranges.flat()
  const point = ends.find((end) => !isSurrogate(end))
  return { point: point ?? ends[0] ?? 0, rank: readable.length + (point === undefined ? 1 : 0) }
}
