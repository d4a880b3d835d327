import type { Json } from '../../model/json.ts'
import { own } from '../../util/json.ts'

/** The older spelling of tuples is at another location than the one it is rewritten to. */
export function writtenAs(keyword: string, node: Json): string {
  if (!Array.isArray(own(node, 'items'))) return keyword
  return keyword === 'prefixItems' ? 'items' : keyword === 'items' ? 'additionalItems' : keyword
}
