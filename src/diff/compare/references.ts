import type { Document } from '../../model/document.ts'
import type { Json, Pointer } from '../../model/json.ts'
import { isObject } from '../../util/json.ts'

/** Adds the references in a node, and the schemas that a discriminator names. */
export function addReferences(node: Json | undefined, refs: Set<string>): void {
  if (Array.isArray(node)) {
    for (let index = 0; index < node.length; index++) addReferences(node[index], refs)
    return
  }
  if (!isObject(node)) return
  // By its names alone: a list of them for each node takes as long as the rest.
  for (const key in node) {
    const value = node[key]
    if (typeof value === 'object') {
      addReferences(value, refs)
      if (key !== 'mapping' || !isObject(value)) continue
      for (const name of Object.values(value)) if (typeof name === 'string') refs.add(name)
    } else if (typeof value === 'string' && (key === '$ref' || key === '$dynamicRef')) refs.add(value)
  }
}

/** The locations that references in these nodes lead to, directly or through each other. */
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
