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
  const learn: Captures['learn'] = (operation, observation) => {
    if (captures !== undefined) return captures.learn(operation, observation)
    waiting.push([operation, observation])
    // A response without a body is kept with its headers.
    characters += 1000 + (observation.body?.length ?? 0)
    if (characters > mostCharacters) all()
  }
  // Everything else is asked of the captures as they are by then.
  const handler = { get: (_: object, key: string) => (key === 'learn' ? learn : Reflect.get(all(), key)) }
  return new Proxy({}, handler) as Captures // What is asked for is a member of `Captures`.
}
