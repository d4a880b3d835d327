import { type Captures, createCaptures } from '../../drift/reach/captures.ts'
import type { Observation } from '../../model/observation.ts'
import type { Description, Operation } from '../../model/operation.ts'

/** Maximum total size of waiting responses in characters. */
const mostCharacters = 1_000_000

/** Parses responses on first use, because suites that provide all values don't need the resource graph. */
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
    // Headers of a response without a body also count.
    characters += 1000 + (observation.body?.length ?? 0)
    if (characters > mostCharacters) all()
  }
  // Other members use the current captures.
  const handler = { get: (_: object, key: string) => (key === 'learn' ? learn : Reflect.get(all(), key)) }
  return new Proxy({}, handler) as Captures // The proxy returns members of `Captures` only.
}
