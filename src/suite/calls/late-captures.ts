import { type Captures, createCaptures } from '../../drift/reach/captures.ts'
import type { Observation } from '../../model/observation.ts'
import type { Description, Operation } from '../../model/operation.ts'

/** How many characters of responses wait at most; what is captured of them is ten values of each resource. */
const mostCharacters = 1_000_000

/**
 * Captures that are learned when something is first asked of them: the resource graph of a description is not built for suites that
 * name their values. Responses wait till then, as long as they are small.
 */
export function lateCaptures(description: Description, baseUrl: string): Captures {
  let captures: Captures | undefined
  let waiting: (readonly [Operation, Observation])[] = []
  let characters = 0
  const all = (): Captures => {
    if (captures !== undefined) return captures
    captures = createCaptures(description, baseUrl)
    for (const each of waiting) captures.learn(...each)
    waiting = []
    return captures
  }
  return {
    get graph() {
      return all().graph
    },
    learn(operation, observation) {
      if (captures !== undefined) return captures.learn(operation, observation)
      waiting.push([operation, observation])
      // A response without a body is kept with its headers.
      characters += 1000 + (observation.body?.length ?? 0)
      if (characters > mostCharacters) all()
    },
    needsOf: (...of) => all().needsOf(...of),
    choose: (...of) => all().choose(...of),
    refuse: (...of) => all().refuse(...of),
    pardon: (...of) => all().pardon(...of),
    skip: (...of) => all().skip(...of),
    hasOtherKind: (...of) => all().hasOtherKind(...of),
    hasSpare: (...of) => all().hasSpare(...of),
    ended: () => all().ended(),
    made: () => all().made(),
    timesNamed: () => all().timesNamed(),
    hasLostParent: (...of) => all().hasLostParent(...of),
    unmake: (...of) => all().unmake(...of),
    adopt: (...of) => all().adopt(...of),
    isOurs: (...of) => all().isOurs(...of),
    isOurHolder: (...of) => all().isOurHolder(...of),
    isOwnName: (...of) => all().isOwnName(...of),
    isAbsent: (...of) => all().isAbsent(...of),
    noteAbsent: (...of) => all().noteAbsent(...of),
    inputFor: (...of) => all().inputFor(...of),
  }
}
