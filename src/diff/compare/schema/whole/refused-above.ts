import type { ChangeKind, ChangeValues, Effect, PropertyFacts, Use } from '../../../../model/diff/change.ts'
import type { Json } from '../../../../model/json.ts'
import type { Containment } from '../../../../schema/containment/contains.ts'
import { leavesAlone } from '../../../../schema/containment/leaf.ts'
import { madePart } from '../../../../schema/containment/operand.ts'
import type { SchemaReader } from '../../../../schema/normal-form/normal.ts'
import { isObject } from '../../../../util/json.ts'
import { usesOf } from './climb.ts'
import { setEffect } from './effect.ts'
import type { Unit } from './pair.ts'
import { type BranchEdit, branchBy, type Whole } from './whole.ts'

/** What the comparison of one pair of descriptions has to ask with. */
interface Asking {
  readonly base: SchemaReader
  readonly revision: SchemaReader
  readonly whole: Whole
  readonly containment: () => Containment
}

interface Edit {
  readonly kind: ChangeKind
  readonly before: ChangeValues[ChangeKind] | undefined
  readonly after: ChangeValues[ChangeKind] | undefined
}

/** A property that a schema around the edited one refuses where it is not named. */
export interface Refused {
  readonly facts: PropertyFacts
  readonly effect: Effect
  readonly uses: readonly Use[]
}

/**
 * A property named in a branch or under a condition counts for `unevaluatedProperties: false` beside these (JSON Schema 2020-12
 * §11.3): it is refused where it is no longer named. Only where a value shows it: another branch may name it as well.
 */
export function refusedAbove(asking: Asking, unit: Unit, { kind, before, after }: Edit): readonly Refused[] {
  if (kind !== 'schema.property') return []
  const facts = (before ?? after) as PropertyFacts
  if (facts.closed) return []
  const isRemoved = after === undefined
  return closedAround(unit, isRemoved ? asking.revision : asking.base, isRemoved).flatMap(({ around, branch }) => {
    const shown = shownBy(asking, around, branch, facts.name, isRemoved)
    if (shown === undefined) return []
    const effect = isRemoved ? setEffect(true, facts.required) : setEffect(facts.required, true)
    const uses = usesOf(asking.whole, { unit: around, effect, branch, shown })
    return [{ facts: { ...facts, closed: true }, effect, uses }]
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
}

const mostAround = 50

/** The schemas for the same value around one that leave alone what is named inside, and refuse the rest. */
function closedAround(start: Unit, reader: SchemaReader, isRemoved: boolean): readonly Around[] {
  const found: Around[] = []
  const open = [start]
  const seen = new Set(open)
  for (const at of open) {
    for (const { unit, step, polarity } of at.parents) {
      const isInPlace =
        step.kind === 'variant' || (step.kind === 'other' && /^(if|then|else|dependentSchemas)\b/.test(step.keyword))
      if (!isInPlace || polarity === 'inverted' || seen.has(unit) || seen.size > mostAround) continue
      seen.add(unit)
      open.push(unit)
      const normal = reader.normal(isRemoved ? unit.after : unit.before)
      if (normal.closed && leavesAlone(normal)) found.push({ around: unit, branch: branchBy(step) ?? {} })
    }
  }
  return found
}

/** A value with the property that one version allows, and the other would but for the property. */
function shownBy(
  { whole, containment }: Asking,
  around: Unit,
  branch: BranchEdit,
  name: string,
  isRemoved: boolean,
): Json | undefined {
  const named = madePart({ required: [name] })
  const { before, after } = around
  const [holder, other] = isRemoved ? (['base', 'revision'] as const) : (['revision', 'base'] as const)
  const [held, facing] = isRemoved ? [before, after] : [after, before]
  for (const way of ['request', 'response'] as const) {
    if (!around.ways[way]) continue
    const wholes = isRemoved ? { before: [...before, named], after } : { before, after: [...after, named] }
    const result = whole[isRemoved ? 'lost' : 'gained'](wholes, branch, way)
    if (result.kind !== 'value' || !isObject(result.value) || !Object.hasOwn(result.value, name)) continue
    const { [name]: _, ...rest } = result.value
    const accepts = containment().accepts
    const isShown =
      accepts(holder, held, way, result.value) === true &&
      accepts(other, facing, way, result.value) === false &&
      accepts(other, facing, way, rest) === true
    if (isShown) return result.value
  }
  return undefined
}
