import type { BoundKeyword } from '../../model/diff/change.ts'
import type { Document, Flaw } from '../../model/document.ts'
import type { JsonObject } from '../../model/json.ts'
import { own, ownArray } from '../../util/json.ts'
import { compareNumbers, floorNumber } from '../../util/numbers/exact.ts'
import { joinPointer } from '../../util/pointer.ts'
import type { Atom } from '../keywords/atoms.ts'
import { droppedKeywords, modernSchema } from '../keywords/dialect.ts'
import { appliedTo } from './applicable.ts'
import { deniedTwice, refusesAll } from './branches.ts'
import { follow } from './follow.ts'
import { createGroups, type GroupKeyword, type ReadGroup } from './groups.ts'
import { emptyMerge, mergePart, restrictEnum, restrictTypes } from './merge.ts'
import type { Merged } from './merged.ts'
import type {
  Conjunction,
  NormalSchema,
  SchemaPart,
  SchemaReader,
  Sited,
  UnionReading,
  VariantGroup,
} from './normal.ts'
import { closeSiblings, settleUnevaluated } from './settle.ts'
import { simplify } from './simplify.ts'
import { simplifyContains } from './simplify-contains.ts'

const relevance: Readonly<Record<BoundKeyword, readonly Atom[]>> = {
  minimum: ['integer', 'fraction'],
  maximum: ['integer', 'fraction'],
  exclusiveMinimum: ['integer', 'fraction'],
  exclusiveMaximum: ['integer', 'fraction'],
  minLength: ['string'],
  maxLength: ['string'],
  minItems: ['array'],
  maxItems: ['array'],
  minContains: ['array'],
  maxContains: ['array'],
  minProperties: ['object'],
  maxProperties: ['object'],
}

const readers: Readonly<Record<UnionReading, WeakMap<Document, SchemaReader>>> = {
  union: new WeakMap(),
  exact: new WeakMap(),
}

/** Returns the schema reader of a document, cached per document and reading. */
export function schemaReaderOf(document: Document, reading: UnionReading = 'union'): SchemaReader {
  return readers[reading].get(document) ?? createReader(document, reading)
}

function createReader(document: Document, unions: UnionReading): SchemaReader {
  const reading = { document, groups: createGroups(document, unions), flaws: new Map<string, Flaw>() }
  const memo = { folded: new Map<string, NormalSchema>(), unfolded: new Map<string, NormalSchema>() }
  const read = (parts: Conjunction, way: keyof typeof memo): NormalSchema => {
    const key = reader.key(parts)
    const normal = memo[way].get(key) ?? normalize(reading, parts, way === 'folded')
    memo[way].set(key, normal)
    return normal
  }
  const reader: SchemaReader = {
    document,
    unions,
    flaws: reading.flaws,
    enter: (schema) => [follow(document, schema)],
    key: keyOf,
    normal: (parts) => read(parts, 'folded'),
    unfolded: (parts) => read(parts, 'unfolded'),
  }
  readers[unions].set(document, reader)
  return reader
}

function keyOf(parts: Conjunction): string {
  const [first] = parts
  // Most conjunctions have a single part.
  return first !== undefined && parts.length === 1 ? keyOfPart(first) : parts.map(keyOfPart).join(' & ')
}

/** A `true` added by a keyword has that keyword's pointer, so mark it to distinguish it from the written value. */
function keyOfPart({ node, pointer, nullable }: SchemaPart): string {
  return `${pointer}${node === true ? '!' : ''}${nullable ? '?' : ''}`
}

interface Reading {
  readonly document: Document
  readonly groups: ReadGroup
  readonly flaws: Map<string, Flaw>
}

/** A pending step of a merge; returns follow-up steps. */
type Task = () => readonly Task[]

/** Intersects all parts, expanding `$ref`s and `allOf`s. Repeated parts are skipped. */
function normalize({ document, groups, flaws }: Reading, parts: Conjunction, isFolded: boolean): NormalSchema {
  const merged = emptyMerge()
  const seen = new Set<unknown>()
  const seenNullable = new Set<unknown>()
  const add = (part: SchemaPart): Task => {
    return () => {
      const at = follow(document, part)
      const met = at.nullable ? seenNullable : seen
      if (met.has(at.node)) return []
      if (typeof at.node === 'object') met.add(at.node)
      return merge(at)
    }
  }
  const merge = (at: SchemaPart): readonly Task[] => {
    const schema = modernSchema(at.node, document.dialect)
    if (schema === true) return []
    if (schema === false || refusesAll(schema)) {
      restrictTypes(merged, new Set(at.nullable ? ['null'] : []), at.pointer)
      return []
    }
    for (const lost of droppedKeywords(at.node, document.dialect)) {
      const message = `not compared: ${lost}`
      flaws.set(`${at.pointer} ${message}`, { pointer: at.pointer, message })
    }
    const nullable = at.nullable === true
    const twice = deniedTwice(schema)
    mergePart(merged, { schema: twice === undefined ? schema : withoutNot(schema), pointer: at.pointer, nullable })
    // A non-string `$ref` is dropped as a keyword, and its target is unknown too.
    const ref = own(schema, '$ref') ?? own(at.node, '$ref')
    const target = typeof ref === 'string' ? document.resolve(ref) : undefined
    if (target === undefined && ref !== undefined)
      merged.opaque.set('$ref', { value: ref, pointer: joinPointer(at.pointer, '$ref') })
    const tasks: Task[] = []
    if (target !== undefined) tasks.push(add({ ...target, nullable }))
    if (twice !== undefined) tasks.push(add({ node: twice, pointer: joinPointer(at.pointer, 'not', 'not'), nullable }))
    for (const [index, node] of ownArray(schema, 'allOf').entries())
      tasks.push(add({ node, pointer: joinPointer(at.pointer, 'allOf', index), nullable }))
    for (const keyword of ['oneOf', 'anyOf'] as const)
      if (Object.hasOwn(schema, keyword)) tasks.push(() => addGroup(into, schema, at, keyword))
    return tasks
  }
  const into = { groups, merged, isFolded, add }
  // Iterative, because nesting can be deeper than the call stack; in written order.
  const open = parts.map(add).reverse()
  for (let task = open.pop(); task !== undefined; task = open.pop()) open.push(...task().toReversed())
  settleUnevaluated(merged, document, (node) => seen.has(node) || seenNullable.has(node))
  return finish(merged, parts, document)
}

function withoutNot({ not: _, ...rest }: JsonObject): JsonObject {
  return rest
}

interface Into {
  readonly groups: ReadGroup
  readonly merged: Merged
  readonly isFolded: boolean
  add(part: SchemaPart): Task
}

/** Merges a choice and returns follow-up steps. */
function addGroup(
  { merged, groups, isFolded, add }: Into,
  schema: JsonObject,
  at: SchemaPart,
  keyword: GroupKeyword,
): readonly Task[] {
  const meaning = groups(schema, at, keyword, isFolded)
  if (meaning === undefined) return []
  const { values, types, common, group } = meaning
  if (values !== undefined) restrictEnum(merged, values.value, values.pointer)
  if (types !== undefined) restrictTypes(merged, types.value, types.pointer)
  const tasks = common.map(add)
  return group === undefined ? tasks : [...tasks, () => keep(merged, group)]
}

function keep({ groups }: Merged, group: VariantGroup): readonly Task[] {
  groups.push(group)
  return []
}

function finish(merged: Merged, parts: Conjunction, document: Document): NormalSchema {
  const pointer = parts[0]?.pointer ?? ''
  simplifyContains(merged, document)
  simplify(merged)
  const has = (...wanted: readonly Atom[]): boolean => wanted.some((atom) => merged.types.has(atom))
  closeSiblings(merged)
  const isNever = (part: SchemaPart): boolean => refusesAll(modernSchema(follow(document, part).node, document.dialect))
  const numeric = has('integer', 'fraction')
  const object = has('object')
  const array = has('array')
  const maxItems = merged.bounds.get('maxItems')?.value
  const isUnique = array && (maxItems ?? 2) > 1
  const { prefixItems, items, itemsClosed } = tupleOf(array ? merged.tuples : [], isNever)
  // All objects have the same members, so that V8 uses one hidden class.
  return {
    pointer,
    parts,
    types: merged.types,
    typePointer: merged.typePointer,
    enum: merged.enum,
    isListMeant: merged.isListMeant,
    extensibleEnum: merged.extensibleEnum,
    properties: object ? merged.properties : nothing,
    required: object ? merged.required : nothing,
    additional: merged.additional.flatMap((entry) => entry.parts),
    additionalPointer: merged.additional[0]?.pointer,
    closed: object && (merged.closedBy !== undefined || merged.additional.some((more) => more.parts.some(isNever))),
    isAboveChoices: merged.isAboveChoices,
    patternProperties: object ? merged.patternProperties : nothing,
    prefixItems,
    items,
    itemsClosed,
    bounds: normalBounds(merged.bounds, merged.types),
    formats: has('string') || numeric ? merged.formats : [],
    patterns: has('string') ? merged.patterns : [],
    multipleOf: numeric ? merged.multipleOf : undefined,
    dependentRequired: object ? merged.dependentRequired : nothing,
    uniqueItems: isUnique ? merged.uniqueItems : undefined,
    groups: merged.groups,
    applicators: appliedTo(merged),
    opaque: merged.opaque,
    annotations: merged.annotations,
  }
}

/** Shared constants: most schemas have no properties or no tuples. */
const nothing: ReadonlyMap<string, never> = new Map<string, never>()
const noTuple = { prefixItems: [], items: [], itemsClosed: false }

function tupleOf(
  tuples: Merged['tuples'],
  isNever: (part: SchemaPart) => boolean,
): Pick<NormalSchema, 'prefixItems' | 'items' | 'itemsClosed'> {
  if (tuples.length === 0) return noTuple
  const length = Math.max(0, ...tuples.map((tuple) => tuple.prefix.length))
  const prefixItems = Array.from({ length }, (_, index) => tuples.flatMap((tuple) => tuple.prefix[index] ?? tuple.rest))
  const items = tuples.flatMap((tuple) => tuple.rest)
  return { prefixItems, items, itemsClosed: items.some(isNever) }
}

/** Drops redundant bounds. Keeps the tighter of an inclusive and an exclusive bound, and makes integer bounds inclusive. */
function normalBounds(
  bounds: ReadonlyMap<BoundKeyword, Sited<number>>,
  types: ReadonlySet<Atom>,
): Map<BoundKeyword, Sited<number>> {
  if (bounds.size === 0) return new Map()
  const kept = new Map([...bounds].filter(([keyword]) => relevance[keyword].some((atom) => types.has(atom))))
  for (const keyword of ['minLength', 'minItems', 'minProperties'] as const) {
    if ((kept.get(keyword)?.value ?? 1) <= 0) kept.delete(keyword)
  }
  if (!types.has('fraction')) {
    toInclusive(kept, 'exclusiveMinimum', 'minimum', (value) => floorNumber(value, 1), ceiling)
    toInclusive(kept, 'exclusiveMaximum', 'maximum', below, floorNumber)
  }
  keepTighter(kept, 'minimum', 'exclusiveMinimum', (inclusive, exclusive) => compareNumbers(inclusive, exclusive) > 0)
  keepTighter(kept, 'maximum', 'exclusiveMaximum', (inclusive, exclusive) => compareNumbers(inclusive, exclusive) < 0)
  return kept
}

/** Least integer not below a number. */
function ceiling(value: number): number {
  const floor = floorNumber(value)
  return compareNumbers(floor, value) < 0 ? floorNumber(value, 1) : floor
}

function below(value: number): number {
  const floor = floorNumber(value)
  return compareNumbers(floor, value) < 0 ? floor : floorNumber(value, -1)
}

function toInclusive(
  bounds: Map<BoundKeyword, Sited<number>>,
  exclusive: BoundKeyword,
  inclusive: BoundKeyword,
  step: (value: number) => number,
  round: (value: number) => number,
): void {
  const own = bounds.get(inclusive)
  if (own !== undefined) bounds.set(inclusive, { ...own, value: round(own.value) })
  const bound = bounds.get(exclusive)
  if (bound === undefined) return
  bounds.delete(exclusive)
  const value = step(bound.value)
  const sign = exclusive === 'exclusiveMinimum' ? 1 : -1
  if (own === undefined || compareNumbers(value, own.value) * sign >= 0) bounds.set(inclusive, { ...bound, value })
}

function keepTighter(
  bounds: Map<BoundKeyword, Sited<number>>,
  inclusive: BoundKeyword,
  exclusive: BoundKeyword,
  inclusiveWins: (inclusive: number, exclusive: number) => boolean,
): void {
  const a = bounds.get(inclusive)
  const b = bounds.get(exclusive)
  if (a !== undefined && b !== undefined) bounds.delete(inclusiveWins(a.value, b.value) ? exclusive : inclusive)
}
