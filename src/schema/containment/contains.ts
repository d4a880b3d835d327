import type { ListForms } from '../../model/diff/change.ts'
import type { Document } from '../../model/document.ts'
import type { Json, Pointer } from '../../model/json.ts'
import type { Way } from '../../model/operation.ts'
import type { Conjunction, SchemaReader, UnionReading } from '../normal-form/normal.ts'
import { asTexts, formOf, sentAs, type TextForm } from './as-texts.ts'
import { type Escape, found, nameOf, none, type Operand, operandOf, sideOf, unknown } from './operand.ts'
import { ContainmentSolver, type Same } from './solver.ts'
import { holdsPlainly } from './values/holds.ts'

/** A schema in one version of the document. */
export interface Version {
  readonly document: Document
  readonly parts: Conjunction
  /** Groups whose branch is already among `parts`. */
  readonly chosen?: readonly Pointer[]
  /** How to read `oneOf`. Default: `union`. */
  readonly unions?: UnionReading
  /** Text serialization of the values, if any: values with the same serialization are equal. */
  readonly text?: TextForm | undefined
}

/** Decides which values one version of a schema allows and the other doesn't. */
export interface Containment {
  /** Returns a value allowed by all of `inside` and rejected by all of `excluded`. */
  outside(inside: readonly Version[], excluded: readonly Version[], way: Way): Escape
  /** Returns a value that the base schema allows and the revision rejects. */
  lost(before: Conjunction, after: Conjunction, way: Way, text?: ListForms): Escape
  /** Returns a value that the revision allows and the base rejects. */
  gained(before: Conjunction, after: Conjunction, way: Way, text?: ListForms): Escape
  /** Returns whether a value is valid under one version, or `undefined` if the schema can't be compiled. */
  accepts(version: 'base' | 'revision', parts: Conjunction, way: Way, value: Json): boolean | undefined
}

export interface ContainmentOptions {
  /** Returns whether two locations have the same text and the same reference targets, which decides without a search. */
  readonly same?: (before: Version, after: Version) => boolean
  /** Assume undeclared properties of open objects are unused. Default: JSON Schema semantics. */
  readonly lenient?: boolean
  /** Give up early, for less important questions. */
  readonly brief?: boolean
  /** Confirm each example with ajv, which requires compiling the schemas. Default: true. */
  readonly confirm?: boolean
}

/** Decides which values one version allows and the other doesn't. `none` is a proof; ajv confirms example values. */
export function createContainment(
  base: SchemaReader,
  revision: SchemaReader,
  { same, lenient = false, confirm = true, brief = false }: ContainmentOptions = {},
): Containment {
  const solvers = new Map<Way, ContainmentSolver>()
  const options = { isLenient: lenient, isConfirming: confirm, isBrief: brief }
  const solverOf = (way: Way): ContainmentSolver => {
    const known = solvers.get(way) ?? new ContainmentSolver(sameAcross(same), options)
    solvers.set(way, known)
    return known
  }
  const readers = { base, revision }
  let left = mostBranches
  const operandIn = (way: Way) => (version: Version) =>
    operandOf(sideOf(version.document, way, version.unions), version.parts, version.chosen)
  const outside: Containment['outside'] = (inside, excluded, way) => {
    const [pos, neg] = [inside.map(operandIn(way)), excluded.map(operandIn(way))]
    if (left < 0) return unknown
    left -= [...pos, ...neg].reduce((sum, operand) => sum + widthOf(operand), 0)
    if (left < 0) return unknown
    const answer = solverOf(way).ask({ pos, neg })
    const isText = [...inside, ...excluded].some(({ text }) => text !== undefined)
    if (answer.kind === 'none' || !isText) return answer
    const written = inTexts(pos, inside, 'written')
    const read = inTexts(neg, excluded, 'read')
    const answerInTexts = written && read && solverOf(way).ask({ pos: written, neg: read })
    if (answerInTexts?.kind === 'value') return found(sentAs(answerInTexts.value))
    return answerInTexts?.kind === 'none' ? none : answer
  }
  const versions = (before: Conjunction, after: Conjunction, text: ListForms | undefined) =>
    [
      { document: base.document, parts: before, text: formOf(text, 'base') },
      { document: revision.document, parts: after, text: formOf(text, 'revision') },
    ] as const
  return {
    outside,
    lost: (before, after, way, text) => {
      const [was, is] = versions(before, after, text)
      return outside([was], [is], way)
    },
    gained: (before, after, way, text) => {
      const [was, is] = versions(before, after, text)
      return outside([is], [was], way)
    },
    accepts(version, parts, way, value) {
      const side = sideOf(readers[version].document, way)
      return (confirm ? undefined : holdsPlainly(operandOf(side, parts), value)) ?? side.accepts(parts, value)
    },
  }
}

function inTexts(operands: readonly Operand[], versions: readonly Version[], as: 'written' | 'read') {
  const texts = operands.map((operand, index) => {
    const form = versions[index]?.text
    return form && asTexts(operand, form, as)
  })
  return texts.every((operand) => operand !== undefined) ? texts : undefined
}

/** Branch budget for wide unions, because wider unions make a question more expensive. */
const mostBranches = 300_000
/** Unions up to `narrow` branches are free. Up to `decided`, a `share`-th of the branches counts: deciding is cheaper than searching. */
const [narrow, decided, share] = [64, 600, 4]

function widthOf({ side, parts }: Operand): number {
  // Count each part separately: normalizing a union once per branch would be quadratic.
  const groups = parts.flatMap((part) => side.reader.normal([part]).groups)
  const width = groups.reduce((sum, { branches }) => sum + branches.length, 0)
  if (width <= narrow) return 0
  return width <= decided ? width / share : width
}

function sameAcross(same: ContainmentOptions['same']): Same {
  const known = new Map<string, Map<string, boolean>>()
  const versionOf = ({ side, parts }: Operand): Version => ({ document: side.reader.document, parts })
  return (a, b) => {
    const [name, other] = [nameOf(a), nameOf(b)]
    if (name === other) return true
    if (a.side === b.side || a.side.reader.unions !== b.side.reader.unions || same === undefined) return false
    const ofName = known.get(name) ?? new Map<string, boolean>()
    known.set(name, ofName)
    const isSame = ofName.get(other) ?? same(versionOf(a), versionOf(b))
    ofName.set(other, isSame)
    return isSame
  }
}
