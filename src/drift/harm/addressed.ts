import type { Json } from '../../model/json.ts'
import type { Description, Operation } from '../../model/operation.ts'
import type { Effect } from '../../resources/effect.ts'
import { resourceGraphOf } from '../../resources/graph.ts'
import { keyOf } from '../../resources/names.ts'
import { lastNounOf, withoutVerb } from '../../resources/paths.ts'
import { isObject } from '../../util/json.ts'
import { leavesOf, ownMembersOf, type SentValues } from './sent-values.ts'

/** A value in a query or body that may identify an existing resource other than the one in the path. */
export interface Addressed {
  /** Member name, for example `id`. */
  readonly name: string
  readonly value: string | number
  /** Whether the member is an identifier rather than a name that multiple resources may share. */
  readonly isSure: boolean
  /** The resource whose path contains this value; undefined if there is no such path. */
  readonly item?: AddressedItem
}

/** A path that ends with a resource's identifier. */
interface AddressedItem {
  readonly path: string
  /** Of the last path parameter, for example id `/orders/{}` and name `orderId`. */
  readonly id: string
  readonly name: string
}

/** Members that identify any kind of resource. */
const identifying = /^(id|uuid|guid|uid|oid|iid|key|slug|sid|urn|iri)$/

/** Members by which a service may find existing resources. */
const naming = /^(name|username|login|handle|email|alias)$/

/** Returns values that may address an existing resource: `{ "id": 7 }` in a POST. Names count only if the request adds a resource. */
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

/** Returns the identifier of each item in a response, for example 7 for `{ "data": { "id": 7 } }`. */
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

/** Returns the item path that an operation ends with or that is directly below it: `/orders/{orderId}` for `POST /orders`. */
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

/** Tests whether the description contains a string, for example as an example or default, which other clients may send too. */
export function isWritten(text: string, description: Description): boolean {
  const known = documents.get(description) ?? JSON.stringify(description.document.root).toLowerCase()
  documents.set(description, known)
  return known.includes(JSON.stringify(text).toLowerCase())
}
