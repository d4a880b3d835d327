import { type Escape, madePart } from '../../../../schema/containment/operand.ts'
import type { Conjunction, SchemaReader } from '../../../../schema/normal-form/normal.ts'

/**
 * The values that only one version allows, if they travel as text: a list of one is written as its item, which another branch
 * may allow, and an empty list is not written (RFC 6570 §2.3).
 */
export function asWritten(reader: SchemaReader, parts: Conjunction, ask: (parts: Conjunction) => Escape): Escape {
  const result = ask(parts)
  if (result.kind !== 'value' || !Array.isArray(result.value) || result.value.length > 1) return result
  const longer = ask([...parts, madePart({ minItems: 2 })])
  if (longer.kind !== 'none') return longer
  return itemsOf(reader, parts).every((items) => ask(items).kind === 'none') ? longer : result
}

/** The first items of the lists that a schema or its branches allow. */
function itemsOf(reader: SchemaReader, parts: Conjunction): readonly Conjunction[] {
  const normal = reader.normal(parts)
  const branches = normal.groups.flatMap((group) =>
    group.branches.map((branch) => reader.normal(branch.flatMap(reader.enter))),
  )
  const lists = (branches.length > 0 ? branches : [normal]).filter(({ types }) => types.has('array'))
  return lists.map(({ prefixItems, items }) => (prefixItems[0] ?? items).flatMap(reader.enter))
}
