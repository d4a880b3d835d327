import { type CodePointSet, everything } from './code-points.ts'
import { type PatternNode, Undecided } from './syntax.ts'

/** A state of the nondeterministic automaton. Only `read` consumes a character; anchors pass if they match. */
export interface PatternState {
  readonly id: number
  readonly kind: 'read' | 'fork' | 'start' | 'end'
  /** Characters accepted by a `read` state. */
  readonly set: CodePointSet
  readonly next: PatternState[]
}

/** A pattern as an automaton that reads a whole string. */
export interface PatternAutomaton {
  readonly entry: PatternState
  /** Final state, which accepts any remaining characters. */
  readonly matched: PatternState
  /** Character sets of the `read` states. */
  readonly sets: readonly CodePointSet[]
}

const mostSteps = 20_000

/** Builds the automaton by Thompson's construction ("Regular Expression Search Algorithm", CACM 11/6, 1968). Unanchored. */
export function buildAutomaton(pattern: PatternNode): PatternAutomaton {
  const builder = new AutomatonBuilder()
  const matched = builder.add('read', [], everything)
  matched.next.push(matched)
  const begun = builder.build(pattern, matched)
  const entry = builder.add('fork', [begun])
  entry.next.push(builder.add('read', [entry], everything))
  return { entry, matched, sets: builder.sets }
}

class AutomatonBuilder {
  readonly sets: CodePointSet[] = []
  #states = 0
  #steps = 0

  add(kind: PatternState['kind'], next: PatternState[], set: CodePointSet = []): PatternState {
    if (kind === 'read') this.sets.push(set)
    return { id: this.#states++, kind, set, next }
  }

  /** Adds states for a node that continue with `next`; returns the first state. */
  build(node: PatternNode, next: PatternState): PatternState {
    // Count steps, not states: an empty group repeated a million times has no states.
    if (++this.#steps > mostSteps) throw new Undecided('too many repetitions')
    switch (node.kind) {
      case 'read':
        return this.add('read', [next], node.set)
      case 'start':
      case 'end':
        return this.add(node.kind, [next])
      case 'sequence':
        return node.parts.reduceRight((following, part) => this.build(part, following), next)
      case 'choice':
        return this.add(
          'fork',
          node.branches.map((branch) => this.build(branch, next)),
        )
      case 'repeat':
        return this.#repeat(node.body, node.least, node.most, next)
    }
  }

  #repeat(body: PatternNode, least: number, most: number, next: PatternState): PatternState {
    let entry = next
    let required = least
    if (most === Infinity) {
      const loop = this.add('fork', [next])
      const loopBody = this.build(body, loop)
      loop.next.push(loopBody)
      entry = least === 0 ? loop : loopBody
      required = Math.max(0, least - 1)
    } else {
      for (let count = least; count < most; count++) entry = this.add('fork', [this.build(body, entry), next])
    }
    for (let count = 0; count < required; count++) entry = this.build(body, entry)
    return entry
  }
}
