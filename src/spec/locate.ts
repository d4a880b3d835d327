import type { SourcePosition } from '../model/document.ts'
import { jsonPositions } from './json-positions.ts'
import { lineColumn, lineStarts } from './line-column.ts'
import { maxDepth, type Source, textOf } from './parse-text.ts'
import { yamlPositions } from './yaml-positions.ts'

/** Finds the place of pointer tokens, or of their nearest existing ancestor, in one file. */
export type Locate = (tokens: readonly string[]) => SourcePosition

/** Positions of a file. The text is looked at on the first call, once. */
export function locator(source: Source): Locate {
  let find: Locate | undefined
  return (tokens) => {
    find ??= open(source)
    return find(tokens)
  }
}

function open(source: Source): Locate {
  const text = textOf(source)
  const offsetOf = source.format === 'json' ? jsonPositions(text) : yamlPositions(text, maxDepth)
  const starts = lineStarts(text)
  return (tokens) => ({ file: source.file, ...lineColumn(starts, offsetOf(tokens)) })
}
