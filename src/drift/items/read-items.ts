import type { Json } from '../../model/json.ts'
import type { Sequence } from '../../model/sequential.ts'
import { readEvents } from './events.ts'
import { type Part, readParts } from './multipart.ts'

/** An item of a sequential body: JSON text, a parsed event, or a part of a multipart body. */
export type Item = { readonly json: string } | { readonly value: Json } | { readonly part: Part }

export interface Items {
  readonly items: readonly Item[]
  /** The body ends within its last item. */
  readonly isCut: boolean
  /** Length of the body. */
  readonly size: number
  /** Why the items can't be separated. */
  readonly because?: string
}

/** Separates the items of a body. `isPartial`: the body was not recorded completely, so its last item may look complete. */
export function readItems(sequence: Sequence, type: string, body: string, isPartial = false): Items {
  return { ...separated(sequence, type, body, isPartial), size: body.length }
}

function separated(sequence: Sequence, type: string, body: string, isPartial: boolean): Omit<Items, 'size'> {
  if (sequence === 'events') {
    const { events, isCut } = readEvents(body)
    return { items: events.map((value) => ({ value: { ...value } })), isCut }
  }
  if (sequence === 'parts') {
    const { parts, isCut = false, because } = readParts(type, body)
    return { items: parts.map((part) => ({ part })), isCut, because }
  }
  return sequence === 'lines' ? linesOf(body, isPartial) : recordsOf(body, isPartial)
}

function linesOf(body: string, isPartial: boolean): Omit<Items, 'size'> {
  const texts: string[] = []
  let start = body.charCodeAt(0) === 0xfeff ? 1 : 0
  for (let end = body.indexOf('\n', start); end >= 0; end = body.indexOf('\n', start)) {
    texts.push(body.slice(start, end))
    start = end + 1
  }
  const last = body.slice(start)
  const isCut = last.trim() !== '' && (isPartial || !isJson(last))
  return { items: itemsOf(isCut ? texts : [...texts, last]), isCut }
}

/** Each text follows a record separator and ends with a line break (RFC 7464 §2.1, §2.4). */
function recordsOf(body: string, isPartial: boolean): Omit<Items, 'size'> {
  const texts = body.split('\x1e')
  const last = texts.at(-1) ?? ''
  const isCut = last.trim() !== '' && !last.endsWith('\n') && (isPartial || !isJson(last))
  return { items: itemsOf(isCut ? texts.slice(0, -1) : texts), isCut }
}

function itemsOf(texts: readonly string[]): readonly Item[] {
  const items: Item[] = []
  for (const text of texts) if (text.trim() !== '') items.push({ json: text.trim() })
  return items
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
