import type { Document, Located } from '../../model/document.ts'
import type { Json, Pointer } from '../../model/json.ts'
import { isObject, own, ownArray } from '../../util/json.ts'
import { joinPointer } from '../../util/pointer.ts'

/** The locations that references in these nodes lead to, directly or through each other. */
export function reachedFrom(document: Document, nodes: readonly (Json | undefined)[]): ReadonlySet<Pointer> {
  const reached = new Set<Pointer>()
  const open = [...nodes]
  const add = (ref: string): void => {
    const target = document.resolve(ref)
    if (target === undefined || reached.has(target.pointer)) return
    reached.add(target.pointer)
    open.push(target.node)
  }
  for (let node = open.pop(); open.length > 0 || node !== undefined; node = open.pop()) {
    for (const ref of referencesIn(node)) add(ref)
  }
  return reached
}

/** The schemas that apply to the same value as these: members of `allOf`, branches and conditions, with `$ref`s followed. */
export function inPlaceOf(document: Document, schemas: Iterable<Pointer>): ReadonlySet<Pointer> {
  const reached = new Set<Pointer>()
  const open: Located[] = []
  for (const pointer of schemas) open.push({ pointer, node: document.at(pointer) ?? null })
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (reached.has(at.pointer)) continue
    reached.add(at.pointer)
    const { node, pointer } = at
    const ref = own(node, '$ref')
    const target = typeof ref === 'string' ? document.resolve(ref) : undefined
    if (target !== undefined) open.push(target)
    for (const keyword of ['not', 'if', 'then', 'else']) {
      const schema = own(node, keyword)
      if (schema !== undefined) open.push({ node: schema, pointer: joinPointer(pointer, keyword) })
    }
    for (const keyword of ['allOf', 'anyOf', 'oneOf'])
      for (const [index, schema] of ownArray(node, keyword).entries())
        open.push({ node: schema, pointer: joinPointer(pointer, keyword, index) })
  }
  return reached
}

/** The references in a node, and the schemas that a discriminator names. */
function referencesIn(root: Json | undefined): ReadonlySet<string> {
  const refs = new Set<string>()
  addReferences(root, refs)
  return refs
}

function addReferences(node: Json | undefined, refs: Set<string>): void {
  if (Array.isArray(node)) {
    for (let index = 0; index < node.length; index++) addReferences(node[index], refs)
    return
  }
  if (!isObject(node)) return
  for (const key in node) {
    const value = node[key]
    if (typeof value === 'object') {
      addReferences(value, refs)
      if (key !== 'mapping' || !isObject(value)) continue
      for (const name of Object.values(value)) if (typeof name === 'string') refs.add(name)
    } else if (typeof value === 'string' && (key === '$ref' || key === '$dynamicRef')) refs.add(value)
  }
}
