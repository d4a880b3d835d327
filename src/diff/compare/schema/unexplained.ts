import type { Change } from '../../../model/diff/change.ts'
import type { JsonObject, Pointer } from '../../../model/json.ts'
import type { Containment, Version } from '../../../schema/containment/contains.ts'
import { madePart } from '../../../schema/containment/operand.ts'
import type { Conjunction, NormalSchema, SchemaReader } from '../../../schema/normal-form/normal.ts'
import { canonical, equalJson } from '../../../util/json.ts'
import { byText } from '../../../util/text.ts'
import { normalPair } from './blame/marks.ts'
import type { LocalChange, Unit } from './unit.ts'

/**
 * `values`: same values, so at most another keyword differs. `open`: undecided. `lost`: an example proves that an edit was missed.
 */
export type Doubt = 'values' | 'open' | 'lost'

/** Schemas of one version, by location, that may differ although no change explains it. */
export type Unexplained = ReadonlyMap<Pointer, Doubt>

/** From weakest to strongest. */
export const doubts: readonly Doubt[] = ['values', 'open', 'lost']

interface Context {
  readonly base: SchemaReader
  readonly revision: SchemaReader
  readonly containment: Containment
  same(before: Conjunction, after: Conjunction): boolean
}

/** Verifies the comparers independently: a differing aspect needs a change, a child pair, or a proof of equal values. */
export function unexplainedIn(context: Context, units: readonly Unit[]): Record<'base' | 'revision', Unexplained> {
  const found = { base: new Map<Pointer, Doubt>(), revision: new Map<Pointer, Doubt>() }
  for (const unit of units) {
    const aspects = differingAspects(context, unit).filter((aspect) => !isExplained(unit, aspect.name))
    if (aspects.every((aspect) => isImplied(context, unit, aspect))) continue
    const answer = aspects.every(({ name }) => restrictsValues(name)) ? compareValues(context, unit) : 'open'
    for (const side of ['base', 'revision'] as const) {
      for (const { pointer } of side === 'base' ? unit.before : unit.after) {
        const known = found[side].get(pointer)
        if (known === undefined || doubts.indexOf(known) < doubts.indexOf(answer)) found[side].set(pointer, answer)
      }
    }
  }
  return found
}

const ways = ['request', 'response'] as const

function compareValues({ containment }: Context, unit: Unit): Doubt {
  const { before, after, text } = unit
  if (unit.isUndecided) return 'open'
  const answers = ways
    .filter((way) => unit.ways[way])
    .flatMap((way) => [containment.lost(before, after, way, text), containment.gained(before, after, way, text)])
  if (answers.every(({ kind }) => kind === 'none')) return 'values'
  const isProven = text === undefined && !hasChanges(unit) && answers.some(({ kind }) => kind === 'value')
  return isProven ? 'lost' : 'open'
}

function hasChanges(start: Unit): boolean {
  const open = new Set([start])
  for (const { changes, children } of open) {
    if (changes.some(({ effect }) => effect !== 'none')) return true
    for (const { unit } of children) open.add(unit)
  }
  return false
}

/** Returns whether the version without an aspect allows only values that satisfy it. */
function isImplied({ base, revision, containment }: Context, unit: Unit, { was, is }: Aspect): boolean {
  if (unit.isUndecided) return false
  const [before, after] = [
    { document: base.document, parts: unit.before },
    { document: revision.document, parts: unit.after },
  ]
  const allHave = (version: Version, limit: JsonObject | undefined): boolean => {
    if (limit === undefined) return true
    const limited = { document: version.document, parts: [madePart(limit)] }
    return ways.every((way) => !unit.ways[way] || containment.outside([version], [limited], way).kind === 'none')
  }
  return (was ?? is) !== undefined && allHave(before, is) && allHave(after, was)
}

/** A differing aspect with each side's restriction as a schema, if it is self-contained. */
interface Aspect {
  readonly name: string
  readonly was?: JsonObject | undefined
  readonly is?: JsonObject | undefined
}

/** Returns false for aspects that containment can't decide. */
function restrictsValues(aspect: string): boolean {
  return !/^(format|default|deprecated|access|opaque) /.test(aspect)
}

/** Returns the differing aspects of a pair's normal forms: `bound maxLength`, `required name`, `property name`. */
function differingAspects(context: Context, unit: Unit): Aspect[] {
  const [before, after] = normalPair(context.base, context.revision, unit)
  return [...ownDiffering(before, after), ...membersDiffering(context, unit, before, after)]
}

function ownDiffering(before: NormalSchema, after: NormalSchema): Aspect[] {
  const [was, is] = [ownAspects(before), ownAspects(after)]
  return [...new Set([...was.keys(), ...is.keys()])]
    .filter((name) => !equalJson(was.get(name), is.get(name)))
    .map((name) => ({ name, was: limitOf(name, was), is: limitOf(name, is) }))
}

function limitOf(name: string, aspects: ReadonlyMap<string, JsonObject>): JsonObject | undefined {
  const limit = restrictsValues(name) ? aspects.get(name) : undefined
  return limit !== undefined && Object.keys(limit).length > 0 ? limit : undefined
}

function membersDiffering(
  { base, revision, same }: Context,
  unit: Unit,
  before: NormalSchema,
  after: NormalSchema,
): Aspect[] {
  const compared = new Set(unit.children.flatMap(({ unit: child }) => pairsOf(child.before, child.after)))
  const isCompared = (one: Conjunction, other: Conjunction): boolean => {
    if (same(one, other)) return true
    const [entered, enteredNow] = [one.flatMap(base.enter), other.flatMap(revision.enter)]
    return same(entered, enteredNow) || pairsOf(entered, enteredNow).some((pair) => compared.has(pair))
  }
  const [old, now] = [membersOf(before), membersOf(after)]
  const members = [...new Set([...old.keys(), ...now.keys()])].filter((name) => {
    const [one, other] = [old.get(name), now.get(name)]
    if (one !== undefined && other !== undefined) return !isCompared(one, other)
    // A tuple item may be compared with list items, and a declared name with undeclared properties.
    return !unit.children.some(({ unit: child }) => holds(child.before, one) || holds(child.after, other))
  })
  const [branches, others] = [branchesOf(before), branchesOf(after)]
  const areAllPaired =
    before.groups.length === after.groups.length &&
    branches.length === others.length &&
    branches.every((one) => others.some((other) => isCompared(one, other))) &&
    others.every((other) => branches.some((one) => isCompared(one, other)))
  return [...members, ...(areAllPaired ? [] : ['branches '])].map((name) => ({ name }))
}

function branchesOf({ groups }: NormalSchema): readonly Conjunction[] {
  return groups.flatMap(({ branches }) => branches)
}

function holds(parts: Conjunction, some: Conjunction = []): boolean {
  return some.length > 0 && some.every(({ pointer }) => parts.some((part) => part.pointer === pointer))
}

function pairsOf(before: Conjunction, after: Conjunction): readonly string[] {
  const pointers = (parts: Conjunction) => (parts.length === 0 ? ['-'] : parts.map(({ pointer }) => pointer))
  return pointers(before).flatMap((was) => pointers(after).map((is) => `${was} ~ ${is}`))
}

/** Returns each keyword of a schema as a schema with only this keyword, or as `{}` if it depends on other keywords. */
function ownAspects(normal: NormalSchema): ReadonlyMap<string, JsonObject> {
  const { annotations, types, required } = normal
  const aspects = new Map<string, JsonObject>([['type ', { type: [...types].sort(byText) }]])
  if (normal.enum)
    aspects.set('enum ', { enum: [...normal.enum.value].sort((a, b) => byText(canonical(a), canonical(b))) })
  for (const [keyword, { value }] of normal.bounds) aspects.set(`bound ${keyword}`, { [keyword]: value })
  for (const { value } of normal.formats) aspects.set(`format ${value}`, { format: value })
  for (const { value } of normal.patterns) aspects.set(`pattern ${value}`, { pattern: value })
  if (normal.multipleOf) aspects.set('multipleOf ', { multipleOf: normal.multipleOf.value })
  if (normal.uniqueItems?.value) aspects.set('uniqueItems ', { uniqueItems: true })
  if (normal.closed) aspects.set('closed properties', {})
  if (normal.itemsClosed) aspects.set('closed items', {})
  for (const name of required.keys()) aspects.set(`required ${name}`, { required: [name] })
  for (const name of normal.dependentRequired.keys()) aspects.set(`dependentRequired ${name}`, {})
  for (const [keyword, { value }] of normal.opaque) aspects.set(`opaque ${keyword}`, { [keyword]: value })
  const value = annotations.get('default')?.value
  if (value !== undefined) aspects.set('default ', { default: value })
  for (const flag of ['deprecated', 'readOnly', 'writeOnly'])
    if (annotations.get(flag)?.value === true) aspects.set(`${flag === 'deprecated' ? flag : 'access'} ${flag}`, {})
  return aspects
}

function membersOf(normal: NormalSchema): ReadonlyMap<string, Conjunction> {
  const members = new Map<string, Conjunction>()
  const add = (aspect: string, parts: Conjunction): void => void (parts.length > 0 && members.set(aspect, parts))
  for (const [name, parts] of normal.properties) members.set(`property ${name}`, parts)
  for (const [name, parts] of normal.patternProperties) members.set(`patternProperty ${name}`, parts)
  for (const [index, parts] of normal.prefixItems.entries()) members.set(`prefixItem ${index}`, parts)
  for (const [keyword, { parts }] of normal.applicators) members.set(`applicator ${keyword}`, parts)
  add('additional ', normal.additional)
  add('items ', normal.items)
  return members
}

function isExplained({ changes, children }: Unit, aspect: string): boolean {
  if (children.some(({ step }) => step.kind === 'property' && aspect === `property ${step.name}`)) return true
  return changes.some((change) => explains(change, aspect))
}

const ofValues = /^(type|enum|bound|format|pattern|multipleOf|uniqueItems|branches) /

/** Aspects that each kind of change explains. Some patterns cover more than one keyword. */
const explained: Partial<Readonly<Record<Change['kind'], RegExp>>> = {
  'schema.type': /./,
  'schema.variant': /./,
  'schema.enum': ofValues,
  'schema.nullable': /^(type|enum|branches) /,
  'schema.exclusivity': /^branches /,
  'schema.discriminator': /^branches /,
  'schema.format': /^(format|opaque) /,
  documentation: /^format /,
  'schema.bound': /^bound /,
  'schema.pattern': /^pattern /,
  'schema.multiple-of': /^(multipleOf|type) /,
  'schema.unique-items': /^uniqueItems /,
  'schema.closed': /^(closed|additional|items|prefixItem|bound) /,
  'schema.keyword':
    /^(branches|applicator|opaque|dependentRequired|closed|additional|required|property|patternProperty) /,
  'schema.default': /^default /,
  'schema.access': /^access /,
  deprecation: /^deprecated /,
}

function explains({ kind, before, after, spot }: LocalChange, aspect: string): boolean {
  const value = before ?? after
  // A property shared by all branches is compared outside of them.
  if (aspect === 'branches ' && /\/(oneOf|anyOf)\//.test(`${spot.base} ${spot.revision}`)) return true
  if (kind === 'schema.required') return aspect === `required ${value as string}`
  if (kind === 'schema.property') {
    const { name } = value as { readonly name: string }
    return aspect === `property ${name}` || aspect === `required ${name}`
  }
  return explained[kind]?.test(aspect) === true
}
