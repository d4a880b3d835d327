import type { ChangeKind, ChangeValues, Effect, PropertyFacts, SchemaStep, Use } from '../../../../model/diff/change.ts'
import type { Json, JsonObject } from '../../../../model/json.ts'
import type { Containment } from '../../../../schema/containment/contains.ts'
import { leavesAlone } from '../../../../schema/containment/leaf.ts'
import { type Escape, madePart } from '../../../../schema/containment/operand.ts'
import type { Conjunction, SchemaReader } from '../../../../schema/normal-form/normal.ts'
import { isObject, own } from '../../../../util/json.ts'
import { usesOf } from './climb.ts'
import { setEffect } from './effect.ts'
import type { Unit } from './pair.ts'
import { type BranchEdit, branchBy, type Way, type Whole } from './whole.ts'

/** What the comparison of one pair of descriptions has to ask with. */
export interface Asking {
  readonly base: SchemaReader
  readonly revision: SchemaReader
  readonly whole: Whole
  readonly containment: () => Containment
}

/** What is edited: absent sides are those of what is added or removed. */
export interface Edit {
  readonly kind: ChangeKind
  readonly before: ChangeValues[ChangeKind] | undefined
  readonly after: ChangeValues[ChangeKind] | undefined
}

/** What becomes of a property that is named in one version only: a schema around it refuses it, or holds it to another schema. */
export interface Refused {
  /** The schema around. */
  readonly around: Unit
  readonly change: Edit & { readonly effect: Effect }
  readonly uses: readonly Use[]
}

/**
 * A property named in a branch or under a condition counts for `unevaluatedProperties` beside these (JSON Schema 2020-12
 * §11.3): that applies to it where it is no longer named. Only where a value shows it: another branch may name it as well.
 */
export function refusedAbove(asking: Asking, unit: Unit, { kind, before, after }: Edit): readonly Refused[] {
  if (kind !== 'schema.property') return []
  const facts = (before ?? after) as PropertyFacts
  if (facts.closed) return []
  const isRemoved = after === undefined
  return closedAround(unit, isRemoved ? asking.revision : asking.base, isRemoved).flatMap((found): Refused[] => {
    const { around, branch, held } = found
    const question = { around, branch, name: facts.name, isRemoved, owner: found.owner }
    const left = shownBy(asking, question)
    if (held === undefined) {
      if (left === undefined) return []
      const effect = isRemoved ? setEffect(true, facts.required) : setEffect(facts.required, true)
      const named = { ...facts, closed: true }
      const change = { kind, effect, before: isRemoved ? named : undefined, after: isRemoved ? undefined : named }
      return [{ around, change, uses: usesOf(asking.whole, { unit: around, effect, branch, shown: left }) }]
    }
    const come = heldBy(asking, question)
    if (left === undefined && come === undefined) return []
    const [lost, gained] = isRemoved ? [left, come] : [come, left]
    const effect = setEffect(lost !== undefined, gained !== undefined)
    const keyword = { keyword: 'unevaluatedProperties', value: held, property: facts.name }
    const uses = (['request', 'response'] as const).flatMap((way) => {
      const shown = way === 'request' ? lost : gained
      return usesOf(asking.whole, { unit: around, effect, branch, shown }).filter(({ direction }) => direction === way)
    })
    const change = { effect, before: isRemoved ? undefined : keyword, after: isRemoved ? keyword : undefined }
    return [{ around, change: { kind: 'schema.keyword', ...change }, uses }]
  })
}

/** The uses that no refusal is about. */
export function withoutUses(uses: readonly Use[], refused: readonly Refused[]): readonly Use[] {
  const id = ({ operation, direction, part }: Use): string => `${operation} ${direction} ${part}`
  const gone = new Set(refused.flatMap((one) => one.uses.map(id)))
  return gone.size === 0 ? uses : uses.filter((use) => !gone.has(id(use)))
}

interface Around {
  readonly around: Unit
  readonly branch: BranchEdit
  /** The schema that holds `unevaluatedProperties`, where it is not deeper inside. */
  readonly owner: Conjunction[number] | undefined
  /** What it holds other properties to; absent where it refuses them. */
  readonly held: Json | undefined
}

const mostAround = 50

/** The schemas for the same value around one that leave alone what is named inside, and refuse the rest or hold it to a schema. */
function closedAround(start: Unit, reader: SchemaReader, isRemoved: boolean): readonly Around[] {
  const found: Around[] = []
  const open = [start]
  const seen = new Set(open)
  for (const at of open) {
    for (const { unit, step, polarity } of at.parents) {
      if (!isInPlace(step) || polarity === 'inverted' || seen.has(unit) || seen.size > mostAround) continue
      seen.add(unit)
      open.push(unit)
      const parts = isRemoved ? unit.after : unit.before
      const normal = reader.normal(parts)
      if (!leavesAlone(normal)) continue
      const owner = parts.find(({ node }) => own(node, 'unevaluatedProperties') !== undefined)
      const held = normal.closed ? undefined : normal.additional[0]?.node
      found.push({ around: unit, branch: branchBy(step) ?? {}, owner, held })
    }
  }
  return found
}

/** Whether a step leads to a schema for the same value. */
export function isInPlace(step: SchemaStep): boolean {
  return step.kind === 'variant' || (step.kind === 'other' && /^(if|then|else|dependentSchemas)\b/.test(step.keyword))
}

interface Asked extends Pick<Around, 'around' | 'branch' | 'owner'> {
  readonly name: string
  readonly isRemoved: boolean
}

/** A value with the property that the version that names it allows, and the other would but for the property. */
function shownBy(asking: Asking, { around, branch, owner, name, isRemoved }: Asked): Json | undefined {
  const { before, after } = around
  const [holder, other] = isRemoved ? (['base', 'revision'] as const) : (['revision', 'base'] as const)
  const [held, facing] = isRemoved ? [before, after] : [after, before]
  const { accepts } = asking.containment()
  const letIn = facing.map((part) => (part === owner ? naming(part, name) : part))
  return shownWith(asking, { around, branch, name }, isRemoved ? 'lost' : 'gained', (way, value, rest) => {
    if (accepts(holder, held, way, value) !== true || accepts(other, facing, way, value) !== false) return false
    return accepts(other, facing, way, rest) === true || accepts(other, letIn, way, value) === true
  })
}

/** A value with the property that only the version allows in which another schema applies to it. */
function heldBy(asking: Asking, { around, branch, name, isRemoved }: Asked): Json | undefined {
  const { before, after } = around
  const [holder, other] = isRemoved ? (['revision', 'base'] as const) : (['base', 'revision'] as const)
  const [held, facing] = isRemoved ? [after, before] : [before, after]
  const { accepts, common } = asking.containment()
  return shownWith(asking, { around, branch, name }, isRemoved ? 'gained' : 'lost', (way, value, rest) => {
    if (accepts(holder, held, way, value) !== true || accepts(other, facing, way, value) !== false) return false
    if (accepts(other, facing, way, rest) === true) return true
    const usual = common(other, [...facing, madePart({ required: [name] })], way, [])
    const replaced = usual.kind === 'value' && own(usual.value, name)
    return replaced !== undefined && accepts(other, facing, way, { ...rest, [name]: replaced }) === true
  })
}

type Shows = (way: Way, value: JsonObject, rest: JsonObject) => boolean

function shownWith(
  { whole }: Asking,
  { around, branch, name }: Pick<Asked, 'around' | 'branch' | 'name'>,
  half: 'lost' | 'gained',
  shows: Shows,
): Json | undefined {
  const named = madePart({ required: [name] })
  const { before, after } = around
  const wholes = half === 'lost' ? { before: [...before, named], after } : { before, after: [...after, named] }
  for (const way of ['request', 'response'] as const) {
    if (!around.ways[way]) continue
    const result: Escape = whole[half](wholes, branch, way)
    if (result.kind !== 'value' || !isObject(result.value) || !Object.hasOwn(result.value, name)) continue
    const { [name]: _, ...rest } = result.value
    if (shows(way, result.value, rest)) return result.value
  }
  return undefined
}

/** The same schema with one more property named. */
function naming(part: Conjunction[number], name: string): Conjunction[number] {
  const { node, pointer } = part
  if (!isObject(node)) return part
  const properties = own(node, 'properties')
  const named = { ...(isObject(properties) ? properties : {}), [name]: {} }
  return { ...part, node: { ...node, properties: named }, pointer: `made ${name} ${pointer}` }
}
