import type { Json } from '../../model/json.ts'
import { atomOf } from '../keywords/atoms.ts'
import { typeOf } from '../normal-form/applicable.ts'
import { patternFlaw } from '../patterns/patterns.ts'
import { fitsScalar } from '../sampling/scalar.ts'
import { membership } from '../validation/membership.ts'
import { type Leaf, leavesOf } from './leaf.ts'
import { isCovered, isVoid, numbersAround, spanOf } from './numbers.ts'
import { type Escape, found, none, type Operand, unknown } from './operand.ts'
import type { Question, Solver } from './question.ts'
import { areCovered, textsAround, textsOf, textsOfOtherLength } from './strings.ts'

/** Whether a scalar is in a leaf, without compiling anything; undefined for objects, lists and what is not reasoned about. */
export function holdsScalar({ normal, nots, undecided }: Leaf, value: Json): boolean | undefined {
  if (typeof value === 'object' && value !== null) return undefined
  if (nots.length > 0 || undecided.some(({ keyword }) => typeOf(keyword) === undefined)) return undefined
  if (normal.patterns.some((pattern) => patternFlaw(pattern.value) !== undefined)) return undefined
  if (!normal.types.has(atomOf(value))) return false
  if (normal.enum !== undefined && !isListed(normal.enum.value, value)) return false
  return fitsScalar(value, normal)
}

/** Whether a scalar is in a set, without compiling anything; undefined where that is not known. */
export function holdsScalarOf(operand: Operand, value: Json): boolean | undefined {
  if (typeof value === 'object' && value !== null) return undefined
  const verdicts = leavesOf(operand)?.map((leaf) => holdsScalar(leaf, value))
  if (verdicts === undefined || verdicts.includes(true)) return verdicts && true
  return verdicts.includes(undefined) ? undefined : false
}

const members = new WeakMap<readonly Json[], (value: Json) => boolean>()

/** A list is read once: each of its values is looked up in turn. */
function isListed(values: readonly Json[], value: Json): boolean {
  const isMember = members.get(values) ?? membership(values)
  members.set(values, isMember)
  return isMember(value)
}

/** Numbers of the one set that are in none of the others. */
export function escapeNumbers(solver: Solver, question: Question): Escape {
  const { atom, inner, outer } = question
  const span = spanOf(normalsOf(inner), atom)
  if (isVoid(span, atom)) return none
  const clear = outer.filter((leaf) => isClear(solver, leaf, inner))
  const spans = clear.filter(({ normal }) => normal.enum === undefined).map(({ normal }) => spanOf([normal], atom))
  const listed = clear.flatMap(({ normal }) => normal.enum?.value ?? []).filter((value) => typeof value === 'number')
  const points = listed.map((value) => ({
    least: value,
    most: value,
    isOpenBelow: false,
    isOpenAbove: false,
    steps: [],
    isWhole: false,
  }))
  if (isCovered(span, [...spans, ...points], atom)) return none
  const all = [span, ...outer.map(({ normal }) => spanOf([normal], atom)), ...points]
  return tried(question, numbersAround(all))
}

/** Texts of the one set that are in none of the others. */
export function escapeTexts(solver: Solver, question: Question): Escape {
  const { inner, outer } = question
  const texts = textsOf(normalsOf(inner))
  const all = outer.map(({ normal }) => textsOf([normal]))
  const early = tried(question, textsOfOtherLength(texts, all))
  if (early.kind === 'value') return early
  const clear = outer.filter((leaf) => isClear(solver, leaf, inner))
  if (
    areCovered(
      texts,
      clear.map(({ normal }) => textsOf([normal])),
    )
  )
    return none
  return tried(question, textsAround(texts, all))
}

/** Whether the values of a type in an excluded set, scalars by default, are fully decided, or undecided only where the first set is too. */
export function isClear(solver: Solver, leaf: Leaf, inner: readonly Leaf[], type?: 'array' | 'object'): boolean {
  return leaf.undecided.every((one) => {
    const about = typeOf(one.keyword)
    return (about !== undefined && about !== type) || solver.isShared(one, inner)
  })
}

function tried({ atom, accepts }: Question, candidates: Iterable<Json>): Escape {
  for (const candidate of candidates) {
    if (atomOf(candidate) === atom && accepts(candidate) === true) return found(candidate)
  }
  return unknown
}

function normalsOf(leaves: readonly Leaf[]): readonly Leaf['normal'][] {
  return leaves.map(({ normal }) => normal)
}
