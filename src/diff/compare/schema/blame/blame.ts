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

export interface Outcome {
  readonly unit: Unit
  readonly half: Half
  readonly way: Way
  readonly value: Json
}

export interface Blame {
  causeOf(whole: Unit, edit: LocalChange, half: Half, way: Way): Cause
  /** Returns a value for which the edit is to blame under the specified meaning of `oneOf`. */
  exactValueOf(whole: Unit, edit: LocalChange, half: Half, way: Way): Json | undefined
  /** Returns a value that the whole schema loses or gains. */
  whole(whole: Unit, half: Half, way: Way): Escape
  isContradiction(unit: Unit, way: Way): boolean
  /** Returns whether an edit can explain the whole schema's loss or gain. */
  isExplained(whole: Unit, half: Half, way: Way): boolean
  /** Returns losses and gains for which every examined edit was cleared. */
  unexplained(): readonly Outcome[]
}

/** Maximum number of edits per whole schema, and of questions about single edits per comparison. */
const [mostEdits, mostQuestions] = [20, 1_000]

/**
 * Counterfactual blame for lost values: the edit alone loses a value (forward), or undoing it restores one (backward). Forward
 * misses a value that two branches stop allowing; backward misses two edits that each reject it. Gains are the mirror image.
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
        // A contradiction without a type is deliberate: a property that must be absent.
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

/** Returns the possibly restricting edits in and below a schema pair, by name. Stops above the maximum. */
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
    for (const edit of unit.changes) if (!silent.has(edit.kind)) edits.set(nameOf(edit), edit)
    if (edits.size > mostEdits) break
    for (const { unit: child } of unit.children) {
      if (seen.has(child)) continue
      seen.add(child)
      open.push(child)
    }
  }
  return edits
}

/** Returns whether an edit inside can have the opposite effect: exactly one branch must match, or names in branches count outside. */
export function mayTurn(reader: SchemaReader, normal: NormalSchema): boolean {
  return leavesAlone(normal) || normal.groups.some((group) => isExclusive(reader, group))
}
