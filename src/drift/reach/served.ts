import type { Json, Pointer } from '../../model/json.ts'
import type { Candidate, Served } from '../../resources/graph.ts'
import type { Need } from '../../resources/needs.ts'
import { pointerTokens } from '../../util/pointer.ts'
import { allIdentifiersIn, type ReadValue, valuesAt } from './read-values.ts'

/** A need that a response serves, and the values in it. */
export interface ServedValues extends Served {
  readonly values: readonly ReadValue[]
}

/** What a body shows for the needs that its operation serves; what its headers and links show is not read here. */
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

/**
 * The values of the path before it that the same object shows beside an identifier: of `/repos/{owner}/{repo}` the owner of the
 * very repository in a list of many.
 */
export function besideOf(need: Need, at: Pointer, served: readonly ServedValues[]): Readonly<Record<string, string>> {
  const object = pointerTokens(at).slice(0, -1)
  const beside = served.flatMap(({ need: outer, values }) => {
    if (need.in !== 'path' || !need.id.startsWith(`${outer.id}/`)) return []
    const own = values.find(({ at: other }) => object.every((token, index) => pointerTokens(other)[index] === token))
    return own === undefined ? [] : [[outer.id, String(own.value)] as const]
  })
  // The likeliest source of each comes first.
  return Object.fromEntries(beside.toReversed())
}

/** The shapes of the path parameters before that of a need: `/a/{}` of `/a/{}/b/{}`. */
export function outerShapes({ id }: Need): readonly string[] {
  return Array.from(id.matchAll(/\{\}/g), ({ index }) => id.slice(0, index + 2)).slice(0, -1)
}
