import type { Json } from '../../model/json.ts'
import type { Description, Operation } from '../../model/operation.ts'
import type { Effect } from '../../resources/effect.ts'
import { resourceGraphOf } from '../../resources/graph.ts'
import { keyOf } from '../../resources/names.ts'
import { lastNounOf, withoutVerb } from '../../resources/paths.ts'
import { isObject } from '../../util/json.ts'
import { leavesOf, ownMembersOf, type SentValues } from './sent-values.ts'

/** What may be addressed by a value in a query or body, although the path names something else or nothing. */
export interface Addressed {
  /** Of the member: `id`. */
  readonly name: string
  readonly value: string | number
  /** It is an identifier. Else it is a name, which something else may have too. */
  readonly isSure: boolean
  /** The resource that a path names by such a value; undefined where no path does. */
  readonly item?: AddressedItem
}

/** A path that ends with the identifier of a resource. */
interface AddressedItem {
  readonly path: string
  /** Of its last parameter: `/orders/{}`, `orderId`. */
  readonly id: string
  readonly name: string
}

/** Members that identify a resource, whatever it is. */
const identifying = /^(id|uuid|guid|uid|oid|iid|key|slug|sid|urn|iri)$/

/** Members by which a service may find what is there already. */
const naming = /^(name|username|login|handle|email|alias)$/

/**
 * The values by which a request may address something that exists: a POST of `{ "id": 7 }` may overwrite 7. What a path names
 * and what is only changed in it has its name for itself.
 */
export function addressedBy(
  { operation, description }: { readonly operation: Operation; readonly description: Description },
  { query, body }: SentValues,
  effect: Effect,
): readonly Addressed[] {
  const item = itemOf(operation, description)
  const noun = lastNounOf(item?.path ?? withoutVerb(operation.path)?.path ?? operation.path)
  const own = item === undefined ? '' : keyOf(item.name)
  const members = [query, body].flatMap((node: Json | undefined) => ownMembersOf(node, noun))
  return members.flatMap(({ name, values }) => {
    const key = keyOf(name)
    const bare = noun !== '' && key.length > noun.length && key.startsWith(noun) ? key.slice(noun.length) : key
    const isSure =
      identifying.test(bare) || (effect !== 'changes-one' && (key === own || (own === noun && naming.test(bare))))
    if (!isSure && (effect !== 'adds' || !naming.test(bare))) return []
    return values.filter((value) => value !== '').map((value) => ({ name, value, isSure, ...(item && { item }) }))
  })
}

/** The identifiers of what a response shows, one of each item: of `{ "data": { "id": 7 } }` 7. */
export function identifiersOf(body: Json | undefined, noun: string): readonly (string | number)[] {
  if (Array.isArray(body)) return body.flatMap((item: Json) => identifiersOf(item, noun))
  const members = ownMembersOf(body, noun).filter(({ values }) => values.length > 0)
  const own =
    members.find(({ name }) => identifying.test(keyOf(name))) ?? members.find(({ name }) => naming.test(keyOf(name)))
  return members.filter(({ name }) => name === own?.name).flatMap(({ values }) => values)
}

/** Returns the names in a body, of any resource, except for objects with a name that only this run uses: `isOwnName`. */
export function namesIn(body: Json | undefined, isOwnName: (name: string) => boolean): readonly (string | number)[] {
  if (Array.isArray(body)) return body.flatMap((item: Json) => namesIn(item, isOwnName))
  if (!isObject(body)) return []
  const members = Object.entries(body)
  if (members.some(([, value]) => typeof value === 'string' && isOwnName(value))) return []
  return members.flatMap(([name, value]) => (naming.test(keyOf(name)) ? leavesOf(value) : namesIn(value, isOwnName)))
}

/** What the path of an operation ends with, or what is below it: `/orders/{orderId}` of `POST /orders`. */
function itemOf({ path }: Operation, description: Description): AddressedItem | undefined {
  const bare = (withoutVerb(path)?.path ?? path).replace(/\/$/, '')
  const end = bare.lastIndexOf('}')
  const candidates = description.operations.filter(
    (one) =>
      (one.path.startsWith(`${bare}/{`) && /^\/\{[^{}]+\}\/?$/.test(one.path.slice(bare.length))) ||
      (end > 0 && one.path.replace(/\/$/, '') === bare.slice(0, end + 1)),
  )
  const found = candidates.find(({ method }) => method === 'GET') ?? candidates[0]
  const need =
    found &&
    resourceGraphOf(description)
      .needs.get(found.key)
      ?.findLast((one) => one.in === 'path')
  return found && need && { path: found.path, id: need.id, name: need.name }
}

const documents = new WeakMap<Description, string>()

/** Whether a description has a text as an example, default or the like: others may send it too. */
export function isWritten(text: string, description: Description): boolean {
  const known = documents.get(description) ?? JSON.stringify(description.document.root).toLowerCase()
  documents.set(description, known)
  return known.includes(JSON.stringify(text).toLowerCase())
}
