import { printable } from '../labels.ts'

/** GitHub rejects job summaries over 1 MiB. 512 bytes are reserved for the note about truncation. */
const limit = 1024 * 1024 - 512

/** Maximum length of a single string, so that one value can't crowd out the rest of the summary. */
const longest = 4000

/** Escapes a string for Markdown: no markup, links, mentions, issue numbers or HTML tags. */
export function prose(text: string): string {
  return shortened(text)
    .replace(
      /[\\`*_{}[\]()<>#+!|~&$]|:(?=\S)/g,
      (character) => `&#${character.charCodeAt(0)};${character === '#' ? '\u200b' : ''}`,
    )
    .replace(/^-/, '&#45;')
    .replace(/^(\d+)\./, '$1&#46;')
    .replace(/@|\bGH-(?=\d)/gi, '$&\u200b')
    .replace(/\bwww\./gi, (word) => `${word.slice(0, -1)}&#46;`)
}

/** Returns a string as a code span. */
export function code(text: string): string {
  const clean = shortened(text)
  const longest = (clean.match(/`+/g) ?? []).reduce((most, ticks) => Math.max(most, ticks.length), 0)
  const fence = '`'.repeat(longest + 1)
  const pad = clean === '' || /^[` ]|[` ]$/.test(clean) ? ' ' : ''
  return `${fence}${pad}${clean}${pad}${fence}`
}

function shortened(text: string): string {
  const clean = printable(text)
  return clean.length > longest ? `${clean.slice(0, longest)}…` : clean
}

/** Returns closing tags for the `<details>` elements that truncation left open. */
export function closingTags(text: string): string {
  const open = text.split('<details>').length - text.split('</details>').length
  return '\n</details>\n'.repeat(Math.max(0, open))
}

/** Joins blocks to a page of at most 1 MiB. Drops whole blocks from the end and states their number. */
export function fitted(blocks: readonly string[]): string {
  let size = 0
  const kept: string[] = []
  for (const block of blocks) {
    size += Buffer.byteLength(block) + 2
    if (size > limit) break
    kept.push(block)
  }
  const cut = blocks.length - kept.length
  if (cut > 0)
    kept.push(
      `${closingTags(kept.join(''))}\n**Truncated: ${cut} more entries did not fit in 1 MiB. report.json contains all of them.**\n`,
    )
  return kept
    .map((block) => (block.startsWith('#') || block.startsWith('|') ? `\n${block}\n` : block))
    .join('')
    .replace(/\n{3,}/g, '\n\n')
    .trimStart()
}
