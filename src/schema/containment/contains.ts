import type { Json, Pointer } from '../../model/json.ts'
import type { Way } from '../compiling/generated.ts'
import type { Conjunction, SchemaReader } from '../normal-form/normal.ts'
import { type Escape, nameOf, type Operand, operandOf, type Side, sideOf, unknown } from './operand.ts'
import { ContainmentSolver, type Same } from './solver.ts'
import { holdsPlainly } from './values/holds.ts'

/** Decides which values one version of a schema allows and the other does not. */
export interface Containment {
  /** The values of schemas of the base that a schema of the revision refuses; of `chosen` groups a branch is among the schemas. */
  lost(before: Conjunction, after: Conjunction, way: Way, chosen?: readonly Pointer[]): Escape
  /** The values of schemas of the revision that a schema of the base refuses. */
  gained(before: Conjunction, after: Conjunction, way: Way, chosen?: readonly Pointer[]): Escape
  /** The values that satisfy schemas of one version. */
  common(version: 'base' | 'revision', parts: Conjunction, way: Way, chosen: readonly Pointer[]): Escape
  /** Whether a value satisfies a schema of one version; undefined when the schema cannot be compiled. */
  accepts(version: 'base' | 'revision', parts: Conjunction, way: Way, value: Json): boolean | undefined
}

/** Options of containment. */
export interface ContainmentOptions {
  /** Whether two locations hold the same text and lead to the same text: a decision without a search. */
  readonly same?: (before: Conjunction, after: Conjunction) => boolean
  /** By the convention that undeclared properties of open objects are unused. Default: as JSON Schema has it. */
  readonly lenient?: boolean
  /** Whether ajv confirms every value that is found, which takes compiling the schemas. Default: yes. */
  readonly confirm?: boolean
}

/**
 * Decides containment of schemas of two versions: `none` is a proof that nothing is lost or gained, a value is confirmed
 * by ajv under both. `oneOf` is read as a union, unless it is meant as exclusive (`exclusive.ts`).
 */
export function createContainment(
  base: SchemaReader,
  revision: SchemaReader,
  { same, lenient = false, confirm = true }: ContainmentOptions = {},
): Containment {
  const solvers = new Map<Way, ContainmentSolver>()
  const solverOf = (way: Way, before: Side, after: Side): ContainmentSolver => {
    const known = solvers.get(way) ?? new ContainmentSolver(sameAcross(before, after, same), lenient, confirm)
    solvers.set(way, known)
    return known
  }
  const readers = { base, revision }
  let left = mostBranches
  const sides = (way: Way) => [sideOf(base.document, way), sideOf(revision.document, way)] as const
  const ask = (
    before: Conjunction,
    after: Conjunction,
    way: Way,
    isLost: boolean,
    chosen: readonly Pointer[],
  ): Escape => {
    const [was, is] = sides(way)
    const [held, now] = [operandOf(was, before, isLost ? chosen : []), operandOf(is, after, isLost ? [] : chosen)]
    const [inner, outer] = isLost ? [held, now] : [now, held]
    if (left < 0) return unknown
    left -= widthOf(held) + widthOf(now)
    if (left < 0) return unknown
    return solverOf(way, was, is).ask({ pos: [inner], neg: [outer] })
  }
  return {
    lost: (before, after, way, chosen = []) => ask(before, after, way, true, chosen),
    gained: (before, after, way, chosen = []) => ask(before, after, way, false, chosen),
    common(version, parts, way, chosen) {
      const operand = operandOf(sideOf(readers[version].document, way), parts, chosen)
      return solverOf(way, ...sides(way)).ask({ pos: [operand], neg: [] })
    },
    accepts(version, parts, way, value) {
      const side = sideOf(readers[version].document, way)
      return (confirm ? undefined : holdsPlainly(operandOf(side, parts), value)) ?? side.accepts(parts, value)
    },
  }
}

/** Maximum of branches of wide unions that are read: the cost of a question grows with the width of its unions. */
const mostBranches = 300_000
/** Narrower unions are not counted: there are as many questions as edits, and each is small. Those that are decided cost less than those that are only searched. */
const [narrow, decided, share] = [64, 600, 4]

function widthOf({ side, parts }: Operand): number {
  // Part by part: a whole with one of its branches would be read anew for each of them.
  const groups = parts.flatMap((part) => side.reader.normal([part]).groups)
  const width = groups.reduce((sum, { branches }) => sum + branches.length, 0)
  if (width <= narrow) return 0
  return width <= decided ? width / share : width
}

function sameAcross(base: Side, revision: Side, same: ContainmentOptions['same']): Same {
  const known = new Map<string, boolean>()
  const ask = (before: Operand, after: Operand): boolean => {
    const key = `${nameOf(before)} ${nameOf(after)}`
    const isSame = known.get(key) ?? same?.(before.parts, after.parts) === true
    known.set(key, isSame)
    return isSame
  }
  return (a, b) => {
    if (nameOf(a) === nameOf(b)) return true
    if (a.side === base && b.side === revision) return ask(a, b)
    return a.side === revision && b.side === base && ask(b, a)
  }
}
