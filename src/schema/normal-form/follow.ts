import type { Document, Located } from '../../model/document.ts'
import type { Json } from '../../model/json.ts'
import { isObject, own } from '../../util/json.ts'
import { modernSchema } from '../keywords/dialect.ts'
import type { SchemaPart } from './normal.ts'

const ends = new WeakMap<Document, WeakMap<object, Located>>()

/** Follows a schema that is only a `$ref`, ignoring annotations. */
export function follow(document: Document, part: SchemaPart): SchemaPart {
  // Most schemas have no reference.
  if (!isObject(part.node) || (!Object.hasOwn(part.node, '$ref') && !Object.hasOwn(part.node, '$dynamicRef')))
    return part
  const known = ends.get(document) ?? new WeakMap<object, Located>()
  ends.set(document, known)
  const way: object[] = []
  let current: Located = part
  // Terminates, because `resolve` never returns a reference cycle.
  for (let next: Located | undefined = part; next !== undefined; ) {
    current = next
    next = typeof current.node === 'object' && current.node !== null ? known.get(current.node) : undefined
    if (next === undefined) next = targetOf(document, current.node)
    if (next !== undefined) way.push(current.node as object)
  }
  if (way.length === 0) return part
  for (const node of way) known.set(node, current)
  return part.nullable ? { ...current, nullable: true } : current
}

/** Returns the target of a schema that has no other constraints. */
function targetOf(document: Document, node: Json): Located | undefined {
  const schema = modernSchema(node, document.dialect)
  if (typeof schema === 'boolean' || Object.keys(schema).length !== 1) return undefined
  const ref = own(schema, '$ref')
  return typeof ref === 'string' ? document.resolve(ref) : undefined
}
