import type { Document, Setting } from '../../../../model/document.ts'
import type { Json } from '../../../../model/json.ts'
import type { Way } from '../../../../model/operation.ts'
import { formOf } from '../../../../schema/containment/as-texts.ts'
import type { Containment, Version } from '../../../../schema/containment/contains.ts'
import type { Escape } from '../../../../schema/containment/operand.ts'
import type { Conjunction, SchemaReader } from '../../../../schema/normal-form/normal.ts'
import { once } from '../../once.ts'
import type { SameSchemas } from '../../same-schemas.ts'
import type { LocalChange, Unit } from '../unit.ts'
import { patchesOf } from './patches.ts'

/** Values that the revision no longer allows, or newly allows. */
export type Half = 'lost' | 'gained'

/**
 * `blamed`: `value` shows the effect. `cleared`: proven harmless; by `whole` if the schema's values are unchanged. `open`:
 * undecided.
 */
export type Cause =
  | { readonly kind: 'blamed'; readonly value: Json }
  | { readonly kind: 'cleared'; readonly by: 'whole' | 'other-edits' }
  | { readonly kind: 'open' }

/** Leaves the verdict to the edit's own location. */
export const open: Cause = { kind: 'open' }

export interface BlameContext {
  readonly base: SchemaReader
  readonly revision: SchemaReader
  readonly containment: Containment
  readonly schemas: SameSchemas
}

/** Asks whether one edit causes the lost or gained values (`half`). `read` prepares both versions; `exactly` makes `oneOf` require exactly one branch. */
export interface Counterfactual {
  readonly unit: Unit
  readonly half: Half
  readonly way: Way
  readonly read: (version: Version) => Version
}

/** Decides whether one edit, or all others without it, explain a schema pair's loss or gain. */
export function counterfactual(
  context: BlameContext,
  edited: EditedVersions,
  { unit, half, way, read }: Counterfactual,
): Cause {
  const { outside } = context.containment
  const [base, revision] = versionsOf(context, unit).map(read) as [Version, Version]
  const applied = (): Version => ({ ...base, ...versionOf(edited.applied(), unit.before) })
  const undone = (): Version => ({ ...revision, ...versionOf(edited.undone(), unit.after) })
  const { same } = context.schemas
  // An edited version with the same schema is no evidence.
  const questions = [
    {
      isSame: () => same(base, applied()),
      lost: () => outside([base], [applied(), revision], way),
      gained: () => outside([applied(), revision], [base], way),
    },
    {
      isSame: () => same(revision, undone()),
      lost: () => outside([base, undone()], [revision], way),
      gained: () => outside([revision], [base, undone()], way),
    },
  ] satisfies readonly (Readonly<Record<Half, () => Escape>> & { readonly isSame: () => boolean })[]
  let isKnown = true
  for (const question of questions) {
    if (question.isSame()) return open
    const found = question[half]()
    if (found.kind === 'value') return { kind: 'blamed', value: found.value }
    if (found.kind === 'unknown') isKnown = false
  }
  return isKnown ? { kind: 'cleared', by: 'other-edits' } : open
}

export function exactly(version: Version): Version {
  return { ...version, unions: 'exact' }
}

export function versionOf(document: Document, parts: Conjunction): Version {
  return { document, parts: parts.map((part) => ({ ...part, node: document.at(part.pointer) ?? part.node })) }
}

/** Returns both versions of a pair, with their text serialization. */
export function versionsOf(
  { base, revision }: Pick<BlameContext, 'base' | 'revision'>,
  unit: Unit,
): readonly [Version, Version] {
  const { before, after, text } = unit
  return [
    { ...versionOf(base.document, before), text: formOf(text, 'base') },
    { ...versionOf(revision.document, after), text: formOf(text, 'revision') },
  ]
}

/** The base with one edit applied and the revision with it undone, created on first use. */
export interface EditedVersions {
  applied(): Document
  undone(): Document
}

/** Returns the edited versions, or `undefined` if the edit can't be separated. */
export type EditedVersionsOf = (edit: LocalChange) => EditedVersions | undefined

export function createEditedVersions({ base, revision, schemas }: Omit<BlameContext, 'containment'>): EditedVersionsOf {
  const known = new Map<string, EditedVersions | undefined>()
  const make = (edit: LocalChange): EditedVersions | undefined => {
    const patches = patchesOf({ base: base.document, revision: revision.document }, edit)
    if (patches === undefined) return undefined
    const version = (document: Document, settings: readonly Setting[]) => () => {
      const made = document.edited(settings)
      if (patches.isInPlace) schemas.trust(made)
      return made
    }
    return {
      applied: once(version(base.document, patches.base)),
      undone: once(version(revision.document, patches.revision)),
    }
  }
  return (edit) => {
    const name = nameOf(edit)
    if (!known.has(name)) known.set(name, make(edit))
    return known.get(name)
  }
}

/** Returns the identity of an edit, whichever path leads to it. */
export function nameOf({ kind, spot: { base, revision } }: LocalChange): string {
  return `${kind} ${base} ${revision}`
}
