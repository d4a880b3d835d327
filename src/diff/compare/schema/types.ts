import type { Effect } from '../../../model/change.ts'
import { type Atom, typeNames } from '../../../schema/atoms.ts'
import { minus } from '../../../util/json.ts'
import type { SchemaPair } from './unit.ts'

/** The effect of a set that lost and gained members. */
export function setEffect(removed: boolean, added: boolean): Effect {
  if (removed && added) return 'incomparable'
  return removed ? 'narrowed' : added ? 'widened' : 'none'
}

/** Types without null, then null on its own: users know it as "nullable". */
export function compareTypes({ before, after, emit }: SchemaPair): void {
  const spot = { base: before.typePointer, revision: after.typePointer }
  const bare = (types: ReadonlySet<Atom>): Atom[] => [...types].filter((atom) => atom !== 'null')
  const effect = setEffect(
    bare(before.types).some((atom) => !after.types.has(atom)),
    bare(after.types).some((atom) => !before.types.has(atom)),
  )
  if (effect !== 'none') emit('schema.type', typeNames(before.types), typeNames(after.types), effect, spot)
  const [was, is] = [before.types.has('null'), after.types.has('null')]
  const any = typeNames(before.types)[0] === 'any' || typeNames(after.types)[0] === 'any'
  // Between "anything" and one type, null comes and goes with the type and is no edit of its own.
  if (was !== is && !(effect !== 'none' && any)) emit('schema.nullable', was, is, is ? 'widened' : 'narrowed', spot)
}

/** Listed values without null. A list that appears or goes away is a change of its own kind of rule. */
export function compareEnum(pair: SchemaPair): void {
  compareExtensibleEnum(pair)
  const { before, after, emit } = pair
  const was = before.enum?.value.filter((value) => value !== null)
  const is = after.enum?.value.filter((value) => value !== null)
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
