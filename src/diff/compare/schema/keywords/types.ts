import type { Effect } from '../../../../model/diff/change.ts'
import type { Json } from '../../../../model/json.ts'
import { typeNames } from '../../../../schema/keywords/atoms.ts'
import type { NormalSchema, SchemaReader } from '../../../../schema/normal-form/normal.ts'
import { minus } from '../../../../util/json.ts'
import { joinPointer, parentOf } from '../../../../util/pointer.ts'
import { setEffect } from '../blame/effect.ts'
import type { SchemaPair, Spot } from '../unit.ts'

/** Compares types without null, then null separately, because users know it as "nullable". */
export function compareTypes(pair: SchemaPair): void {
  const { before, after } = pair
  // With an enum on both sides, types follow from the values and the edit is reported by the enum.
  const isListed = listed(before) && listed(after) && haveCommonType(pair)
  emitTypes(pair, isListed ? 'none' : typeEffect(pair))
}

function emitTypes(pair: SchemaPair, effect: Effect): void {
  const { before, after, emit } = pair
  const [wasNull, isNull] = [before.types.has('null'), after.types.has('null')]
  if (effect === 'none' && wasNull === isNull) return
  const spot = {
    base: before.typePointer ?? before.pointer,
    revision: after.typePointer ?? after.pointer,
    location: after.typePointer === undefined ? after.pointer : parentOf(after.typePointer),
  }
  if (effect !== 'none') emit('schema.type', ...namesOf(before, after), effect, spot)
  const isAny = ({ types }: NormalSchema): boolean => types.has('null') && typeNames(types)[0] === 'any'
  const any = isAny(before) || isAny(after)
  // Between "any type" and a specific one, null changes with the type and isn't reported separately.
  const isOther = effect !== 'none' || typeEffect(pair) !== 'none'
  if (wasNull !== isNull && !(isOther && any)) {
    const at = spotOfNull(pair) ?? spot
    emit('schema.nullable', wasNull, isNull, isNull ? 'widened' : 'narrowed', at)
  }
}

/** Returns the type names of both sides. Null is included if it is the only type. */
function namesOf(before: NormalSchema, after: NormalSchema): readonly [string[], string[]] {
  const [was, is] = [typeNames(before.types), typeNames(after.types)]
  const isNull = (names: readonly string[], { types }: NormalSchema): boolean => names.length === 0 && types.has('null')
  if (!isNull(was, before) && !isNull(is, after)) return [was, is]
  const withNull = (names: string[], { types }: NormalSchema): string[] =>
    types.has('null') && names[0] !== 'any' ? [...names, 'null'] : names
  return [withNull(was, before), withNull(is, after)]
}

/**
 * Returns where null is allowed around equal schemas: `nullable` next to a single `allOf`, or a choice of null and a `$ref`. Each
 * location is a separate edit. Returns `undefined` if the referenced schema itself was edited.
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

function typeEffect({ before, after }: SchemaPair): Effect {
  const isOnlyIn = ({ types }: NormalSchema, other: NormalSchema): boolean =>
    [...types].some((atom) => atom !== 'null' && !other.types.has(atom))
  return setEffect(isOnlyIn(before, after), isOnlyIn(after, before))
}

export function haveCommonType({ before, after }: SchemaPair): boolean {
  return [...before.types].some((atom) => atom !== 'null' && after.types.has(atom))
}

/** Returns whether null is the only common type and the only type of one side. */
export function haveOnlyNull({ before, after }: SchemaPair): boolean {
  return (
    [before, after].every(({ types }) => types.has('null')) && [before, after].some(({ types }) => types.size === 1)
  )
}

/**
 * Compares values without null. Returns true if only one version lists objects or arrays, which makes other comparisons useless.
 */
export function compareEnum(pair: SchemaPair): boolean {
  compareExtensibleEnum(pair)
  const { before, after, emit } = pair
  const [was, is] = [listed(before), listed(after)]
  if (was === undefined && is === undefined) return false
  const spot = { base: before.enum?.pointer ?? before.pointer, revision: after.enum?.pointer ?? after.pointer }
  if (was === undefined || is === undefined) {
    const isOfParts = (was ?? is)?.every((value) => typeof value === 'object') === true
    const fact = (values: readonly Json[] | undefined) => values && { keyword: 'enum', value: values }
    if (isOfParts) emit('schema.keyword', fact(was), fact(is), 'incomparable', spot)
    else emit('schema.enum', was, is, was === undefined ? 'narrowed' : 'widened', spot)
    return isOfParts
  }
  const effect = setEffect(minus(was, is).length > 0, minus(is, was).length > 0)
  if (effect !== 'none') emit('schema.enum', was, is, effect, spot)
  return false
}

function listed(normal: NormalSchema): readonly Json[] | undefined {
  return normal.enum?.value.filter((value) => value !== null)
}

/** Reports values of open lists, which a convention judges because they don't restrict values. */
function compareExtensibleEnum({ before, after, emit }: SchemaPair): void {
  const [was, is] = [before.extensibleEnum, after.extensibleEnum]
  const values = [was?.value ?? [], is?.value ?? []] as const
  if (minus(...values).length + minus(values[1], values[0]).length === 0) return
  const spot = { base: was?.pointer ?? before.pointer, revision: is?.pointer ?? after.pointer }
  emit('schema.extensible-enum', was?.value, is?.value, 'none', spot)
}
