import type { Json } from '../../model/json.ts'
import { own } from '../../util/json.ts'

/** Returns the keyword as written in the description: the old tuple syntax uses other keywords than its rewritten form. */
export function writtenAs(keyword: string, node: Json): string {
  if (!Array.isArray(own(node, 'items'))) return keyword
  return keyword === 'prefixItems' ? 'items' : keyword === 'items' ? 'additionalItems' : keyword
}
