import type { BoundKeyword } from '../../model/diff/change.ts'
import type { Document } from '../../model/document.ts'
import type { Pointer } from '../../model/json.ts'
import { canonical } from '../../util/json.ts'
import { modernSchema } from '../keywords/dialect.ts'
import { constraints } from './branches.ts'
import { follow } from './follow.ts'
import type { Merged } from './merged.ts'
import type { SchemaPart } from './normal.ts'

/** If every item matches `contains`, the keyword only limits the number of items (JSON Schema 2020-12 §10.3.1.3). */
export function simplifyContains(merged: Merged, document: Document): void {
  const { applicators, bounds, tuples } = merged
  const contains = applicators.get('contains')
  const [part] = contains?.parts ?? []
  if (contains === undefined || part === undefined || applicators.has('contains 2')) return
  const schema = modernSchema(follow(document, part).node, document.dialect)
  const isAny = schema === true || (typeof schema === 'object' && constraints(schema).length === 0)
  const text = canonical(follow(document, part).node)
  const isSame = (one: SchemaPart): boolean => canonical(follow(document, one).node) === text
  const isEvery = tuples.some(({ prefix, rest }) => prefix.length === 0 && rest.some(isSame))
  if (!isAny && !isEvery) return
  applicators.delete('contains')
  const [least, most] = [bounds.get('minContains'), bounds.get('maxContains')]
  tighten(merged, 'minItems', least?.value ?? 1, least?.pointer ?? contains.pointer)
  if (most !== undefined) tighten(merged, 'maxItems', most.value, most.pointer)
  bounds.delete('minContains')
  bounds.delete('maxContains')
}

function tighten({ bounds }: Merged, keyword: BoundKeyword, value: number, pointer: Pointer): void {
  const known = bounds.get(keyword)?.value
  const isTighter = known === undefined || (keyword.startsWith('min') ? value > known : value < known)
  if (isTighter) bounds.set(keyword, { value, pointer })
}
