import { createRequire } from 'node:module'

type StringWidth = typeof import('string-width')

/** Latin letters, dashes, quotes and arrows: a column each. */
const plain = /^[\x20-\x7e\xa1-\xac\xae-\u02ff\u2010-\u2027\u2190-\u21ff]*$/

/** How many columns of a terminal a text takes: two for a wide character, none for a combining one (Unicode UAX #11). */
export function widthOf(text: string): number {
  return plain.test(text) ? text.length : stringWidth().default(text)
}

/** The text with spaces up to a width in columns. */
export function padded(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)))
}

/** Loaded where a text needs it: its tables take 40 ms. */
function stringWidth(): StringWidth {
  // The package of that name.
  return createRequire(import.meta.url)('string-width') as StringWidth
}
