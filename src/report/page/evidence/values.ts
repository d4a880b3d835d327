import type { Json } from '../../../model/json.ts'
import { printableLines } from '../../labels.ts'

const most = 4000

/** Formats a value as indented JSON. Truncates a large one with a note. */
export function pretty(value: Json): string {
  const text = printableLines(JSON.stringify(value, null, 2) ?? '')
  return text.length > most ? `${text.slice(0, most)}\n… cut, ${text.length - most} more characters` : text
}
