import type { SourcePosition } from '../../model/document.ts'
import type { JsonScan } from '../reading/json-scan.ts'
import { maxDepth, type Source, textOf, utf8Of } from '../reading/parse-text.ts'
import { lineColumn, lineStarts } from './line-column.ts'
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
  return (tokens) => {
    const { offset, line } = scan.placeOf(tokens)
    const before = bytes.toString('utf8', lineStart(bytes, offset), offset)
    return { file: source.file, line, column: before.length + 1 }
  }
}

function lineStart(bytes: Buffer, offset: number): number {
  let at = offset
  while (at > 0 && bytes[at - 1] !== 10 && bytes[at - 1] !== 13) at--
  return at
}

function openYaml(source: Source): Locate {
  const { file, repaired } = source
  const text = repaired?.text ?? textOf(source)
  const offsetOf = yamlPositions(text, maxDepth)
  const starts = lineStarts(text)
  return (tokens) => {
    const { line, column } = lineColumn(starts, offsetOf(tokens))
    const added = repaired?.indented.has(line) === true ? repaired.indent : 0
    return { file, line, column: Math.max(1, column - added) }
  }
}
