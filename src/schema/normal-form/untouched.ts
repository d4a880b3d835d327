import type { Document, Located } from '../../model/document.ts'
import type { Json } from '../../model/json.ts'
import { hasSubtypes } from '../discriminator/subtypes.ts'

/** References of nodes; `open` if a discriminator may refer to schemas by name. Documents and their edited copies share nodes. */
const references = new WeakMap<object, readonly string[] | 'open'>()

const known = new WeakMap<Document, Map<Json, boolean>>()

/** Returns whether a schema of an edited copy means the same as in the original: neither it nor its references contain an edit. */
export function isUntouched(document: Document, { node, pointer }: Located): boolean {
  const original = document.original?.document
  if (original === undefined || original.at(pointer) !== node) return false
  const ofDocument = known.get(document) ?? new Map<Json, boolean>()
  known.set(document, ofDocument)
  const before = ofDocument.get(node)
  if (before !== undefined) return before
  const reached = hasSubtypes(document) || hasSubtypes(original) ? undefined : reachedFrom(document, original, node)
  // All references of an untouched schema are untouched.
  for (const one of reached ?? []) ofDocument.set(one, true)
  ofDocument.set(node, reached !== undefined)
  return reached !== undefined
}

/** Returns all nodes that a node refers to, or `undefined` if one of them was edited. */
function reachedFrom(document: Document, original: Document, start: Json): ReadonlySet<Json> | undefined {
  const ofDocument = known.get(document)
  const reached = new Set([start])
  for (const node of reached) {
    const refs = referencesIn(node)
    if (refs === 'open') return undefined
    for (const ref of refs) {
      const target = document.resolve(ref)
      const isKnown = target && ofDocument?.get(target.node)
      if (isKnown === false || !isSame(target, original.resolve(ref))) return undefined
      if (target !== undefined && isKnown === undefined) reached.add(target.node)
    }
  }
  return reached
}

/** Compares by identity: an edit copies everything that contains it. */
function isSame(target: Located | undefined, before: Located | undefined): boolean {
  return target?.node === before?.node && target?.pointer === before?.pointer
}

function referencesIn(node: Json): readonly string[] | 'open' {
  if (typeof node !== 'object' || node === null) return []
  const before = references.get(node)
  if (before !== undefined) return before
  const found = new Set<string>()
  const made = addReferences(node, found) ? [...found] : 'open'
  references.set(node, made)
  return made
}

/** Returns false if there is a discriminator. */
function addReferences(node: Json, found: Set<string>): boolean {
  if (Array.isArray(node)) return node.every((item: Json) => addReferences(item, found))
  if (typeof node !== 'object' || node === null) return true
  for (const [key, value] of Object.entries(node)) {
    if (key === 'discriminator') return false
    if (typeof value === 'object') {
      if (!addReferences(value, found)) return false
    } else if (typeof value === 'string' && (key === '$ref' || key === '$dynamicRef')) found.add(value)
  }
  return true
}
