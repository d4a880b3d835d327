import type { SourcePosition } from '../../../model/document.ts'
import type { Excerpt } from '../../../model/report/origin.ts'

export interface SourceLine {
  readonly number: number
  readonly text: string
  /** True for lines of the block at the position: its first line and deeper-indented lines below. */
  readonly isInside: boolean
}

/** Number of context lines around the position. */
const around = 3

/** Returns the lines around a position, or undefined without an excerpt. */
export function linesAt(
  excerpts: readonly Excerpt[] = [],
  position: SourcePosition | undefined,
): readonly SourceLine[] | undefined {
  if (position === undefined) return undefined
  const { file, line } = position
  const excerpt = excerpts.find(
    (each) => each.file === file && each.line <= line && line < each.line + each.lines.length,
  )
  if (excerpt === undefined) return undefined
  const first = line - excerpt.line
  const end = endOf(excerpt.lines, first)
  const from = Math.max(0, first - around)
  return excerpt.lines.slice(from, Math.min(excerpt.lines.length, end + around)).map((text, at) => ({
    number: excerpt.line + from + at,
    text,
    isInside: from + at >= first && from + at < end,
  }))
}

/** Returns the end of a block: the index of the first line that is not indented deeper. Includes a closing bracket. */
function endOf(lines: readonly string[], first: number): number {
  const depth = indentOf(lines[first] ?? '')
  let end = first + 1
  while (end < lines.length && (lines[end]?.trim() === '' || indentOf(lines[end] ?? '') > depth)) end++
  return end < lines.length && indentOf(lines[end] ?? '') === depth && /^\s*[}\]]/.test(lines[end] ?? '')
    ? end + 1
    : end
}

function indentOf(text: string): number {
  return text.search(/\S|$/)
}
