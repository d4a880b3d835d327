import type { MadeResource } from '../../../../drift/harm/owned.ts'
import { pathValues } from '../../../../drift/planning/runtime-expression.ts'
import { identifiersIn, parsed } from '../../../../drift/reach/read-values.ts'
import type { Json } from '../../../../model/json.ts'
import { type Lifecycle, lifecyclesOf } from '../../../../resources/lifecycle.ts'
import { performIfPossible } from '../../../../suite/calls/perform.ts'
import { isObject } from '../../../../util/json.ts'
import type { CleanUpParts } from '../clean-up.ts'
import type { OpenRequest } from './journal.ts'

/**
 * Finds the resource of a request without a usable response by a name that only this request sent. `nothing`: the list doesn't
 * contain it. Returns `undefined` if no list can be read.
 */
export async function findMade(
  parts: CleanUpParts,
  request: OpenRequest,
): Promise<MadeResource | 'nothing' | undefined> {
  const { performer, byKey, took } = parts
  const { operation: key, path, tag } = request
  const lifecycle = lifecyclesOf(performer.description).find(({ create }) => create?.key === key)
  if (tag === undefined || lifecycle?.list === undefined || lifecycle.create === undefined) return undefined
  const { list, create, need } = lifecycle
  const above = pathValues(create, path)
  const input = { ...(byKey.get(list.key)?.least?.() ?? byKey.get(list.key))?.plain.input, path: above }
  const looked = await performIfPossible(performer, list, input, `generated: ${list.key} looks for ${tag}`)
  if (looked === undefined) return undefined
  const { record, observation } = looked
  took(record)
  const body = (observation.status ?? 500) < 300 ? parsed(observation.body) : undefined
  if (body === undefined) return undefined
  const item = itemWith(body, tag)
  if (item === undefined) return 'nothing'
  const [id] = identifiersIn(item, need)
  if (id === undefined) return undefined
  const { graph, owned } = performer.captures
  const parents = parentsIn(graph, lifecycle, above)
  // The request may have overwritten an existing resource.
  if (owned.isOwnName(tag) && owned.wasThere(need.id, id.value, parents)) return undefined
  return { id: need.id, value: id.value, parents, from: key }
}

/** Returns the outermost list item that contains a string. */
function itemWith(body: Json, tag: string): Json | undefined {
  if (Array.isArray(body)) return body.find((item: Json) => JSON.stringify(item).includes(tag))
  if (!isObject(body)) return undefined
  for (const member of Object.values(body)) {
    const found = itemWith(member, tag)
    if (found !== undefined) return found
  }
  return undefined
}

/** Returns the path values of the parents, by path template up to each. */
function parentsIn(
  { needs }: CleanUpParts['performer']['captures']['graph'],
  { create }: Lifecycle,
  above: Readonly<Record<string, string>>,
): MadeResource['parents'] {
  const own = (create && needs.get(create.key)) ?? []
  return Object.fromEntries(
    own.flatMap(({ id, name, in: location }) => {
      const value = location === 'path' ? above[name] : undefined
      return value === undefined ? [] : [[id, value]]
    }),
  )
}
