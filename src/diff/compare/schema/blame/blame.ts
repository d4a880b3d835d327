import type { ChangeKind } from '../../../../model/diff/change.ts'
import type { Json } from '../../../../model/json.ts'
import type { Way } from '../../../../model/operation.ts'
import { leavesAlone } from '../../../../schema/containment/leaf.ts'
import type { Escape } from '../../../../schema/containment/operand.ts'
import { isExclusive } from '../../../../schema/normal-form/exclusive.ts'
import type { Conjunction, NormalSchema, SchemaReader } from '../../../../schema/normal-form/normal.ts'
import type { LocalChange, Unit } from '../unit.ts'
import {
  type BlameContext,
  type Cause,
  counterfactual,
  type EditedVersionsOf,
  exactly,
  type Half,
  nameOf,
  open,
  versionOf,
  versionsOf,
} from './counterfactual.ts'

/** What a whole schema loses or gains in one direction. */
export interface Outcome {
  readonly unit: Unit
  readonly half: Half
  readonly way: Way
  readonly value: Json
}

/** Attributes what whole schemas lose and gain to the edits inside them. */
export interface Blame {
  causeOf(whole: Unit, edit: LocalChange, half: Half, way: Way): Cause
  /** A value that shows an edit to be to blame, with `oneOf` as the specification has it. */
  exactValueOf(whole: Unit, edit: LocalChange, half: Half, way: Way): Json | undefined
  /** The values that a whole schema loses or gains. */
  whole(whole: Unit, half: Half, way: Way): Escape
  /** Whether a schema of the pair contradicts itself, so that it allows no value. */
  isContradiction(unit: Unit, way: Way): boolean
  /** Whether an edit may be a reason for what a whole schema loses or gains. */
  isExplained(whole: Unit, half: Half, way: Way): boolean
  /** What wholes lose or gain although every edit that was asked about was cleared. */
  unexplained(): readonly Outcome[]
}

/** Maximum of edits in one whole schema that are distinguished, and of questions about single edits in one comparison. */
const [mostEdits, mostQuestions] = [20, 1_000]

/**
 * Counterfactual blame. A whole schema loses a value if the base allows it and the revision refuses it. An edit is to blame if
 * such a value is also refused by the base with only this edit applied (forward), or allowed by the revision with only
 * this edit undone (backward). Forward alone misses a value that two branches stop allowing; backward alone misses two
 * edits that each refuse it. Gains are the mirror image.
 */
export function createBlame(context: () => BlameContext, edited: EditedVersionsOf): Blame {
  const wholes = new Map<string, Escape>()
  const causes = new Map<string, Cause>()
  const explained = new Set<string>()
  const cleared = new Map<string, Outcome>()
  let left = mostQuestions

  function whole(unit: Unit, half: Half, way: Way): Escape {
    const key = `${half} ${way} ${unit.id}`
    const { before, after, text } = unit
    const known = wholes.get(key) ?? context().containment[half](before, after, way, text)
    wholes.set(key, known)
    return known
  }

  function causeIn(unit: Unit, edit: LocalChange, half: Half, way: Way): Cause {
    const result = whole(unit, half, way)
    if (result.kind === 'none') return { kind: 'cleared', by: 'whole' }
    if (result.kind === 'unknown') return open
    const edits = editsWithin(unit).size
    if (edits === 1) return { kind: 'blamed', value: result.value }
    if (edits > mostEdits || left-- <= 0) return open
    const versions = edited(edit)
    return versions === undefined
      ? open
      : counterfactual(context(), versions, { unit, half, way, read: (version) => version })
  }

  return {
    whole,
    exactValueOf(unit, edit, half, way) {
      if (editsWithin(unit).size === 1) {
        const [base, revision] = versionsOf(context(), unit)
        const [from, to] = half === 'lost' ? [base, revision] : [revision, base]
        const found = context().containment.outside([exactly(from)], [exactly(to)], way)
        return found.kind === 'value' ? found.value : undefined
      }
      const versions = edited(edit)
      const cause = versions && counterfactual(context(), versions, { unit, half, way, read: exactly })
      return cause?.kind === 'blamed' ? cause.value : undefined
    },
    causeOf(unit, edit, half, way) {
      const key = `${half} ${way} ${unit.id} ${nameOf(edit)}`
      const known = causes.get(key) ?? causeIn(unit, edit, half, way)
      causes.set(key, known)
      const name = `${half} ${way} ${unit.id}`
      const result = wholes.get(name)
      if (known.kind !== 'cleared') explained.add(name)
      else if (result?.kind === 'value') cleared.set(name, { unit, half, way, value: result.value })
      return known
    },
    isContradiction({ before, after }, way) {
      const { base, revision, containment } = context()
      const contradicts = (reader: SchemaReader, parts: Conjunction): boolean =>
        // Without a type nothing is meant: a property that must be absent.
        reader.normal(parts).types.size > 0 &&
        containment.outside([versionOf(reader.document, parts)], [], way).kind === 'none'
      return contradicts(base, before) || contradicts(revision, after)
    },
    isExplained: (unit, half, way) => explained.has(`${half} ${way} ${unit.id}`),
    unexplained: () => [...cleared].filter(([name]) => !explained.has(name)).map(([, outcome]) => outcome),
  }
}

/** Kinds of change that restrict no value. */
const silent: ReadonlySet<ChangeKind> = new Set([
  'documentation',
  'deprecation',
  'sunset',
  'operation.stability',
  'schema.default',
  'schema.extensible-enum',
  'schema.exclusivity',
])

const known = new WeakMap<Unit, ReadonlyMap<string, LocalChange>>()

/** The edits in and below a pair of schemas that may restrict values, by name; counting ends above the maximum. */
export function editsWithin(start: Unit): ReadonlyMap<string, LocalChange> {
  const found = known.get(start) ?? collectEdits(start)
  known.set(start, found)
  return found
}

function collectEdits(start: Unit): ReadonlyMap<string, LocalChange> {
  const open = [start]
  const seen = new Set(open)
  const edits = new Map<string, LocalChange>()
  for (const unit of open) {
    for (const edit of unit.changes) {
      if (!silent.has(edit.kind) && edits.size <= mostEdits) edits.set(nameOf(edit), edit)
    }
    for (const { unit: child } of unit.children) {
      if (seen.has(child)) continue
      seen.add(child)
      open.push(child)
    }
  }
  return edits
}

/** Whether an edit inside may act against its own effect: exactly one branch matches, or names in branches count outside. */
export function mayTurn(reader: SchemaReader, normal: NormalSchema): boolean {
  return leavesAlone(normal) || normal.groups.some((group) => isExclusive(reader, group))
}
