import { createRequire } from 'node:module'

type StringWidth = typeof import('string-width')

/** Characters known to be one column wide: Latin letters, dashes, quotes, arrows and finding symbols. */
const plain = /^[\x20-\x7e\xa1-\xac\xae-\u02ff\u2010-\u2027\u2190-\u21ff\u25b2\u25b3\u25cb\u25cf\u2713-\u2718]*$/

/** Returns the width in terminal columns: two for a wide character, zero for a combining one (Unicode UAX #11). */
export function widthOf(text: string): number {
  return plain.test(text) ? text.length : stringWidth().default(text)
}

export function padded(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)))
}

/** Truncates a string with an ellipsis if it is wider than `columns`. */
export function fitted(text: string, columns = Number.POSITIVE_INFINITY): string {
  if (columns === Number.POSITIVE_INFINITY || widthOf(text) <= columns) return text
  return `${headOf(text, Math.max(1, columns) - 1)}…`
}

/** Wraps at the last separator that fits (` · ` or a space), otherwise inside a word, and indents continuation lines. */
export function wrapped(text: string, columns = Number.POSITIVE_INFINITY, indent = 0): readonly string[] {
  if (columns === Number.POSITIVE_INFINITY) return [text]
  const lines: string[] = []
  let rest = text
  // Leaves at least a few columns for text on a very narrow terminal.
  const room = Math.max(columns, indent + 8)
  while (widthOf(rest) > room) {
    const head = headOf(rest, room)
    const start = lines.length === 0 ? head.length - head.trimStart().length : indent
    const at = breakIn(rest, head.length, start)
    lines.push(rest.slice(0, at).trimEnd().replace(/ ·$/, ''))
    rest = ' '.repeat(indent) + rest.slice(at).trimStart().replace(/^· /, '')
  }
  return [...lines, rest]
}

function breakIn(text: string, most: number, start: number): number {
  const dot = text.lastIndexOf(' · ', most)
  if (dot > start + (most - start) / 2) return dot
  const space = text.lastIndexOf(' ', most)
  return space > start ? space : most
}

/** Returns the longest prefix that fits in `columns`, without splitting grapheme clusters. */
function headOf(text: string, columns: number): string {
  if (plain.test(text)) return text.slice(0, columns)
  let head = ''
  let width = 0
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    width += widthOf(segment)
    if (width > columns && head !== '') break
    head += segment
  }
  return head
}

/** Loads `string-width` on demand, because its tables take 40 ms. */
function stringWidth(): StringWidth {
  return createRequire(import.meta.url)('string-width') as StringWidth
}
