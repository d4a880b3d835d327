import type { Document } from '../../model/document.ts'
import type { Json, Pointer } from '../../model/json.ts'
import { isObject } from '../../util/json.ts'

/** Collects the references in a node, including mapped schemas of a discriminator. */
export function addReferences(node: Json | undefined, refs: Set<string>): void {
  if (Array.isArray(node)) {
    for (let index = 0; index < node.length; index++) addReferences(node[index], refs)
    return
  }
  if (!isObject(node)) return
  // `for…in`, because allocating a key array per node would double the time.
  for (const key in node) {
    const value = node[key]
    if (typeof value === 'object') {
      addReferences(value, refs)
      if (key !== 'mapping' || !isObject(value)) continue
      for (const name of Object.values(value)) if (typeof name === 'string') refs.add(name)
    } else if (typeof value === 'string' && (key === '$ref' || key === '$dynamicRef')) refs.add(value)
  }
}

export function reachedFrom(document: Document, nodes: readonly (Json | undefined)[]): ReadonlySet<Pointer> {
  const reached = new Set<Pointer>()
  const refs = new Set<string>()
  for (const node of nodes) addReferences(node, refs)
  for (const ref of refs) {
    const target = document.resolve(ref)
    if (target === undefined || reached.has(target.pointer)) continue
    reached.add(target.pointer)
    addReferences(target.node, refs)
  }
  return reached
}
