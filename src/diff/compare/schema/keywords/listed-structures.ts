import type { Json } from '../../../../model/json.ts'
import type { NormalSchema } from '../../../../schema/normal-form/normal.ts'
import { setEffect } from '../blame/effect.ts'
import type { SchemaPair } from '../unit.ts'

/**
 * Where one version lists whole objects or lists and the other describes them by their parts, only what both come to can be
 * compared. Returns whether it was.
 */
export function compareListedStructures(pair: SchemaPair): boolean {
  const { before, after, emit } = pair
  const [was, is] = [listed(before), listed(after)]
  if ((was === undefined) === (is === undefined) || (before.enum === undefined) === (after.enum === undefined))
    return false
  const ways = ['request', 'response'] as const
  const differs = (half: 'lost' | 'gained'): boolean =>
    ways.some((way) => pair.containment()[half](before.parts, after.parts, way).kind !== 'none')
  const effect = setEffect(differs('lost'), differs('gained'))
  const spot = { base: before.enum?.pointer ?? before.pointer, revision: after.enum?.pointer ?? after.pointer }
  if (effect === (is === undefined ? 'widened' : 'narrowed')) emit('schema.enum', was, is, effect, spot)
  else if (effect !== 'none') {
    const value = (values: readonly Json[] | undefined) => values && { keyword: 'enum', value: values }
    emit('schema.keyword', value(was), value(is), effect, spot)
  }
  return true
}

/** The values of a schema that lists nothing but objects and lists, null aside. */
function listed({ enum: values }: NormalSchema): readonly Json[] | undefined {
  const rest = values?.value.filter((value) => value !== null)
  return rest?.length !== 0 && rest?.every((value) => typeof value === 'object') === true ? rest : undefined
}
