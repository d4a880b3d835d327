import type { Document } from '../../model/document.ts'
import type { Version } from '../../schema/containment/contains.ts'
import { hasSubtypes, isSubtype } from '../../schema/discriminator/subtypes.ts'
import { once } from './once.ts'
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
  const known = new WeakMap<Document, WeakMap<Document, Comparison>>()
  // A target equal in both versions contains no edit, so edited versions share it.
  const unedited = new Map<string, boolean>()
  const isUnedited = (ref: string): boolean => {
    const isSame = unedited.get(ref) ?? sameText({ $ref: ref }, { $ref: ref })
    unedited.set(ref, isSame)
    return isSame
  }
  const trusted = new WeakSet<Document>([base, revision])
  const comparisonOf = (one: Document, other: Document): Comparison => {
    const isKnown = trusted.has(one) && trusted.has(other) ? isUnedited : undefined
    const areOriginal = one === base && other === revision
    return {
      isSame: areOriginal ? sameText : createSameText(one, other, isKnown),
      haveSubtypes: hasSubtypes(one) || hasSubtypes(other),
    }
  }
  const ofVersions = once(() => comparisonOf(base, revision))
  const comparisonIn = (one: Document, other: Document): Comparison => {
    if (one === base && other === revision) return ofVersions()
    const ofOne = known.get(one) ?? new WeakMap<Document, Comparison>()
    known.set(one, ofOne)
    const made = ofOne.get(other) ?? comparisonOf(one, other)
    ofOne.set(other, made)
    return made
  }
  const same: SameSchemas['same'] = (one, other) => {
    // One cache entry serves both orders.
    if (one.document === revision && other.document === base) return same(other, one)
    return haveSameParts(one, other, comparisonIn(one.document, other.document))
  }
  return { same, trust: (document) => trusted.add(document) }
}

interface Comparison {
  readonly isSame: SameText
  readonly haveSubtypes: boolean
}

function haveSameParts(one: Version, other: Version, { isSame, haveSubtypes }: Comparison): boolean {
  if (one.parts.length !== other.parts.length) return false
  // By index, because this is hot code.
  for (let index = 0; index < one.parts.length; index++) {
    const [part, twin] = [one.parts[index], other.parts[index]]
    if (part === undefined || twin === undefined || part.nullable !== twin.nullable) return false
    // By reference, which includes subtypes selected by discriminator tags.
    const isTagged = haveSubtypes && (isSubtype(one.document, part.pointer) || isSubtype(other.document, twin.pointer))
    const isEqual = isTagged
      ? isSame({ $ref: refTo(part.pointer) }, { $ref: refTo(twin.pointer) })
      : isSame(part.node, twin.node)
    if (!isEqual) return false
  }
  return true
}
