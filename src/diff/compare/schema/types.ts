import type { Effect } from '../../../model/change.ts'
import type { Json } from '../../../model/json.ts'
import { type Atom, typeNames } from '../../../schema/atoms.ts'
import type { NormalSchema, SchemaReader } from '../../../schema/normal.ts'
import { minus } from '../../../util/json.ts'
import { parentOf } from '../../../util/pointer.ts'
import type { SchemaPair } from './unit.ts'

/** The effect of a set that lost and gained members. */
export function setEffect(removed: boolean, added: boolean): Effect {
  if (removed && added) return 'incomparable'
  return removed ? 'narrowed' : added ? 'widened' : 'none'
}

/** Types without null, then null on its own: users know it as "nullable". */
export function compareTypes(pair: SchemaPair): void {
  const { before, after, emit } = pair
  const spot = {
    base: before.typePointer ?? before.pointer,
    revision: after.typePointer ?? after.pointer,
    place: after.typePointer === undefined ? after.pointer : parentOf(after.typePointer),
  }
  const bare = (types: ReadonlySet<Atom>): Atom[] => [...types].filter((atom) => atom !== 'null')
  const [was, is] = [written(before, pair.base, pair), written(after, pair.revision, pair)]
  const effect = setEffect(
    bare(was).some((atom) => !is.has(atom)),
    bare(is).some((atom) => !was.has(atom)),
  )
  // Of two lists of values the types follow from the values: one edit, said by the list.
  const isListed = before.enum !== undefined && after.enum !== undefined && haveCommonType(pair)
  if (effect !== 'none' && !isListed) emit('schema.type', typeNames(before.types), typeNames(after.types), effect, spot)
  const [wasNull, isNull] = [before.types.has('null'), after.types.has('null')]
  const any = typeNames(before.types)[0] === 'any' || typeNames(after.types)[0] === 'any'
  // Between "anything" and one type, null comes and goes with the type and is no edit of its own.
  if (wasNull !== isNull && !(effect !== 'none' && any)) {
    emit('schema.nullable', wasNull, isNull, isNull ? 'widened' : 'narrowed', spot)
  }
}

/** Whether a value can satisfy both sides by its type alone, null aside. */
export function haveCommonType(pair: SchemaPair): boolean {
  const is = written(pair.after, pair.revision, pair)
  return [...written(pair.before, pair.base, pair)].some((atom) => atom !== 'null' && is.has(atom))
}

/**
 * A parameter is text: what a number or boolean looks like, a string may look like too, and a list of one item looks
 * like that item.
 */
function written({ types, items }: NormalSchema, reader: SchemaReader, { isText }: SchemaPair): ReadonlySet<Atom> {
  if (!isText) return types
  const single = types.has('array') ? reader.normal(items.flatMap(reader.enter)).types : []
  const all = new Set([...types, ...single])
  return all.has('string') ? new Set([...all, 'integer', 'fraction', 'boolean']) : all
}

/** Listed values without null. A list that appears or goes away is a change of its own kind of rule. */
export function compareEnum(pair: SchemaPair): void {
  compareExtensibleEnum(pair)
  const { before, after, emit } = pair
  const listed = (values: readonly Json[] | undefined) =>
    values?.filter((value) => value !== null).map((value) => (pair.isText ? String(value) : value))
  const [was, is] = [listed(before.enum?.value), listed(after.enum?.value)]
  if (was === undefined && is === undefined) return
  const spot = { base: before.enum?.pointer ?? before.pointer, revision: after.enum?.pointer ?? after.pointer }
  if (was === undefined || is === undefined) {
    emit('schema.enum', was, is, was === undefined ? 'narrowed' : 'widened', spot)
    return
  }
  const effect = setEffect(minus(was, is).length > 0, minus(is, was).length > 0)
  if (effect !== 'none') emit('schema.enum', was, is, effect, spot)
}

/** Open lists restrict nothing: what came and went is said, the law has no say. */
function compareExtensibleEnum({ before, after, emit }: SchemaPair): void {
  const [was, is] = [before.extensibleEnum, after.extensibleEnum]
  const values = [was?.value ?? [], is?.value ?? []] as const
  if (minus(...values).length + minus(values[1], values[0]).length === 0) return
  const spot = { base: was?.pointer ?? before.pointer, revision: is?.pointer ?? after.pointer }
  emit('schema.extensible-enum', was?.value, is?.value, 'none', spot)
}
