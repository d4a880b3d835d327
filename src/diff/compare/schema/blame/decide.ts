import type { ChangeValues } from '../../../../model/diff/change.ts'
import type { Json } from '../../../../model/json.ts'
import type { Way } from '../../../../model/operation.ts'
import { type ContainmentOptions, createContainment } from '../../../../schema/containment/contains.ts'
import { leavesAlone } from '../../../../schema/containment/leaf.ts'
import { sideOf } from '../../../../schema/containment/operand.ts'
import type { NormalSchema, SchemaReader } from '../../../../schema/normal-form/normal.ts'
import { isObject } from '../../../../util/json.ts'
import { createEffort } from '../../../proof/effort.ts'
import { once } from '../../once.ts'
import type { SameSchemas } from '../../same-schemas.ts'
import { branchName } from '../unions/branches.ts'
import type { LocalChange, Unit } from '../unit.ts'
import { type Blame, createBlame, mayTurn, type Outcome } from './blame.ts'
import { createCertifier } from './certificate.ts'
import { type Cause, createEditedVersions, type Half, open } from './counterfactual.ts'
import { isAskedWhole, normalPair } from './marks.ts'
import type { Decider } from './uses.ts'

interface DeciderContext {
  readonly base: SchemaReader
  readonly revision: SchemaReader
  readonly schemas: SameSchemas
}

export interface EditDecider extends Decider {
  /**
   * Call after every edit was examined. Without an explanation, inner edits keep their local verdict (`isRevised`). `rest`:
   * differences without such an edit.
   */
  settle(units: readonly Unit[]): { readonly isRevised: boolean; readonly rest: readonly Outcome[] }
}

/** Maximum number of climbing steps per comparison, about 5 s. */
const mostSteps = 2_000_000

/** Decides the effect of edits by comparing the surrounding schemas. */
export function createDecider({ base, revision, schemas }: DeciderContext): EditDecider {
  const edited = createEditedVersions({ base, revision, schemas })
  const contextWith = (options: ContainmentOptions) =>
    once(() => ({
      base,
      revision,
      schemas,
      containment: createContainment(base, revision, { same: schemas.same, ...options }),
    }))
  const blameBy = (options: ContainmentOptions): Blame => createBlame(contextWith(options), edited)
  const certify = createCertifier(contextWith({ confirm: false, brief: true }), edited)
  const strict = blameBy({ lenient: false, confirm: false })
  // Edits that conventions consider harmless are reported only if ajv confirms the value.
  const lenient = blameBy({ lenient: true, confirm: true })
  const effort = createEffort(mostSteps)
  const turning = new Map<Unit, boolean>()
  const unsettled = new Set<string>()
  const keyOf = (unit: Unit, half: Half, way: Way): string => `${unit.id} ${half} ${way}`
  const causeBy =
    (blame: Blame): Decider['causeOf'] =>
    (unit, edit, half, way): Cause => {
      const isOpen = unit.isUndecided || edit.unit.isUndecided || unsettled.has(keyOf(unit, half, way))
      const cause = isOpen ? open : blame.causeOf(unit, edit, half, way)
      if (cause.kind !== 'cleared') return cause
      const between = unitsBetween(edit.unit, unit)
      effort.take(between.length)
      return between.some((one) => isContradiction(blame, one, way)) ? open : cause
    }
  const contradictions = new Map<string, boolean>()
  /** An unsatisfiable schema isn't used literally, so containment would give useless proofs. */
  const isContradiction = (blame: Blame, unit: Unit, way: Way): boolean => {
    const key = `${unit.id} ${way}`
    const known = contradictions.get(key) ?? blame.isContradiction(unit, way)
    contradictions.set(key, known)
    return known
  }
  /** Returns whether only one version allows the value under the specified meaning of `oneOf`. */
  const isExact = ({ before, after }: Unit, value: Json, half: Half, way: Way): boolean => {
    const isIn = sideOf(base.document, way, 'exact').accepts(before, value) === true
    const isInNow = sideOf(revision.document, way, 'exact').accepts(after, value) === true
    return isIn === (half === 'lost') && isInNow === (half === 'gained')
  }
  const turns = (unit: Unit): boolean => {
    if (unit.isPlain) return false
    const [before, after] = normalPair(base, revision, unit)
    return mayTurn(base, before) || mayTurn(revision, after)
  }
  const decider: EditDecider = {
    effort,
    plain: new Map(),
    isAsked: (unit) =>
      isAskedWhole(unit, () => normalPair(base, revision, unit).some(({ bounds }) => bounds.has('minProperties'))),
    mayTurn(unit) {
      const known = turning.get(unit) ?? turns(unit)
      turning.set(unit, known)
      return known
    },
    countsNames: (unit) => normalPair(base, revision, unit).some(leavesAlone),
    isClosed: (unit) => normalPair(base, revision, unit).some((normal) => normal.closed && leavesAlone(normal)),
    causeOf: causeBy(strict),
    exactValueOf: strict.exactValueOf,
    reasonOf: certify,
    lenientCauseOf(unit, edit, half, way) {
      const cause = causeBy(lenient)(unit, edit, half, way)
      return cause.kind === 'blamed' && !isExact(unit, cause.value, half, way) ? { kind: 'open' } : cause
    },
    settle(units) {
      const silent = units.filter((unit) => unit.text === undefined && decider.mayTurn(unit) && !hasEffects(unit))
      const isUnknown = ({ unit, half, way }: Outcome): boolean => !lenient.isExplained(unit, half, way)
      // Without proof that conventions explain the difference, report the edits below.
      const unexplained = strict
        .unexplained()
        .filter((one) => isUnknown(one) && lenient.whole(one.unit, one.half, one.way).kind !== 'none')
      for (const { unit, half, way } of unexplained) unsettled.add(keyOf(unit, half, way))
      const rest = [...silent.flatMap((unit) => outcomesOf(lenient, unit)).filter(isUnknown), ...unexplained].filter(
        ({ unit, value, half, way }) => !hasEffects(unit) && isExact(unit, value, half, way),
      )
      return { isRevised: unexplained.length > 0, rest }
    },
  }
  return decider
}

function outcomesOf(blame: Blame, unit: Unit): readonly Outcome[] {
  const found: Outcome[] = []
  for (const way of ['request', 'response'] as const) {
    for (const half of ['lost', 'gained'] as const) {
      const result = unit.ways[way] ? blame.whole(unit, half, way) : undefined
      if (result?.kind === 'value') found.push({ unit, half, way, value: result.value })
    }
  }
  return found
}

function hasEffects(start: Unit): boolean {
  const open = [start]
  const seen = new Set(open)
  for (const unit of open) {
    if (unit.changes.some(({ effect, kind }) => effect !== 'none' || kind === 'schema.discriminator')) return true
    for (const { unit: child } of unit.children) {
      if (seen.has(child)) continue
      seen.add(child)
      open.push(child)
    }
  }
  return false
}

/** Returns the pairs on the paths from an edit to a surrounding pair. Skips conditions, which may be unsatisfiable on purpose. */
function unitsBetween(below: Unit, above: Unit): readonly Unit[] {
  const around = new Set([above, below])
  for (const one of around) if (one !== above) for (const { unit } of one.parents) around.add(unit)
  const found = new Set([above])
  for (const { children } of found)
    for (const { unit, polarity } of children) if (polarity === 'same' && around.has(unit)) found.add(unit)
  return [...found]
}

/** Returns a change for a loss or gain that no inner edit explains. */
export function restOf(
  { base, revision }: { readonly base: SchemaReader; readonly revision: SchemaReader },
  { unit, half, way, value }: Outcome,
): LocalChange {
  const [before, after] = normalPair(base, revision, unit)
  const [was, is] = [before.groups[0], after.groups[0]]
  const site = { base: was?.pointer ?? before.pointer, revision: is?.pointer ?? after.pointer }
  const names = (reader: SchemaReader, group: typeof was) =>
    group && { keyword: group.keyword, value: group.branches.map((branch) => branchName(reader, branch)) }
  const isLeft = leavesAlone(before) || leavesAlone(after)
  return {
    kind: 'schema.keyword',
    before: isLeft ? (half === 'gained' ? unevaluated(before, after, value) : undefined) : names(base, was),
    after: isLeft ? (half === 'lost' ? unevaluated(after, before, value) : undefined) : names(revision, is),
    effect: half === 'lost' ? 'narrowed' : 'widened',
    spot: site,
    site,
    owners: { base: before.pointer, revision: after.pointer },
    unit,
    scope: { request: way === 'request', response: way === 'response' },
    shown: value,
  }
}

/** Returns `unevaluatedProperties` with a property of the example that it applies to. */
function unevaluated(normal: NormalSchema, other: NormalSchema, shown: Json): ChangeValues['schema.keyword'] {
  const { properties, additional, closed } = leavesAlone(normal) ? normal : other
  const name = isObject(shown) ? Object.keys(shown).find((one) => !properties.has(one)) : undefined
  const value = closed ? false : (additional[0]?.node ?? true)
  return { keyword: 'unevaluatedProperties', value, ...(name === undefined ? {} : { property: name }) }
}
