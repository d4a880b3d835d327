import type { Document, SourcePosition } from '../../model/document.ts'
import type { Excerpt } from '../../model/report/origin.ts'
import { sourcesOf } from '../reading/parse.ts'
import { textOf } from '../reading/parse-text.ts'
import { lineStarts } from './line-column.ts'

/** Lines before a position, and of what it points at: an object longer than that is cut. */
const before = 4
const after = 40
/** Characters of a line: a description may be one line of megabytes. */
const longestLine = 400

/** The lines around positions in the files of documents, each line once; positions in other files are left out. */
export function excerptsOf(documents: readonly Document[], positions: readonly SourcePosition[]): readonly Excerpt[] {
  const wanted = new Map<string, Set<number>>()
  for (const { file, line } of positions) {
    const lines = wanted.get(file) ?? new Set()
    wanted.set(file, lines.add(line))
  }
  const texts = new Map<string, string>()
  for (const document of documents) {
    const { main, externals } = sourcesOf(document)
    for (const source of [main, ...externals.values()])
      if (wanted.has(source.file) && !texts.has(source.file)) texts.set(source.file, textOf(source))
  }
  return [...texts].flatMap(([file, text]) =>
    excerptsIn(
      file,
      text,
      [...(wanted.get(file) ?? [])].sort((a, b) => a - b),
    ),
  )
}

function excerptsIn(file: string, text: string, lines: readonly number[]): Excerpt[] {
  const starts = lineStarts(text)
  const lineAt = (line: number): string => {
    const start = starts[line - 1] ?? text.length
    const end = starts[line] ?? text.length
    return text.slice(start, Math.min(end, start + longestLine)).replace(/[\r\n]+$/, '')
  }
  const ranges: [from: number, to: number][] = []
  for (const line of lines) {
    const from = Math.max(1, line - before)
    const to = Math.min(starts.length, endOf(lineAt, line, starts.length) + before)
    const last = ranges.at(-1)
    if (last !== undefined && from <= last[1] + 1) last[1] = Math.max(last[1], to)
    else ranges.push([from, to])
  }
  return ranges.map(([from, to]) => ({
    file,
    line: from,
    lines: Array.from({ length: to - from + 1 }, (_, at) => lineAt(from + at)),
  }))
}

/** The last line of what begins at a line: those that are deeper follow it. */
function endOf(lineAt: (line: number) => string, first: number, most: number): number {
  const depth = indentOf(lineAt(first))
  let line = first
  while (line < Math.min(most, first + after)) {
    const next = lineAt(line + 1)
    if (next.trim() !== '' && indentOf(next) <= depth) break
    line++
  }
  return line
}

function indentOf(text: string): number {
  return text.search(/\S|$/)
}
