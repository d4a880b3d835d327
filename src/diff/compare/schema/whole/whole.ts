import type { ListForms, SchemaStep } from '../../../../model/diff/change.ts'
import type { Json, Pointer } from '../../../../model/json.ts'
import type { Containment } from '../../../../schema/containment/contains.ts'
import { type Escape, madePart, unknown } from '../../../../schema/containment/operand.ts'
import type { Conjunction, NormalSchema, SchemaReader } from '../../../../schema/normal-form/normal.ts'

/** The branch that an edit is about, on either side: what it loses, another branch may still allow. */
export interface BranchEdit {
  readonly before?: Conjunction
  readonly after?: Conjunction
}

/** Two schemas as wholes. */
interface Wholes {
  readonly before: Conjunction
  readonly after: Conjunction
  /** The values travel as text. */
  readonly text?: ListForms | undefined
}

export type Way = 'request' | 'response'

/** The effect of an edit on the whole around it: whether any value is lost or gained, whatever moved inside. */
export interface Whole {
  /** Values of the base, of the edited branch if there is one, that the whole of the revision refuses. */
  lost(wholes: Wholes, branch: BranchEdit, way: Way): Escape
  /** Values of the revision that the whole of the base refuses. */
  gained(wholes: Wholes, branch: BranchEdit, way: Way): Escape
  /** Of the values that may be lost or gained those that one constraint of the other version refuses. */
  beyond(half: 'lost' | 'gained', wholes: Wholes, branch: BranchEdit, way: Way, constraint: Json): Escape
  /** Of the values that are lost or gained those that satisfy a schema too. */
  among(half: 'lost' | 'gained', wholes: Wholes, branch: BranchEdit, way: Way, named: Json): Escape
}

/** Leaves open what any edit does to the wholes around it. */
export const undecided: Whole = {
  lost: () => unknown,
  gained: () => unknown,
  beyond: () => unknown,
  among: () => unknown,
}

/** Asks for the containment of wholes; each question once. */
export function createWhole(base: SchemaReader, revision: SchemaReader, containment: () => Containment): Whole {
  const known = new Map<string, Escape>()
  const ask = (
    kind: 'lost' | 'gained',
    before: Conjunction,
    after: Conjunction,
    way: Way,
    chosen: readonly Pointer[],
  ): Escape => {
    const key = `${kind} ${way} ${base.key(before)} ~ ${revision.key(after)} ! ${chosen.join(' ')}`
    const result = known.get(key) ?? containment()[kind](before, after, way, chosen)
    known.set(key, result)
    return result
  }
  return {
    lost: (wholes, { before }, way) => {
      const inner = within(base, wholes.before, before)
      const lost = (parts: Conjunction) => ask('lost', parts, wholes.after, way, inner.chosen)
      return wholes.text === undefined ? lost(inner.parts) : asWritten(base, inner.parts, lost)
    },
    gained: (wholes, { after }, way) => {
      const inner = within(revision, wholes.after, after)
      const gained = (parts: Conjunction) => ask('gained', wholes.before, parts, way, inner.chosen)
      return wholes.text === undefined ? gained(inner.parts) : asWritten(revision, inner.parts, gained)
    },
    among(half, { before, after }, branch, way, named) {
      const isLost = half === 'lost'
      const inner = isLost ? within(base, before, branch.before) : within(revision, after, branch.after)
      const parts = [...inner.parts, madePart(named)]
      return isLost ? ask(half, parts, after, way, inner.chosen) : ask(half, before, parts, way, inner.chosen)
    },
    beyond(half, wholes, branch, way, constraint) {
      const isLost = half === 'lost'
      const inner = isLost ? within(base, wholes.before, branch.before) : within(revision, wholes.after, branch.after)
      const [before, after] = isLost ? [inner.parts, [madePart(constraint)]] : [[madePart(constraint)], inner.parts]
      return ask(half, before, after, way, inner.chosen)
    },
  }
}

/**
 * What one side alone has of values that travel as text: a list of one is written as its item, which another branch may take,
 * and a list of nothing is not written (RFC 6570 §2.3).
 */
function asWritten(reader: SchemaReader, parts: Conjunction, ask: (parts: Conjunction) => Escape): Escape {
  const result = ask(parts)
  if (result.kind !== 'value' || !Array.isArray(result.value) || result.value.length > 1) return result
  const longer = ask([...parts, madePart({ minItems: 2 })])
  if (longer.kind !== 'none') return longer
  const { items, prefixItems } = reader.normal(parts)
  return ask((prefixItems[0] ?? items).flatMap(reader.enter)).kind === 'none' ? longer : result
}

/** A whole with one of its branches chosen. */
function within(reader: SchemaReader, whole: Conjunction, branch: Conjunction | undefined) {
  if (branch === undefined) return { parts: whole, chosen: [] }
  const group = groupsByBranch(reader, whole).get(reader.key(branch))
  return { parts: [...whole, ...branch.flatMap(reader.enter)], chosen: group === undefined ? [] : [group] }
}

const byBranch = new WeakMap<NormalSchema, ReadonlyMap<string, Pointer>>()

/** The groups of a whole by the text of their branches: looked up for each edited branch. */
function groupsByBranch(reader: SchemaReader, whole: Conjunction): ReadonlyMap<string, Pointer> {
  const normal = reader.normal(whole)
  const known = byBranch.get(normal)
  if (known !== undefined) return known
  const groups = [...normal.groups, ...reader.unfolded(whole).groups].toReversed()
  const made = new Map(groups.flatMap(({ branches, pointer }) => branches.map((one) => [reader.key(one), pointer])))
  byBranch.set(normal, made)
  return made
}

/** Whether a schema offers choices or sets conditions: an edit inside one may be compensated by another. */
export function hasChoices({ groups, applicators }: NormalSchema): boolean {
  return groups.length > 0 || applicators.size > 0
}

/** The branch that a step leads into. */
export function branchBy(step: SchemaStep): BranchEdit | undefined {
  return step.kind === 'variant' ? { before: step.before, after: step.after } : undefined
}
