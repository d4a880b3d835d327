import type { EffectReason, ShownValue } from '../../../../model/diff/ledger.ts'
import type { Document, Setting } from '../../../../model/document.ts'
import type { Json, Pointer } from '../../../../model/json.ts'
import type { Way } from '../../../../model/operation.ts'
import type { Version } from '../../../../schema/containment/contains.ts'
import type { Escape } from '../../../../schema/containment/operand.ts'
import type { Conjunction } from '../../../../schema/normal-form/normal.ts'
import { canonical, isObject, ownArray } from '../../../../util/json.ts'
import { joinPointer, parentOf, pointerTokens } from '../../../../util/pointer.ts'
import { branchName } from '../unions/branches.ts'
import type { LocalChange, Unit } from '../unit.ts'
import { editsWithin } from './blame.ts'
import { type BlameContext, type EditedVersionsOf, type Half, versionOf } from './counterfactual.ts'

/** An edit that has no effect on a surrounding schema in one direction. */
export interface Cleared {
  readonly unit: Unit
  readonly edit: LocalChange
  readonly half: Half
  readonly way: Way
  /** `whole`: the schema loses or gains no value at all. */
  readonly by: 'whole' | 'other-edits'
}

/** A part of the base that hides an edit: without it, a value would be lost or gained. */
interface Guard {
  reason(shown: ShownValue): EffectReason
  /** Returns whether ajv confirms it: the branch accepts the value, or the keyword rejects it (reversed under `not`). */
  confirms(value: Json): boolean
  /** Returns the setting that removes the part from a version of the base. */
  without(document: Document): Setting | undefined
}

/** Maximum number of parts tried per edit, and of edits per comparison that get a specific reason. */
const [mostGuards, mostReasons] = [40, 200]

/** Finds why an edit has no effect: a branch or keyword hides it, another edit compensates it, or else a general reason. */
export function createCertifier(
  context: () => BlameContext,
  edited: EditedVersionsOf,
): (cleared: Cleared) => EffectReason {
  let left = mostReasons
  return (cleared) => {
    const at = cleared.unit.after[0]?.pointer ?? cleared.unit.before[0]?.pointer ?? ''
    const general = { kind: cleared.by === 'whole' ? 'allowed-around' : 'other-edits', at } as const
    if (left-- <= 0 || cleared.unit.text !== undefined) return general
    return certificateOf(context(), edited, cleared) ?? general
  }
}

function certificateOf(context: BlameContext, edited: EditedVersionsOf, cleared: Cleared): EffectReason | undefined {
  const { unit, edit, half, way } = cleared
  const { base, containment } = context
  const applied = edited(edit)?.applied()
  if (applied === undefined) return undefined
  /** Returns a value on which one version differs from all the others. */
  const difference = (was: Version, ...is: readonly Version[]): Escape =>
    half === 'lost' ? containment.outside([was], is, way) : containment.outside(is, [was], way)
  const [was, withEdit] = [versionOf(base.document, unit.before), versionOf(applied, unit.before)]
  const alone = difference(was, withEdit)
  if (alone.kind === 'none') return guardOf(context, cleared, applied, difference)
  if (alone.kind === 'unknown') return undefined
  for (const other of editsWithin(unit).values()) {
    const undone = other === edit ? undefined : edited(other)?.undone()
    const found = undone && difference(was, withEdit, versionOf(undone, unit.after))
    const at = other.spot.revision ?? other.spot.base ?? ''
    if (found?.kind === 'value')
      return { kind: 'compensated', at, shown: { schema: schemaOf(unit), value: found.value } }
  }
  return undefined
}

/** Returns the part of the base that hides an edit. */
function guardOf(
  context: BlameContext,
  cleared: Cleared,
  applied: Document,
  difference: (was: Version, is: Version) => Escape,
): EffectReason | undefined {
  const { document } = context.base
  for (const guard of guardsIn(context, cleared, applied)) {
    const [was, is] = [document, applied].map((version) => {
      const setting = guard.without(version)
      const rest = setting && version.edited([setting])
      return rest && versionOf(rest, cleared.unit.before)
    })
    const found = was && is && difference(was, is)
    if (found?.kind === 'value' && guard.confirms(found.value))
      return guard.reason({ schema: schemaOf(cleared.unit), value: found.value })
  }
  return undefined
}

function schemaOf({ before }: Unit): Pointer {
  return before[0]?.pointer ?? ''
}

/** Returns candidates: branches of the whole schema, and keywords next to the edit. */
function guardsIn(
  { base, containment }: BlameContext,
  { unit, edit, way }: Cleared,
  applied: Document,
): readonly Guard[] {
  const branches = base.unfolded(unit.before).groups.flatMap(({ pointer }) => branchesOf(base.document, pointer))
  const named = branches.map(({ node, pointer }): Guard => {
    const branch = branchName(base, base.enter({ node, pointer }))
    const list = parentOf(pointer)
    return {
      reason: (shown) => ({ kind: 'allowed-by-branch', branch, at: pointer, shown }),
      confirms: (value) => containment.accepts('base', [{ node, pointer }], way, value) === true,
      without(document) {
        const index = branchesOf(document, list).findIndex((one) => canonical(one.node) === canonical(node))
        return index < 0 ? undefined : { pointer: joinPointer(list, index), value: { not: {} } }
      },
    }
  })
  const isRefused = (value: Json) => containment.accepts('base', unit.before, way, value) === false
  const owners = new Set([edit.owners.base, ...unit.before.map(({ pointer }) => pointer)])
  const keywords = [...owners].flatMap((owner) => keywordsOf(base.document, owner))
  // Parts changed by the edit itself are no reason.
  const kept = keywords.filter((pointer) => base.document.at(pointer) === applied.at(pointer))
  return [...named, ...kept.map((pointer) => ({ ...keywordGuard(base.document, pointer), confirms: isRefused }))].slice(
    0,
    mostGuards,
  )
}

function branchesOf(document: Document, list: Pointer): Conjunction {
  return ownArray({ list: document.at(list) ?? [] }, 'list').map((node, index) => ({
    node,
    pointer: joinPointer(list, index),
  }))
}

/** Keywords that can reject values on their own. */
const excluding =
  /^(type|enum|const|format|pattern|multipleOf|required|uniqueItems|not|contains|(min|max|exclusiveM|additional|unevaluated|dependentR|propertyN).*)$/

function keywordsOf(document: Document, owner: Pointer): readonly Pointer[] {
  const node = document.at(owner)
  return isObject(node) ? Object.keys(node).flatMap((key) => (excluding.test(key) ? joinPointer(owner, key) : [])) : []
}

function keywordGuard(document: Document, pointer: Pointer): Omit<Guard, 'confirms'> {
  const text = `${pointerTokens(pointer).at(-1)}: ${JSON.stringify(document.at(pointer))}`
  const keyword = text.length > 60 ? `${text.slice(0, 60)}…` : text
  return {
    reason: (shown) => ({ kind: 'excluded-by', keyword, at: pointer, shown }),
    without: () => ({ pointer, value: undefined }),
  }
}
