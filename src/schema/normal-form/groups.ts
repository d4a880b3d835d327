import type { Document } from '../../model/document.ts'
import type { Json, JsonObject, Pointer } from '../../model/json.ts'
import { canonical, own, ownArray } from '../../util/json.ts'
import { joinPointer } from '../../util/pointer.ts'
import type { Atom } from '../keywords/atoms.ts'
import { isSynthetic, modernSchema } from '../keywords/dialect.ts'
import { constraints, isNullOnly, listedTypes, listedValues } from './branches.ts'
import { isExclusiveSchema } from './exclusive.ts'
import { follow } from './follow.ts'
import type { Conjunction, SchemaPart, Sited, UnionReading, VariantGroup } from './normal.ts'

const written = new WeakMap<object, string>()

export type GroupKeyword = 'oneOf' | 'anyOf'

/** Meaning of a `oneOf` or `anyOf`. One that only adds null, lists values or lists types isn't a real choice. */
interface GroupMeaning {
  readonly values?: Sited<readonly Json[]>
  readonly types?: Sited<ReadonlySet<Atom>>
  /** Constraints shared by all branches. */
  readonly common: Conjunction
  readonly group?: VariantGroup
}

/** Reads the `oneOf` or `anyOf` of a schema. `isFolded`: replace groups that aren't real choices. */
export type ReadGroup = (
  schema: JsonObject,
  at: SchemaPart,
  keyword: GroupKeyword,
  isFolded: boolean,
) => GroupMeaning | undefined

/** Creates the cached reader. Cached by schema object and location, because a wide choice is merged with each of its branches. */
export function createGroups(document: Document, unions: UnionReading): ReadGroup {
  const memo = new WeakMap<JsonObject, Map<string, GroupMeaning | undefined>>()
  return (schema, at, keyword, isFolded) => {
    const known = memo.get(schema) ?? new Map<string, GroupMeaning | undefined>()
    memo.set(schema, known)
    const key = `${keyword} ${isFolded} ${at.nullable === true} ${at.pointer}`
    if (!known.has(key)) known.set(key, read({ document, unions }, schema, at, keyword, isFolded))
    return known.get(key)
  }
}

function read(
  { document, unions }: { readonly document: Document; readonly unions: UnionReading },
  schema: JsonObject,
  at: SchemaPart,
  named: GroupKeyword,
  mayFold: boolean,
): GroupMeaning | undefined {
  // The rewritten form of `nullable` has no location and is never a choice.
  const rewritten = ownArray(schema, named).find(isSynthetic)
  const isExact = unions === 'exact' && named === 'oneOf'
  const isFolded = (mayFold && !isExact) || rewritten !== undefined
  // The written choice, to which null was added.
  const keyword = own(rewritten, 'oneOf') !== undefined && own(rewritten, 'anyOf') === undefined ? 'oneOf' : named
  const pointer = joinPointer(at.pointer, keyword)
  const branches =
    unions === 'exact' ? listedIn(document, schema, at.pointer, named) : branchesOf(document, schema, at.pointer, named)
  if (branches.length === 0) return undefined
  const modern = branches.map((branch) => modernSchema(branch.node, document.dialect))
  const isNull = modern.map((branch) => isNullOnly(branch))
  const nullable = at.nullable === true || isNull.includes(true)
  const others = branches.filter((_, index) => isNull[index] !== true)
  const schemas = modern.filter((_, index) => isNull[index] !== true)
  const [only] = others
  const isSingle = others.length === 1 && only !== undefined
  if (isFolded && isSingle) return { common: [{ ...only, nullable: nullable || only.nullable === true }] }
  const values = isFolded ? listedValues(schemas) : undefined
  if (values !== undefined) return { common: [], values: { value: nullable ? [...values, null] : values, pointer } }
  const types = isFolded ? listedTypes(schemas, keyword) : undefined
  if (types !== undefined) return { common: [], types: { value: nullable ? types.add('null') : types, pointer } }
  const { common, rest } =
    isSingle || isExact ? { common: [], rest: others.map((one) => [one]) } : takeOut(document, others)
  if (nullable) rest.push([{ node: { type: 'null' }, pointer: joinPointer(pointer, 'null') }])
  const group = { keyword, pointer, branches: rest, isShortened: common.length > 0 }
  return { common: common.map((part) => (nullable ? { ...part, nullable } : part)), group }
}

/** Returns the branches of a group without duplicates. Nested groups are flattened unless exclusive. */
function branchesOf(
  document: Document,
  schema: JsonObject,
  pointer: Pointer,
  keyword: 'oneOf' | 'anyOf',
): SchemaPart[] {
  const found: SchemaPart[] = []
  const met = new Set<unknown>()
  const open = listedIn(document, schema, pointer, keyword).reverse()
  for (let branch = open.pop(); branch !== undefined; branch = open.pop()) {
    if (met.has(branch.node)) continue
    if (typeof branch.node === 'object') met.add(branch.node)
    const modern = modernSchema(branch.node, document.dialect)
    const [inner = '', ...others] = constraints(modern)
    const isNested = (inner === 'oneOf' || inner === 'anyOf') && others.length === 0
    if (isNested && typeof modern === 'object' && !isExclusiveSchema(document, modern)) {
      open.push(...listedIn(document, modern, branch.pointer, inner).reverse())
    } else found.push(branch)
  }
  return found
}

/** Returns the branches as written. */
function listedIn(document: Document, owner: JsonObject, at: Pointer, keyword: 'oneOf' | 'anyOf'): SchemaPart[] {
  return ownArray(owner, keyword).map((node, index) => {
    const pointer = isSynthetic(node) ? at : joinPointer(at, keyword, index)
    return follow(document, { node, pointer })
  })
}

function textOf(node: Json): string {
  if (typeof node !== 'object' || node === null) return canonical(node)
  const text = written.get(node) ?? canonical(node)
  written.set(node, text)
  return text
}

/** Factors out the `allOf` members common to all branches: (x and a) or (x and b) is x and (a or b). */
function takeOut(
  document: Document,
  branches: readonly SchemaPart[],
): { readonly common: Conjunction; readonly rest: Conjunction[] } {
  const members = branches.map((branch): Conjunction => {
    const modern = modernSchema(branch.node, document.dialect)
    if (constraints(modern).join() !== 'allOf' || typeof modern === 'boolean') return []
    return ownArray(modern, 'allOf').map((node, index) => {
      return follow(document, { node, pointer: joinPointer(branch.pointer, 'allOf', index) })
    })
  })
  const mayShare = members.every((parts) => parts.length > 0)
  const texts = mayShare ? members.map((parts) => parts.map(({ node }) => textOf(node))) : []
  const [first = [], ...others] = texts
  const shared = new Set(first.filter((text) => others.every((texts) => texts.includes(text))))
  if (shared.size === 0) return { common: [], rest: branches.map((branch) => [branch]) }
  const partsOf = (index: number, isCommon: boolean): Conjunction =>
    (members[index] ?? []).filter((_, at) => shared.has(texts[index]?.[at] ?? '') === isCommon)
  return { common: partsOf(0, true), rest: members.map((_, index) => partsOf(index, false)) }
}
