import type { Document } from '../model/document.ts'
import type { Json } from '../model/json.ts'
import { isObject, own, ownArray, ownEntries } from '../util/json.ts'
import { modernSchema } from './dialect.ts'
import type { Way } from './generated.ts'

/** Knows which properties do not exist for values travelling one way. */
export interface Access {
  /** The schema is readOnly (for requests) or writeOnly (for responses), itself or through `$ref` and `allOf`. */
  isHidden(node: Json): boolean
  /** Names of hidden properties of an object schema, through `$ref` and `allOf`. */
  hiddenNames(node: Json): ReadonlySet<string>
}

const none: ReadonlySet<string> = new Set()

/** Reads `readOnly` and `writeOnly`; memoised per schema object. */
export function createAccess(document: Document, way: Way): Access {
  const flag = way === 'request' ? 'readOnly' : 'writeOnly'
  const hidden = new WeakMap<object, boolean>()
  const names = new WeakMap<object, ReadonlySet<string>>()

  const bases = (node: Json): readonly Json[] => {
    const schema = modernSchema(node, document.dialect)
    const ref = own(schema, '$ref')
    const target = typeof ref === 'string' ? document.resolve(ref) : undefined
    return target === undefined ? ownArray(schema, 'allOf') : [target.node, ...ownArray(schema, 'allOf')]
  }

  const access: Access = {
    isHidden(node) {
      if (!isObject(node)) return false
      const known = hidden.get(node)
      if (known !== undefined) return known
      hidden.set(node, false)
      const result = own(modernSchema(node, document.dialect), flag) === true || bases(node).some(access.isHidden)
      hidden.set(node, result)
      return result
    },
    hiddenNames(node) {
      if (!isObject(node)) return none
      const known = names.get(node)
      if (known !== undefined) return known
      names.set(node, none)
      const found = new Set<string>()
      for (const [name, child] of ownEntries(modernSchema(node, document.dialect), 'properties')) {
        if (access.isHidden(child)) found.add(name)
      }
      for (const base of bases(node)) for (const name of access.hiddenNames(base)) found.add(name)
      names.set(node, found)
      return found
    },
  }
  return access
}
