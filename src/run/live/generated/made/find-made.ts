import type { MadeResource } from '../../../../drift/harm/owned.ts'
import { pathValues } from '../../../../drift/planning/runtime-expression.ts'
import { allIdentifiersIn, identifiersIn, parsed } from '../../../../drift/reach/read-values.ts'
import type { Json } from '../../../../model/json.ts'
import type { Operation, OperationKey } from '../../../../model/operation.ts'
import { lifecyclesOf } from '../../../../resources/lifecycle.ts'
import { performIfPossible } from '../../../../suite/calls/perform.ts'
import { isObject } from '../../../../util/json.ts'
import type { CleanUpParts } from '../clean-up.ts'
import { isProvenNew } from './evidence.ts'
import type { OpenRequest } from './journal.ts'

/**
 * Finds the resource of a request without a usable response by a name that only this request sent. `nothing`: the list doesn't
 * contain it. `unproven`: nothing proves that the resource is new. Returns `undefined` if no list can be read.
 */
export async function findMade(
  parts: CleanUpParts,
  request: OpenRequest,
): Promise<MadeResource | 'nothing' | 'unproven' | undefined> {
  const { performer, took } = parts
  const { operation: key, path, tag } = request
  const lifecycle = lifecyclesOf(performer.description).find(({ create }) => create?.key === key)
  if (tag === undefined || lifecycle?.list === undefined || lifecycle.create === undefined) return undefined
  const { list, create, need } = lifecycle
  const above = pathValues(create, path)
  const looked = await readList(parts, list, above, `looks for ${tag}`)
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
  const parents = parentsIn(graph, create, above)
  const shown = allIdentifiersIn(body, need).map(({ value }) => value)
  const deleted = owned.ended().map(({ value }) => value)
  // The request may have overwritten an existing resource, unless the identifier itself is a name that only this request sent.
  const isOurs = String(id.value).includes(tag) || isProvenNew(id.value, { before: request.before, shown, deleted })
  return isOurs ? { id: need.id, value: id.value, parents, from: key } : 'unproven'
}

type ListParts = Pick<CleanUpParts, 'performer' | 'byKey'>

function readList(
  { performer, byKey }: ListParts,
  list: Operation,
  path: Readonly<Record<string, string>>,
  why: string,
) {
  const input = { ...(byKey.get(list.key)?.least?.() ?? byKey.get(list.key))?.plain.input, path }
  return performIfPossible(performer, list, input, `generated: ${list.key} ${why}`)
}

/**
 * Reads the list below the parents of a creation, once for each operation and path, so that it shows later whether a resource is new. The
 * record isn't kept, because only the identifiers count.
 */
export function createListReader(parts: () => ListParts): (operation: OperationKey, path: string) => Promise<void> {
  const done = new Set<string>()
  return async (operation, path) => {
    const own = parts()
    const { list, create } = lifecyclesOf(own.performer.description).find((one) => one.create?.key === operation) ?? {}
    const isKnown = done.has(`${operation} ${path}`) || othersBefore(own.performer, operation, path) !== undefined
    if (list === undefined || create === undefined || isKnown) return
    done.add(`${operation} ${path}`)
    await readList(own, list, pathValues(create, path), 'looks what is there')
  }
}

/** Returns the resources of others that the list showed before a creation: see `OpenRequest.before`. */
export function othersBefore(
  { description, captures }: Pick<CleanUpParts['performer'], 'description' | 'captures'>,
  operation: OperationKey,
  path: string,
): readonly string[] | undefined {
  const { need, create } = lifecyclesOf(description).find((one) => one.create?.key === operation) ?? {}
  if (need === undefined || create === undefined) return undefined
  return captures.owned.othersListed(need.id, parentsIn(captures.graph, create, pathValues(create, path)))
}

/** Returns the resources in the path of a creation. */
export function parentsOfOpen(
  { description, captures }: CleanUpParts['performer'],
  { operation: key, path }: OpenRequest,
): MadeResource['parents'] {
  const operation = description.operations.find((one) => one.key === key)
  return operation === undefined ? {} : parentsIn(captures.graph, operation, pathValues(operation, path))
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
  create: Operation,
  above: Readonly<Record<string, string>>,
): MadeResource['parents'] {
  const own = needs.get(create.key) ?? []
  return Object.fromEntries(
    own.flatMap(({ id, name, in: location }) => {
      const value = location === 'path' ? above[name] : undefined
      return value === undefined ? [] : [[id, value]]
    }),
  )
}
