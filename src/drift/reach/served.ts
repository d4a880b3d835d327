import type { Json, Pointer } from '../../model/json.ts'
import type { Candidate, Served } from '../../resources/graph.ts'
import type { Need } from '../../resources/needs.ts'
import { pointerTokens } from '../../util/pointer.ts'
import { allIdentifiersIn, type ReadValue, valuesAt } from './read-values.ts'

/** A need that a response serves, and its values. */
export interface ServedValues extends Served {
  readonly values: readonly ReadValue[]
}

/** Returns values from the body for each need that the operation serves; headers and links are read elsewhere. */
export function readServed(serves: readonly Served[], body: Json | undefined, most?: number): readonly ServedValues[] {
  return serves
    .filter(({ candidate: { from } }) => from !== 'link' && from !== 'request')
    .map(({ need, candidate }) => ({
      ...{ need, candidate },
      values: body === undefined || candidate.from === 'header' ? [] : read(candidate, need, body, most),
    }))
}

function read({ from, at }: Candidate, need: Need, body: Json, most?: number): readonly ReadValue[] {
  return from === 'entity' ? allIdentifiersIn(body, need).slice(0, most) : valuesAt(body, at, from === 'key', most)
}

/** Returns parent values in the same object as an identifier, for example a listed repository's owner for `/repos/{owner}/{repo}`. */
export function ownParentsOf(
  need: Need,
  at: Pointer,
  served: readonly ServedValues[],
): Readonly<Record<string, string>> {
  const object = pointerTokens(at).slice(0, -1)
  const ownParents = served.flatMap(({ need: outer, values }) => {
    if (need.in !== 'path' || !need.id.startsWith(`${outer.id}/`)) return []
    const own = values.find(({ at: other }) => object.every((token, index) => pointerTokens(other)[index] === token))
    return own === undefined ? [] : [[outer.id, String(own.value)] as const]
  })
  // `fromEntries` keeps the last entry, so the best source must be last.
  return Object.fromEntries(ownParents.toReversed())
}

/** Returns the path shapes of the parameters before a need: `/a/{}` for `/a/{}/b/{}`. */
export function outerShapes({ id }: Need): readonly string[] {
  return Array.from(id.matchAll(/\{\}/g), ({ index }) => id.slice(0, index + 2)).slice(0, -1)
}
