import type { SourcePosition } from '../model/document.ts'
import type { JsonScan } from './json-scan.ts'
import { byteLineStarts, lineColumn, lineStarts } from './line-column.ts'
import { maxDepth, type Source, textOf, utf8Of } from './parse-text.ts'
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
  return source.scan === undefined ? openYaml(source) : openJson(source, source.scan)
}

/** On bytes: decoding 13 MB again takes longer than the look-ups. */
function openJson(source: Source, scan: JsonScan): Locate {
  const bytes = utf8Of(source)
  const starts = byteLineStarts(bytes)
  return (tokens) => {
    const offset = scan.offsetOf(tokens)
    const { line, column } = lineColumn(starts, offset)
    const before = bytes.toString('utf8', offset - column + 1, offset)
    return { file: source.file, line, column: before.length + 1 }
  }
}

function openYaml(source: Source): Locate {
  const text = textOf(source)
  const offsetOf = yamlPositions(text, maxDepth)
  const starts = lineStarts(text)
  return (tokens) => ({ file: source.file, ...lineColumn(starts, offsetOf(tokens)) })
}
