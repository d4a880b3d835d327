import type { Alphabet } from './alphabet.ts'
import type { PatternAutomaton, PatternState } from './automaton.ts'
import { Undecided } from './syntax.ts'

/** A state of a deterministic automaton: all that matters of the text so far. */
export interface TextState {
  readonly id: number
  /** Whether a text that ends here matches. */
  readonly accepts: boolean
  /** The state after one more letter. */
  step(letter: number): TextState
}

/** The work that one comparison may still cost, in states visited; its automata share it. */
export interface Effort {
  left: number
}

type Anchor = 'start' | 'end'

/**
 * The state before the first letter; the others are made on demand, by the subset construction (M. Rabin,
 * D. Scott, "Finite Automata and Their Decision Problems", 1959): a state is all the states the pattern may be in.
 * An anchor is a step without reading that only the first or the last position of a text allows.
 */
export function beginText(automaton: PatternAutomaton, alphabet: Alphabet, effort: Effort): TextState {
  return new Subsets(automaton, alphabet, effort).start()
}

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

/** Whether a state does something at a later position: the others have been passed, or never will be. */
function isWaiting({ kind }: PatternState): boolean {
  return kind === 'read' || kind === 'end'
}
