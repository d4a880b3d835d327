import { type Escape, none, unknown } from '../../../../schema/containment/operand.ts'
import type { Conjunction, NormalSchema, SchemaReader } from '../../../../schema/normal-form/normal.ts'
import { possibleTypes } from '../../../../schema/normal-form/possible-types.ts'
import { mostItems } from '../keywords/implied.ts'
import { takesAnyText } from '../keywords/one-or-list.ts'
import { isWrittenWithin } from '../keywords/written-texts.ts'
import type { SchemaPair } from '../unit.ts'

/**
 * Where values travel as text a branch of one value is written like a list of one: what of the branch no branch of lists on the
 * other side holds. The reverse where a list is written with delimiters, and another branch takes any text.
 */
export function writtenBeyond(
  pair: SchemaPair,
  branch: Conjunction,
  others: readonly Conjunction[],
  half: 'lost' | 'gained',
): Escape {
  const { text, base, revision } = pair
  if (text === undefined) return unknown
  const isLost = half === 'lost'
  const [reader, other] = isLost ? [base, revision] : [revision, base]
  const facing = others.map((one) => other.normal(one.flatMap(other.enter)))
  if (isListOnly(reader.normal(branch.flatMap(reader.enter)))) {
    const form = isLost ? text.revision : text.base
    return form !== 'repeated' && facing.some(takesAnyText) ? none : unknown
  }
  if (!isOne(reader, branch)) return unknown
  const one = reader.normal(branch.flatMap(reader.enter))
  if (facing.some((texts) => isWrittenWithin(one, texts))) return none
  let shown: Escape = unknown
  for (const list of facing) {
    if (!holdsOne(list, other)) continue
    const items = (list.prefixItems[0] ?? list.items).flatMap(other.enter)
    if (items.length === 0 || isWrittenWithin(one, other.normal(items))) return none
    const found = pair.containment()[half](isLost ? branch : items, isLost ? items : branch, 'request')
    if (found.kind === 'none') return found
    shown = found
  }
  return shown
}

function isListOnly({ types }: NormalSchema): boolean {
  return types.size === 1 && types.has('array')
}

function isOne(reader: SchemaReader, branch: Conjunction): boolean {
  const types = possibleTypes(reader, branch.flatMap(reader.enter))
  return types.size > 0 && !types.has('array') && !types.has('object') && !types.has('null')
}

/** Lists of which a list of any one item is one. */
function holdsOne(list: NormalSchema, reader: SchemaReader): boolean {
  const { bounds, enum: values, groups, applicators, opaque } = list
  if (!list.types.has('array') || values !== undefined || groups.length + applicators.size + opaque.size > 0)
    return false
  return (bounds.get('minItems')?.value ?? 0) <= 1 && mostItems(list, reader) >= 1
}
