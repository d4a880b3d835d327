import type { Document, SourcePosition } from '../../model/document.ts'
import type { Excerpt } from '../../model/report/origin.ts'
import { sourcesOf } from '../reading/parse.ts'
import type { Source } from '../reading/parse-text.ts'
import { lineReader } from './line-reader.ts'

/** Lines before a position, and maximum lines of the object at the position. */
const before = 4
const after = 40

/** Returns the lines around positions, each line once. Positions in other files are ignored. */
export function excerptsOf(documents: readonly Document[], positions: readonly SourcePosition[]): readonly Excerpt[] {
  const wanted = new Map<string, Set<number>>()
  for (const { file, line } of positions) {
    const lines = wanted.get(file) ?? new Set()
    wanted.set(file, lines.add(line))
  }
  const sources = new Map<string, Source>()
  for (const document of documents) {
    const { main, externals } = sourcesOf(document)
    for (const source of [main, ...externals.values()])
      if (wanted.has(source.file) && !sources.has(source.file)) sources.set(source.file, source)
  }
  return [...sources].flatMap(([file, source]) =>
    excerptsIn(
      file,
      source,
      [...(wanted.get(file) ?? [])].sort((a, b) => a - b),
    ),
  )
}

function excerptsIn(file: string, source: Source, lines: readonly number[]): Excerpt[] {
  const reader = lineReader(source, lines)
  const ranges: [from: number, to: number][] = []
  for (const line of lines) {
    const from = Math.max(1, line - before)
    const to = reader.lastDeeper(line, after) + before
    const last = ranges.at(-1)
    if (last !== undefined && from <= last[1] + 1) last[1] = Math.max(last[1], to)
    else ranges.push([from, to])
  }
  return ranges.map(([from, to]) => ({ file, line: from, lines: reader.between(from, to) }))
}
