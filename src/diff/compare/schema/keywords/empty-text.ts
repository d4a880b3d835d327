import type { NormalSchema, SchemaReader } from '../../../../schema/normal-form/normal.ts'
import { fitsScalar } from '../../../../schema/sampling/scalar.ts'
import type { SchemaPair } from '../unit.ts'

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
