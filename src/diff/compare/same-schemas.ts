import type { Document } from '../../model/document.ts'
import type { Version } from '../../schema/containment/contains.ts'
import { isSubtype } from '../../schema/discriminator/subtypes.ts'
import { createSameText, refTo, type SameText } from './same-text.ts'

/** Compares schemas across the base, the revision and edited versions of them. */
export interface SameSchemas {
  /** Returns whether two schemas have the same text and refer only to schemas with the same text. */
  same(one: Version, other: Version): boolean
  /** Declares that an edited version differs from its original only where base and revision differ, which saves comparisons. */
  trust(edited: Document): void
}

/** Creates the comparer. `sameText` compares the base with the revision. */
export function createSameSchemas(base: Document, revision: Document, sameText: SameText): SameSchemas {
  const known = new WeakMap<Document, WeakMap<Document, SameText>>()
  // A target equal in both versions contains no edit, so it is equal in edited versions too.
  const unedited = new Map<string, boolean>()
  const isUnedited = (ref: string): boolean => {
    const isSame = unedited.get(ref) ?? sameText({ $ref: ref }, { $ref: ref })
    unedited.set(ref, isSame)
    return isSame
  }
  const trusted = new WeakSet<Document>([base, revision])
  const compare = (one: Document, other: Document): SameText =>
    createSameText(one, other, trusted.has(one) && trusted.has(other) ? isUnedited : undefined)
  const sameTextIn = (one: Document, other: Document): SameText => {
    const ofOne = known.get(one) ?? new WeakMap<Document, SameText>()
    known.set(one, ofOne)
    const made = ofOne.get(other) ?? compare(one, other)
    ofOne.set(other, made)
    return made
  }
  const same: SameSchemas['same'] = (one, other) => {
    // One cache entry serves both orders.
    if (one.document === revision && other.document === base) return same(other, one)
    const areOriginal = one.document === base && other.document === revision
    return haveSameParts(one, other, areOriginal ? sameText : sameTextIn(one.document, other.document))
  }
  return { same, trust: (document) => trusted.add(document) }
}

function haveSameParts(one: Version, other: Version, isSame: SameText): boolean {
  if (one.parts.length !== other.parts.length) return false
  // By index, because this is hot code.
  for (let index = 0; index < one.parts.length; index++) {
    const [part, twin] = [one.parts[index], other.parts[index]]
    if (part === undefined || twin === undefined || part.nullable !== twin.nullable) return false
    // By reference, so that subtypes selected by discriminator tags are compared too.
    const isTagged = isSubtype(one.document, part.pointer) || isSubtype(other.document, twin.pointer)
    const isEqual = isTagged
      ? isSame({ $ref: refTo(part.pointer) }, { $ref: refTo(twin.pointer) })
      : isSame(part.node, twin.node)
    if (!isEqual) return false
  }
  return true
}
