import type { Document, Flaw } from '../../model/document.ts'
import type { JsonObject, Pointer } from '../../model/json.ts'
import { own, ownArray } from '../../util/json.ts'
import { joinPointer } from '../../util/pointer.ts'
import type { Atom } from '../keywords/atoms.ts'
import { droppedKeywords, isSynthetic, modernSchema } from '../keywords/dialect.ts'
import { appliedTo } from './applicable.ts'
import { normalBounds } from './bounds.ts'
import { constraints, deniedTwice, isNullOnly, listedTypes, listedValues, refusesAll } from './branches.ts'
import { isExclusiveSchema } from './exclusive.ts'
import { follow } from './follow.ts'
import { emptyMerge, mergePart, restrictEnum, restrictTypes } from './merge.ts'
import type { Merged } from './merged.ts'
import type { Conjunction, NormalSchema, SchemaPart, SchemaReader, VariantGroup } from './normal.ts'
import { closeSiblings, settleUnevaluated } from './settle.ts'
import { simplify } from './simplify.ts'
import { simplifyContains } from './simplify-contains.ts'
import { takeOut } from './take-out.ts'

const readers = new WeakMap<Document, SchemaReader>()

/** Reads the schemas of a document in normal form: one reader per document. Parts are read on demand. */
export function schemaReaderOf(document: Document): SchemaReader {
  return readers.get(document) ?? createReader(document)
}

function createReader(document: Document): SchemaReader {
  const flaws = new Map<string, Flaw>()
  const memo = { folded: new Map<string, NormalSchema>(), unfolded: new Map<string, NormalSchema>() }
  const read = (parts: Conjunction, way: keyof typeof memo): NormalSchema => {
    const key = reader.key(parts)
    const normal = memo[way].get(key) ?? normalize(document, parts, way === 'folded', flaws)
    memo[way].set(key, normal)
    return normal
  }
  const reader: SchemaReader = {
    document,
    flaws,
    enter: (schema) => [follow(document, schema)],
    key: (parts) => parts.map(keyOf).join(' & '),
    normal: (parts) => read(parts, 'folded'),
    unfolded: (parts) => read(parts, 'unfolded'),
  }
  readers.set(document, reader)
  return reader
}

/** Anything, where a keyword lets it in, is at the keyword: it is not what is written there. */
function keyOf({ node, pointer, nullable }: SchemaPart): string {
  return `${pointer}${node === true ? '!' : ''}${nullable ? '?' : ''}`
}

/** Something left to do for a merge. */
type Task = () => readonly Task[]

/** Intersects all parts; `$ref`s and `allOf`s inside are parts too. A part met again adds nothing. */
function normalize(document: Document, parts: Conjunction, isFolded: boolean, flaws: Map<string, Flaw>): NormalSchema {
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
    // One that is no text is dropped as a keyword, and where it should lead is not known either.
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
  const into = { document, merged, isFolded, add }
  // By a list, because conjunctions may be nested deeper than a call stack is; in the order they are written.
  const open = parts.map(add).reverse()
  for (let task = open.pop(); task !== undefined; task = open.pop()) open.push(...task().toReversed())
  settleUnevaluated(merged, document, (node) => seen.has(node) || seenNullable.has(node))
  return finish(merged, parts, document)
}

function withoutNot({ not: _, ...rest }: JsonObject): JsonObject {
  return rest
}

/**
 * The branches of a group, each once; a group in a group is one list, unless the inner one is exclusive.
 */
function branchesOf(
  document: Document,
  schema: JsonObject,
  pointer: Pointer,
  keyword: 'oneOf' | 'anyOf',
): SchemaPart[] {
  const found: SchemaPart[] = []
  const met = new Set<unknown>()
  const listed = (owner: JsonObject, at: Pointer, by: string): SchemaPart[] =>
    ownArray(owner, by).map((node, index) => {
      const location = isSynthetic(node) ? at : joinPointer(at, by, index)
      return follow(document, { node, pointer: location })
    })
  const open = listed(schema, pointer, keyword).reverse()
  for (let branch = open.pop(); branch !== undefined; branch = open.pop()) {
    if (met.has(branch.node)) continue
    if (typeof branch.node === 'object') met.add(branch.node)
    const modern = modernSchema(branch.node, document.dialect)
    const [inner = '', ...others] = constraints(modern)
    const isNested = (inner === 'oneOf' || inner === 'anyOf') && others.length === 0
    if (isNested && typeof modern === 'object' && !isExclusiveSchema(document, modern)) {
      open.push(...listed(modern, branch.pointer, inner).reverse())
    } else found.push(branch)
  }
  return found
}

interface Into {
  readonly document: Document
  readonly merged: Merged
  readonly isFolded: boolean
  add(part: SchemaPart): Task
}

/** Resolves groups that only mean "or null", list values or list types; keeps the others. Returns the remaining steps. */
function addGroup(into: Into, schema: JsonObject, at: SchemaPart, named: 'oneOf' | 'anyOf'): readonly Task[] {
  const { document, merged, add } = into
  // The rewritten form of `nullable` has no location and is never a choice.
  const rewritten = ownArray(schema, named).find(isSynthetic)
  const isFolded = into.isFolded || rewritten !== undefined
  // The choice that is written there, to which null is added.
  const keyword = own(rewritten, 'oneOf') !== undefined && own(rewritten, 'anyOf') === undefined ? 'oneOf' : named
  const location = joinPointer(at.pointer, keyword)
  const branches = branchesOf(document, schema, at.pointer, named)
  if (branches.length === 0) return []
  const modern = branches.map((branch) => modernSchema(branch.node, document.dialect))
  const isNull = modern.map((branch) => isNullOnly(branch))
  const nullable = at.nullable === true || isNull.includes(true)
  const others = branches.filter((_, index) => isNull[index] !== true)
  const schemas = modern.filter((_, index) => isNull[index] !== true)
  const [only] = others
  const isSingle = others.length === 1 && only !== undefined
  if (isFolded && isSingle) return [add({ ...only, nullable: nullable || only.nullable === true })]
  const values = isFolded ? listedValues(schemas) : undefined
  const types = isFolded ? listedTypes(schemas, keyword) : undefined
  if (values !== undefined) restrictEnum(merged, nullable ? [...values, null] : values, location)
  else if (types !== undefined) restrictTypes(merged, nullable ? types.add('null') : types, location)
  else {
    const { common, rest: parts } = isSingle ? { common: [], rest: [others] } : takeOut(document, others)
    if (nullable) parts.push([{ node: { type: 'null' }, pointer: joinPointer(location, 'null') }])
    const group = { keyword, pointer: location, branches: parts }
    return [...common.map((part) => add(nullable ? { ...part, nullable } : part)), () => keep(merged, group)]
  }
  return []
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
  const { enum: values, uniqueItems } = merged
  const maxItems = merged.bounds.get('maxItems')?.value
  return {
    pointer,
    parts,
    types: merged.types,
    ...(merged.typePointer === undefined ? {} : { typePointer: merged.typePointer }),
    ...(values === undefined ? {} : { enum: values }),
    ...(merged.isListMeant ? { isListMeant: true } : {}),
    ...(merged.extensibleEnum === undefined ? {} : { extensibleEnum: merged.extensibleEnum }),
    properties: object ? merged.properties : nothing,
    required: object ? merged.required : nothing,
    additional: merged.additional.flatMap((entry) => entry.parts),
    ...(merged.additional[0] === undefined ? {} : { additionalPointer: merged.additional[0].pointer }),
    closed: object && (merged.closedBy !== undefined || merged.additional.some((more) => more.parts.some(isNever))),
    ...(merged.isAboveChoices ? { isAboveChoices: true } : {}),
    patternProperties: object ? merged.patternProperties : nothing,
    ...tupleOf(array ? merged.tuples : [], isNever),
    bounds: normalBounds(merged.bounds, merged.types),
    formats: has('string') || numeric ? merged.formats : [],
    patterns: has('string') ? merged.patterns : [],
    ...(numeric && merged.multipleOf !== undefined ? { multipleOf: merged.multipleOf } : {}),
    dependentRequired: object ? merged.dependentRequired : nothing,
    ...(array && uniqueItems !== undefined && (maxItems ?? 2) > 1 ? { uniqueItems } : {}),
    groups: merged.groups,
    applicators: appliedTo(merged),
    opaque: merged.opaque,
    annotations: merged.annotations,
  }
}

/** Most schemas are none of objects, or have no tuples. */
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
