import { printable } from '../labels.ts'

/** A job summary over 1 MiB is refused as a whole; some room is left for the sentence that says what was cut. */
const limit = 1024 * 1024 - 512

/** Characters of one text: no single one may push out everything after it. */
const longest = 4000

/** A text as plain words: nothing in it is markup, a link, a mention, an issue number or an HTML tag. */
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

/** A text as a code span. */
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

/** The tags that end the folded parts which a text that was cut leaves open. */
export function closingTags(text: string): string {
  const open = text.split('<details>').length - text.split('</details>').length
  return '\n</details>\n'.repeat(Math.max(0, open))
}

/** Joins blocks to one page of at most 1 MiB: whole blocks are cut from the end, and their number is stated. */
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
      `${closingTags(kept.join(''))}\n**Cut here: ${cut} more entries did not fit in 1 MiB. report.json holds them all.**\n`,
    )
  return kept
    .map((block) => (block.startsWith('#') || block.startsWith('|') ? `\n${block}\n` : block))
    .join('')
    .replace(/\n{3,}/g, '\n\n')
    .trimStart()
}
