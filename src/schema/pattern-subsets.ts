import type { Alphabet } from './pattern-alphabet.ts'
import type { PatternAutomaton, PatternState } from './pattern-automaton.ts'
import { Undecided } from './pattern-syntax.ts'

/** A state of the deterministic automaton: all the states the other may be in after some text. */
export interface TextState {
  readonly id: number
  readonly members: readonly PatternState[]
  /** Whether a text that ends here matches. */
  readonly accepts: boolean
  /** Where each letter leads, as far as it has been asked for. */
  readonly next: TextState[]
}

/** The work that one comparison may still cost, in states visited; its automata share it. */
export interface Effort {
  left: number
}

type Anchor = 'start' | 'end'

/**
 * A pattern as a deterministic automaton, made as far as it is asked for: the subset construction (M. Rabin, D. Scott,
 * "Finite Automata and Their Decision Problems", 1959). An anchor is a step without reading that only the first or
 * the last position of a text allows.
 */
export class TextAutomaton {
  readonly start: TextState
  readonly #automaton: PatternAutomaton
  readonly #alphabet: Alphabet
  readonly #effort: Effort
  readonly #known = new Map<string, TextState>()

  constructor(automaton: PatternAutomaton, alphabet: Alphabet, effort: Effort) {
    this.#automaton = automaton
    this.#alphabet = alphabet
    this.#effort = effort
    this.start = this.#stateOf([automaton.entry], ['start'])
  }

  /** The state after one more letter. */
  step(from: TextState, letter: number): TextState {
    const known = from.next[letter]
    if (known !== undefined) return known
    const readers = from.members.filter(({ set }) => this.#alphabet.readers.get(set)?.[letter] === true)
    this.#spend(from.members.length)
    const to = this.#stateOf(
      readers.flatMap(({ next }) => next),
      [],
    )
    from.next[letter] = to
    return to
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
    const state: TextState = { id: this.#known.size, members, accepts, next: [] }
    this.#known.set(key, state)
    return state
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

/** Whether a state does something at a later position: the others have been passed, or never will be. */
function isWaiting({ kind }: PatternState): boolean {
  return kind === 'read' || kind === 'end'
}
