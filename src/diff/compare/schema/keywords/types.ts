import type { Effect } from '../../../../model/diff/change.ts'
import type { Json } from '../../../../model/json.ts'
import { numberText } from '../../../../numbers/exact.ts'
import { type Atom, atomOf, typeNames } from '../../../../schema/keywords/atoms.ts'
import type { NormalSchema, SchemaReader } from '../../../../schema/normal-form/normal.ts'
import { fitsScalar } from '../../../../schema/sampling/scalar.ts'
import { minus } from '../../../../util/json.ts'
import { joinPointer, parentOf } from '../../../../util/pointer.ts'
import { setEffect } from '../blame/effect.ts'
import type { SchemaPair, Scope, Spot } from '../unit.ts'

/** Types without null, then null on its own: users know it as "nullable". */
export function compareTypes(pair: SchemaPair): void {
  const { before, after } = pair
  // Of two lists of values the types follow from the values: one edit, reported by the list.
  const isListed = listed(pair, before, after) && listed(pair, after, before) && haveCommonType(pair)
  emitTypes(pair, isListed ? 'none' : typeEffect(pair))
}

/** States a change of types, and of null beside it. */
export function emitTypes(pair: SchemaPair, effect: Effect, scope?: Scope): void {
  const { before, after, emit } = pair
  const [wasNull, isNull] = [before.types.has('null'), after.types.has('null')]
  if (effect === 'none' && wasNull === isNull) return
  const spot = {
    base: before.typePointer ?? before.pointer,
    revision: after.typePointer ?? after.pointer,
    location: after.typePointer === undefined ? after.pointer : parentOf(after.typePointer),
  }
  if (effect !== 'none') emit('schema.type', ...namesOf(before, after), effect, spot, { ...(scope && { scope }) })
  const isAny = ({ types }: NormalSchema): boolean => types.has('null') && typeNames(types)[0] === 'any'
  const any = isAny(before) || isAny(after)
  // Between "anything" and one type, null is added and removed with the type and is no edit of its own.
  const isOther = effect !== 'none' || typeEffect(pair) !== 'none'
  if (wasNull !== isNull && !(isOther && any) && !takesEmptyText(pair, isNull ? 'before' : 'after')) {
    const at = spotOfNull(pair) ?? spot
    emit('schema.nullable', wasNull, isNull, isNull ? 'widened' : 'narrowed', at, { ...(scope && { scope }) })
  }
}

/** The names of the types of both sides; null is one of them where it is the only one. */
function namesOf(before: NormalSchema, after: NormalSchema): readonly [string[], string[]] {
  const [was, is] = [typeNames(before.types), typeNames(after.types)]
  const isNull = (names: readonly string[], { types }: NormalSchema): boolean => names.length === 0 && types.has('null')
  if (!isNull(was, before) && !isNull(is, after)) return [was, is]
  const withNull = (names: string[], { types }: NormalSchema): string[] =>
    types.has('null') && names[0] !== 'any' ? [...names, 'null'] : names
  return [withNull(was, before), withNull(is, after)]
}

/**
 * Where null is let in around schemas that say the same of it: `nullable` beside an `allOf` of one, a choice of null and a
 * `$ref`. Each such location is an edit of its own; undefined where the schema that is referred to is edited.
 */
function spotOfNull({ base, revision, before, after, usedAt }: SchemaPair): Spot | undefined {
  const letsNull = (reader: SchemaReader, { typePointer, pointer }: NormalSchema): boolean => {
    const owner = typePointer === undefined ? pointer : parentOf(typePointer)
    const node = reader.document.at(owner)
    return node !== undefined && reader.normal([{ node, pointer: owner }]).types.has('null')
  }
  if (letsNull(base, before) !== letsNull(revision, after)) return undefined
  const isUsed = (before.pointer !== usedAt.base) !== (after.pointer !== usedAt.revision)
  const [was, is] = isUsed ? [usedAt.base, usedAt.revision] : [before.pointer, after.pointer]
  if (was === undefined || is === undefined) return undefined
  return { base: joinPointer(was, 'nullable'), revision: joinPointer(is, 'nullable'), location: is }
}

/** What a change of types does to the values, null aside. */
export function typeEffect(pair: SchemaPair): Effect {
  const { before, after, base, revision } = pair
  const [was, is] = [writtenTypes(pair, before, base), writtenTypes(pair, after, revision)]
  return setEffect(
    [...was.held].some((atom) => atom !== 'null' && !is.taken.has(atom)),
    [...is.held].some((atom) => atom !== 'null' && !was.taken.has(atom)),
  )
}

/** Whether a value can satisfy both sides by its type alone, null aside. */
export function haveCommonType(pair: SchemaPair): boolean {
  const was = writtenTypes(pair, pair.before, pair.base).taken
  const is = writtenTypes(pair, pair.after, pair.revision).taken
  return [...was].some((atom) => atom !== 'null' && is.has(atom))
}

/** Whether null is all that both sides may have in common, and all that one of them allows. */
export function haveOnlyNull({ before, after }: SchemaPair): boolean {
  return (
    [before, after].every(({ types }) => types.has('null')) && [before, after].some(({ types }) => types.size === 1)
  )
}

interface WrittenTypes {
  /** What the values are, read as closely as possible: the text `5` is an integer. */
  readonly held: ReadonlySet<Atom>
  /** What would be read as one of them. */
  readonly taken: ReadonlySet<Atom>
}

/**
 * A parameter is text: what a number or boolean looks like, a string may look like too, and a list of one item looks
 * like that item.
 */
function writtenTypes(pair: SchemaPair, normal: NormalSchema, reader: SchemaReader): WrittenTypes {
  const { text } = pair
  const { types, items } = normal
  if (text === undefined || isListOnly(pair)) return { held: types, taken: types }
  const single = types.has('array') ? reader.normal(items.flatMap(reader.enter)).types : []
  const taken = new Set([...types, ...single])
  const held = normal.enum === undefined ? taken : new Set(normal.enum.value.map(readAs))
  return { held, taken: taken.has('string') ? new Set([...taken, 'integer', 'fraction', 'boolean']) : taken }
}

/** Two lists differ by their items, which are compared on their own. */
function isListOnly({ before, after }: SchemaPair): boolean {
  return [before, after].every(({ types }) => [...types].every((atom) => atom === 'array' || atom === 'null'))
}

function readAs(value: Json): Atom {
  if (typeof value !== 'string') return atomOf(value)
  if (value === 'true' || value === 'false') return 'boolean'
  const number = value.trim() === '' ? Number.NaN : Number(value)
  return Number.isFinite(number) ? atomOf(number) : 'string'
}

/** Listed values without null. An added or removed list is a change of its own kind. */
export function compareEnum(pair: SchemaPair): void {
  compareExtensibleEnum(pair)
  const { before, after, emit } = pair
  const [was, is] = [listed(pair, before, after), listed(pair, after, before)]
  if (was === undefined && is === undefined) return
  const spot = { base: before.enum?.pointer ?? before.pointer, revision: after.enum?.pointer ?? after.pointer }
  if (was === undefined || is === undefined) {
    emit('schema.enum', was, is, was === undefined ? 'narrowed' : 'widened', spot)
    return
  }
  const effect = setEffect(minus(was, is).length > 0, minus(is, was).length > 0)
  if (effect !== 'none') emit('schema.enum', was, is, effect, spot)
}

/** Beside a list of texts `boolean` is one too, where values travel as text. */
function listed({ text }: SchemaPair, normal: NormalSchema, other: NormalSchema): readonly Json[] | undefined {
  const isBoolean = [...normal.types].every((atom) => atom === 'boolean' || atom === 'null')
  const values = normal.enum?.value ?? (text && other.enum && isBoolean ? [true, false] : undefined)
  const others = values?.filter((value) => value !== null)
  if (text === undefined || others === undefined) return others
  return [...new Set(others.map((value) => (typeof value === 'number' ? numberText(value) : String(value))))]
}

/** Open lists restrict nothing: added and removed values are reported, the law does not apply. */
function compareExtensibleEnum({ before, after, emit }: SchemaPair): void {
  const [was, is] = [before.extensibleEnum, after.extensibleEnum]
  const values = [was?.value ?? [], is?.value ?? []] as const
  if (minus(...values).length + minus(values[1], values[0]).length === 0) return
  const spot = { base: was?.pointer ?? before.pointer, revision: is?.pointer ?? after.pointer }
  emit('schema.extensible-enum', was?.value, is?.value, 'none', spot)
}

/** Whether a side takes the empty text, as which null and a list of nothing are written where values travel as text. */
export function takesEmptyText({ text, base, revision, before, after }: SchemaPair, side: 'before' | 'after'): boolean {
  if (text === undefined || text.isSegment === true) return false
  const [reader, { parts }] = side === 'before' ? [base, before] : [revision, after]
  return takesEmpty(reader, reader.normal(parts), deepest)
}

const deepest = 5

/** Whether a schema allows the empty text, or a list of it alone. */
function takesEmpty(reader: SchemaReader, normal: NormalSchema, depth: number): boolean {
  const { types, groups, applicators, bounds, items, prefixItems } = normal
  if (depth === 0 || applicators.size > 0) return false
  const within = (parts: NormalSchema['items']): boolean =>
    takesEmpty(reader, reader.normal(parts.flatMap(reader.enter)), depth - 1)
  if (!groups.every(({ branches }) => branches.some(within))) return false
  const isText = types.has('string') && fitsScalar('', normal) && (normal.enum?.value.includes('') ?? true)
  const fitsOne = (bounds.get('minItems')?.value ?? 0) <= 1 && (bounds.get('maxItems')?.value ?? 1) >= 1
  return isText || (types.has('array') && normal.enum === undefined && fitsOne && within(prefixItems[0] ?? items))
}
