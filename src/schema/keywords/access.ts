import type { Document } from '../../model/document.ts'
import type { Json } from '../../model/json.ts'
import type { Way } from '../../model/operation.ts'
import { isObject, own, ownArray } from '../../util/json.ts'
import { modernSchema } from './dialect.ts'

/** Properties that don't exist in one direction. */
export interface Access {
  /** Returns whether the schema is `readOnly` (requests) or `writeOnly` (responses), directly or through `$ref` and `allOf`. */
  isHidden(node: Json): boolean
  /** Returns the names of hidden properties, including those from `$ref` and `allOf`. */
  hiddenNames(node: Json): ReadonlySet<string>
}

const none: ReadonlySet<string> = new Set()
const leading = ['$ref', '$dynamicRef', 'allOf']

/** Reads `readOnly` and `writeOnly`, cached per schema object. */
export function createAccess(document: Document, way: Way): Access {
  const flag = way === 'request' ? 'readOnly' : 'writeOnly'
  const bases = (node: object): readonly Json[] => {
    const schema = modernSchema(node as Json, document.dialect)
    const ref = own(schema, '$ref')
    const target = typeof ref === 'string' ? document.resolve(ref) : undefined
    return target === undefined ? ownArray(schema, 'allOf') : [target.node, ...ownArray(schema, 'allOf')]
  }
  const inherits = createFold<boolean>(bases, false, (node, inherited) => {
    return own(modernSchema(node as Json, document.dialect), flag) === true || inherited.includes(true)
  })
  // Most property schemas include no other schema and are checked once, so they skip the cache.
  const isHidden = (node: Json): boolean => (leadsOn(node) ? inherits(node) : own(node, flag) === true)
  const namesOf = createFold<ReadonlySet<string>>(bases, none, (node, inherited) => {
    const properties = own(modernSchema(node as Json, document.dialect), 'properties')
    const names = isObject(properties)
      ? Object.keys(properties).filter((name) => isHidden(properties[name] ?? null))
      : []
    const others = inherited.filter((namesOfBase) => namesOfBase.size > 0)
    return names.length + others.length === 0
      ? none
      : new Set([...names, ...others.flatMap((namesOfBase) => [...namesOfBase])])
  })
  const hiddenNames = (node: Json): ReadonlySet<string> =>
    leadsOn(node) || own(node, 'properties') !== undefined ? namesOf(node) : none
  return { isHidden, hiddenNames }
}

function leadsOn(node: Json): boolean {
  return isObject(node) && leading.some((key) => Object.hasOwn(node, key))
}

/** Computes a cached result per schema from the bases' results; a cyclic base counts as `nothing`. Iterative: chains can be deep. */
function createFold<T>(
  bases: (node: object) => readonly Json[],
  nothing: T,
  make: (node: object, inherited: readonly T[]) => T,
): (node: Json) => T {
  const known = new WeakMap<object, T>()
  return (requested) => {
    if (!isObject(requested)) return nothing
    const ready = known.get(requested)
    if (ready !== undefined) return ready
    if (bases(requested).length === 0) {
      const made = make(requested, [])
      known.set(requested, made)
      return made
    }
    const waiting: { readonly node: object; readonly bases?: readonly object[] }[] = [{ node: requested }]
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      const { node } = at
      if (at.bases !== undefined) {
        const inherited = at.bases.map((base) => known.get(base) ?? nothing)
        known.set(node, make(node, inherited))
      } else if (!known.has(node)) {
        known.set(node, nothing)
        const found = bases(node).filter(isObject)
        waiting.push({ node, bases: found }, ...found.map((base) => ({ node: base })))
      }
    }
    return known.get(requested) ?? nothing
  }
}
