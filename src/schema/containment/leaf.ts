import type { Json, Pointer } from '../../model/json.ts'
import { isObject, ownString } from '../../util/json.ts'
import { parentOf, pointerTokens } from '../../util/pointer.ts'
import { alternativesOf } from '../normal-form/alternatives.ts'
import { constraints } from '../normal-form/branches.ts'
import { isExclusive } from '../normal-form/exclusive.ts'
import type { Conjunction, NormalSchema, VariantGroup } from '../normal-form/normal.ts'
import { areApart } from './apart.ts'
import { madePart, nameOf, type Operand, operandOf, type Side } from './operand.ts'
import { spellOutNames } from './property-names.ts'

/** A constraint without a decision procedure: it is satisfied only if the other side has the same one. */
export interface Undecided {
  readonly keyword: string
  readonly side: Side
  readonly parts?: Conjunction
  readonly value?: Json
}

/** One way to satisfy a schema, with a branch chosen for every group and condition. */
export interface Leaf {
  readonly side: Side
  readonly normal: NormalSchema
  /** Sets that must not contain the value. */
  readonly nots: readonly Operand[]
  readonly undecided: readonly Undecided[]
  /** The chosen branch, if the schema is a single choice. */
  readonly branch?: Operand
}

/** Combinations of choices multiply, while one choice only has its branches. */
const [mostLeaves, mostBranches] = [64, 600]

interface Choice {
  readonly parts: Conjunction
  readonly chosen: ReadonlySet<Pointer>
  readonly nots: readonly Operand[]
}

const known = new WeakMap<Side, Map<string, readonly Leaf[] | 'too many'>>()

/** Returns all ways to satisfy a set as a disjunction, or `undefined` if there are too many. Cached per set. */
export function leavesOf(operand: Operand): readonly Leaf[] | undefined {
  const { side } = operand
  const ofSide = known.get(side) ?? new Map<string, readonly Leaf[] | 'too many'>()
  known.set(side, ofSide)
  const name = nameOf(operand)
  const leaves = ofSide.get(name) ?? split(operand) ?? 'too many'
  ofSide.set(name, leaves)
  return leaves === 'too many' ? undefined : leaves
}

function split({ side, parts, chosen }: Operand): readonly Leaf[] | undefined {
  const leaves: Leaf[] = []
  // A value can match other branches as well, whose property names then count as evaluated.
  const whole = side.reader.normal(parts)
  const limit = isOneChoice(whole) ? mostBranches : mostLeaves
  const settled = leavesAlone(whole) ? [] : chosen
  const open: Choice[] = [withChosen(side, whole, { parts, chosen: new Set(settled), nots: [] })]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const normal = side.reader.normal(next.parts)
    if ((nextGroup(normal, next)?.branches.length ?? 0) > limit) return undefined
    const choices = choicesOf(side, normal, next)
    if (choices === 'too many') return undefined
    if (choices === undefined) leaves.push(withBranch(leafOf(side, normal, next), whole, next))
    else open.push(...choices.toReversed())
    if (leaves.length + open.length > limit) return undefined
  }
  return leaves
}

/** Adds the requirements of a choice for the branch already among the parts. */
function withChosen(side: Side, whole: NormalSchema, start: Choice): Choice {
  if (start.chosen.size === 0) return start
  const pointers = new Set(start.parts.map(({ pointer }) => pointer))
  const isPart = ({ pointer }: Conjunction[number]): boolean => pointers.has(pointer)
  let choice = start
  for (const group of whole.groups) {
    if (!start.chosen.has(group.pointer)) continue
    const among = group.branches.filter((one) => one.length > 0 && one.flatMap(side.reader.enter).every(isPart))
    const [branch] = among
    if (branch === undefined || among.length > 1) continue
    const { tag, nots } = selecting(side, group)(branch)
    choice = { ...choice, parts: [...choice.parts, ...tag], nots: [...choice.nots, ...nots] }
  }
  return choice
}

/** Records the branch if the choice has no siblings, because the leaf then equals the branch. */
function withBranch(leaf: Leaf, whole: NormalSchema, { parts, nots }: Choice): Leaf {
  const [group] = whole.groups
  const isAlone = isOneChoice(whole) && whole.parts.length === 1 && parts.length > 1 && nots.length === 0
  // A shortened branch can be equal in both versions while the shared members differ.
  if (group?.isShortened) return leaf
  const { node, pointer } = whole.parts[0] ?? {}
  // A choice inside `allOf`, or one with a single branch, has its siblings in the parent.
  if (!isAlone || !isObject(node) || parentOf(group?.pointer ?? '') !== pointer) return leaf
  if (constraints(node).filter((key) => key !== 'discriminator').length > 1) return leaf
  return { ...leaf, branch: operandOf(leaf.side, parts.slice(1)) }
}

function isOneChoice({ groups, applicators }: NormalSchema): boolean {
  return (
    groups.length === 1 && ![...applicators.keys()].some((keyword) => keyword === 'if' || keyword.startsWith(dependent))
  )
}

/** Expands the next group or condition into its branches; `undefined` if all are chosen. */
function choicesOf(side: Side, normal: NormalSchema, choice: Choice): readonly Choice[] | 'too many' | undefined {
  const group = nextGroup(normal, choice)
  if (group !== undefined) return branchesOf(side, normal, group, choice) ?? 'too many'
  return conditionsOf(side, normal, choice) ?? dependentsOf(side, normal, choice)
}

/** Splits by the next condition: values that match it and values that don't. */
function conditionsOf(side: Side, { applicators }: NormalSchema, choice: Choice): readonly Choice[] | undefined {
  const conditions = [...applicators].filter(([keyword]) => /^if( \d+)?$/.test(keyword))
  const next = conditions.find(([, { pointer }]) => !choice.chosen.has(pointer))?.[1]
  if (next === undefined || conditions.length > mostConditions) return undefined
  const chosen = new Set([...choice.chosen, next.pointer])
  const entered = (keyword: string): Conjunction => {
    const pointer = `${parentOf(next.pointer)}/${keyword}`
    const part = [...applicators.values()].find((one) => one.pointer === pointer)
    return part?.parts.flatMap(side.reader.enter) ?? []
  }
  const tested = entered('if')
  return [
    { parts: [...choice.parts, ...tested, ...entered('then')], chosen, nots: choice.nots },
    { parts: [...choice.parts, ...entered('else')], chosen, nots: [...choice.nots, operandOf(side, tested)] },
  ]
}

/** Each condition or dependency doubles the number of ways. */
const [mostConditions, mostDependents] = [5, 4]

/** Splits by the next dependency: the object has the property and matches, or lacks the property (JSON Schema 2020-12 §10.2.2.4). */
function dependentsOf({ reader }: Side, { applicators }: NormalSchema, choice: Choice): readonly Choice[] | undefined {
  const dependents = [...applicators].filter(([keyword]) => keyword.startsWith(dependent))
  const next = dependents.find(([, { pointer }]) => !choice.chosen.has(pointer))?.[1]
  if (next === undefined || dependents.length > mostDependents) return undefined
  const name = pointerTokens(next.pointer).at(-1) ?? ''
  const chosen = new Set([...choice.chosen, next.pointer])
  const withName = madePart({ type: 'object', required: [name] })
  const without = madePart({ properties: Object.fromEntries([[name, false]]) })
  return [
    { ...choice, parts: [...choice.parts, withName, ...next.parts.flatMap(reader.enter)], chosen },
    { ...choice, parts: [...choice.parts, without], chosen },
  ]
}

const dependent = 'dependentSchemas/'
function nextGroup({ groups }: NormalSchema, { chosen }: Choice): VariantGroup | undefined {
  return groups.find(({ pointer }) => !chosen.has(pointer))
}

function branchesOf(
  side: Side,
  normal: NormalSchema,
  group: VariantGroup,
  choice: Choice,
): readonly Choice[] | undefined {
  const chosen = new Set([...choice.chosen, group.pointer])
  const branches = new Map(group.branches.map((branch) => [side.reader.key(branch), branch]))
  const select = selecting(side, group)
  if (leavesAlone(normal) && !select.isSelective) {
    const together = togetherOf(side, [...branches.values()])
    return together?.map((parts) => ({ parts: [...choice.parts, ...parts], chosen, nots: choice.nots }))
  }
  return [...branches.values()].map((branch) => {
    const { tag, nots } = select(branch)
    return {
      parts: [...choice.parts, ...branch.flatMap(side.reader.enter), ...tag],
      chosen,
      nots: [...choice.nots, ...nots],
    }
  })
}

/** Returns whether properties named by the branches count for a sibling `unevaluatedProperties` (JSON Schema 2020-12 §11.3). */
export function leavesAlone({ closed, additionalPointer, isAboveChoices }: NormalSchema): boolean {
  if (isAboveChoices !== true) return false
  return additionalPointer === undefined ? closed : additionalPointer.endsWith('/unevaluatedProperties')
}

/** Returns every set of branches that can match together, because all their property names count; `undefined` if there are too many. */
function togetherOf({ reader }: Side, branches: readonly Conjunction[]): readonly Conjunction[] | undefined {
  const entered = branches.map((branch) => branch.flatMap(reader.enter))
  const reads = entered.map((parts) => ({ reader, normal: reader.normal(parts) }))
  const isApart = reads.every((one, index) => reads.slice(index + 1).every((other) => areApart(one, other)))
  if (isApart) return entered
  if (entered.length > mostTogether) return undefined
  return Array.from({ length: 2 ** entered.length - 1 }, (_, bits) =>
    entered.filter((_, index) => ((bits + 1) >> index) % 2 === 1).flat(),
  )
}

const mostTogether = 5

function leafOf(side: Side, written: NormalSchema, { chosen, nots }: Choice): Leaf {
  const normal = spellOutNames(side.reader, written)
  const undecided: Undecided[] = []
  const refused: Operand[] = [...nots]
  for (const [key, { parts, pointer }] of normal.applicators) {
    const [keyword = ''] = key.split(' ')
    if (keyword === 'not') refused.push(operandOf(side, parts))
    else if (!isChosen(keyword, pointer, chosen)) undecided.push({ keyword, side, parts })
  }
  for (const [keyword, { value }] of normal.opaque) undecided.push({ keyword, side, value })
  for (const keyword of ['minContains', 'maxContains'] as const) {
    const bound = normal.bounds.get(keyword)
    if (bound !== undefined) undecided.push({ keyword, side, value: bound.value })
  }
  if (isTaggedBeyond(side, normal)) undecided.push({ keyword: 'discriminator', side })
  return { side, normal, nots: refused, undecided }
}

/** `then` and `else` are siblings of their `if`. */
function isChosen(keyword: string, pointer: Pointer, chosen: ReadonlySet<Pointer>): boolean {
  if (keyword.startsWith(dependent)) return chosen.has(pointer)
  return /^(if|then|else)$/.test(keyword) && chosen.has(`${parentOf(pointer)}/if`)
}

/** Returns whether a tag can select a schema outside the group: an extending schema or the default mapping. */
function isTaggedBeyond({ reader }: Side, { annotations }: NormalSchema): boolean {
  const written = annotations.get('discriminator')
  const pointer = parentOf(written?.pointer ?? '')
  const node = written === undefined ? undefined : reader.document.at(pointer)
  const alternatives = node === undefined ? undefined : alternativesOf(reader.document, { node, pointer })
  if (alternatives === undefined) return false
  const { keyword, fallback, untagged, lost } = alternatives
  return keyword === undefined || fallback !== undefined || untagged.length + lost.length > 0
}

/** Extra requirements when a branch of a group is chosen. */
interface Selected {
  /** Schema of the branch's tag: one part, or empty. */
  readonly tag: Conjunction
  /** Branches that must not match. */
  readonly nots: readonly Operand[]
}

type Select = ((branch: Conjunction) => Selected) & {
  /** The group has a discriminator or requires exactly one match. */
  readonly isSelective: boolean
}

/** Returns extra requirements per branch: the discriminator tag (OpenAPI 3.1 §4.8.25), or that no other branch matches. */
export function selecting(side: Side, group: VariantGroup): Select {
  const { reader } = side
  const tags = tagsOnce(side, group)
  // A tag selects a single branch anyway.
  const isOne = tags === undefined && isExclusive(reader, group)
  const select = (branch: Conjunction): Selected => {
    const key = reader.key(branch)
    const twins = group.branches.filter((other) => reader.key(other) === key)
    // A branch listed twice never matches exactly once.
    const others = isOne ? group.branches.filter((other) => twins.length > 1 || reader.key(other) !== key) : []
    const tag = tags?.(branch)
    return { tag: tag === undefined ? [] : [tag], nots: others.map((parts) => operandOf(side, parts)) }
  }
  return Object.assign(select, { isSelective: isOne || tags !== undefined })
}

type Tags = (branch: Conjunction) => ReturnType<typeof madePart> | undefined

const knownTags = new WeakMap<VariantGroup, Tags | 'none'>()

function tagsOnce(side: Side, group: VariantGroup): Tags | undefined {
  const tags = knownTags.get(group) ?? tagsOf(side, group) ?? 'none'
  knownTags.set(group, tags)
  return tags === 'none' ? undefined : tags
}

/** Returns the tag requirement of each branch under a sibling discriminator. */
function tagsOf({ reader }: Side, group: VariantGroup): Tags | undefined {
  const owner = parentOf(group.pointer)
  const node = reader.document.at(owner)
  const discriminator =
    ownString(node, 'discriminator') || (node !== undefined && Object.hasOwn(Object(node), 'discriminator'))
  const alternatives =
    node === undefined || !discriminator ? undefined : alternativesOf(reader.document, { node, pointer: owner })
  if (alternatives === undefined) return undefined
  const { property, list } = alternatives
  const byKey = new Map<string, Json[]>()
  const within = new Map<Pointer, string>()
  for (const { choices, tags } of list) {
    for (const entered of choices.map(({ schema }) => reader.enter(schema))) {
      const key = reader.key(entered)
      for (const { pointer } of entered) within.set(pointer, key)
      byKey.set(key, [...new Set([...(byKey.get(key) ?? []), ...tags])])
    }
  }
  // Removing the shared members from a branch leaves parts inside the branch: map them back to it.
  const wholeOf = (branch: Conjunction): string | undefined => {
    const keys = new Set(branch.map(({ pointer }) => within.get(pointer.replace(/(?:\/allOf\/\d+)+$/, ''))))
    return keys.size === 1 ? [...keys][0] : undefined
  }
  return (branch) => {
    const tags = byKey.get(reader.key(branch)) ?? byKey.get(wholeOf(branch) ?? '')
    return tags && madePart({ properties: { [property]: { enum: tags } } })
  }
}
