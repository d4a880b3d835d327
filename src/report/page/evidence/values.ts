import type { Json } from '../../../model/json.ts'
import { printableLines } from '../../labels.ts'

const most = 4000

/** A value as indented JSON; a large one is cut, and says so. */
export function pretty(value: Json): string {
  const text = printableLines(JSON.stringify(value, null, 2) ?? '')
  return text.length > most ? `${text.slice(0, most)}\n… cut, ${text.length - most} more characters` : text
}
