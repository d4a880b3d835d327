import type { BoundKeyword } from '../../../../model/diff/change.ts'
import { fewValues } from '../../../../schema/formats/format-sets.ts'
import type { Conjunction, NormalSchema, SchemaReader } from '../../../../schema/normal-form/normal.ts'

type Size = (normal: NormalSchema, reader: SchemaReader) => number

/** How large or small a value is at most or at least, by a size keyword or another keyword that implies it. */
export const impliedSizes: Readonly<Partial<Record<BoundKeyword, Size>>> = {
  // Required properties are there anyway.
  minProperties: ({ bounds, required }) => Math.max(bounds.get('minProperties')?.value ?? 0, required.size),
  maxProperties: ({ bounds, closed, properties, patternProperties }) => {
    const named = closed && patternProperties.size === 0 ? properties.size : Number.POSITIVE_INFINITY
    return Math.min(bounds.get('maxProperties')?.value ?? Number.POSITIVE_INFINITY, named)
  },
  minItems: ({ bounds, applicators }) => {
    const contained = applicators.has('contains') ? (bounds.get('minContains')?.value ?? 1) : 0
    return Math.max(bounds.get('minItems')?.value ?? 0, contained)
  },
  maxItems: mostItems,
}

/** `maxItems`, the length of a closed tuple, and how many different items there are where none may come twice. */
export function mostItems(normal: NormalSchema, reader: SchemaReader): number {
  const { bounds, itemsClosed, prefixItems, items, uniqueItems } = normal
  const slots = itemsClosed ? prefixItems.length : Number.POSITIVE_INFINITY
  const different = uniqueItems?.value === true && prefixItems.length === 0 ? countOf(reader, items) : undefined
  const most = bounds.get('maxItems')?.value ?? Number.POSITIVE_INFINITY
  // Items that nothing satisfies are a matter of the items.
  return Math.min(most, slots, different || Number.POSITIVE_INFINITY)
}

/** How many values satisfy a schema, where it lists them. */
function countOf(reader: SchemaReader, parts: Conjunction): number | undefined {
  const normal = reader.normal(parts.flatMap(reader.enter))
  const few = normal.enum?.value ?? fewValues(normal)
  if (few !== undefined) return few.length + Number(normal.types.has('null') && !few.includes(null))
  const atoms = [...normal.types]
  if (!atoms.every((atom) => atom === 'boolean' || atom === 'null')) return undefined
  return 2 * Number(normal.types.has('boolean')) + Number(normal.types.has('null'))
}
