import type { Document, Located } from '../../model/document.ts'
import type { Json } from '../../model/json.ts'
import { isObject, own, refAlone } from '../../util/json.ts'
import { modernSchema } from '../keywords/dialect.ts'
import type { SchemaPart } from './normal.ts'

const ends = new WeakMap<Document, Map<string, Located>>()

/** Follows a schema that is only a `$ref`, ignoring annotations. */
export function follow(document: Document, part: SchemaPart): SchemaPart {
  const ref = onlyRef(document, part.node)
  const end = ref === undefined ? undefined : endOf(document, ref)
  if (end === undefined) return part
  return part.nullable ? { ...end, nullable: true } : end
}

function endOf(document: Document, start: string): Located | undefined {
  const known = ends.get(document) ?? new Map<string, Located>()
  ends.set(document, known)
  const way: string[] = []
  let end = known.get(start)
  // Terminates, because `resolve` never returns a reference cycle.
  for (let ref = end === undefined ? start : undefined; ref !== undefined; ) {
    const target: Located | undefined = known.get(ref) ?? document.resolve(ref)
    if (target !== undefined) end = target
    way.push(ref)
    ref = target && onlyRef(document, target.node)
  }
  if (end !== undefined) for (const ref of way) known.set(ref, end)
  return end
}

/** Returns the `$ref` of a schema that has no other constraints. */
function onlyRef(document: Document, node: Json): string | undefined {
  // Most schemas have no reference.
  if (!isObject(node) || (!Object.hasOwn(node, '$ref') && !Object.hasOwn(node, '$dynamicRef'))) return undefined
  const alone = refAlone(node)
  if (alone !== undefined) return alone
  const schema = modernSchema(node, document.dialect)
  if (typeof schema === 'boolean' || Object.keys(schema).length !== 1) return undefined
  const ref = own(schema, '$ref')
  return typeof ref === 'string' ? ref : undefined
}
