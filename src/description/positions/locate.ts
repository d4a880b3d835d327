import { isAscii } from 'node:buffer'
import type { SourcePosition } from '../../model/document.ts'
import type { JsonScan } from '../reading/json-scan.ts'
import { maxDepth, type Source, textOf, utf8Of } from '../reading/parse-text.ts'
import { lineColumn, lineStarts } from './line-column.ts'
import { knownLineStarts } from './line-reader.ts'
import { yamlPositions } from './yaml-positions.ts'

/** Returns the position of pointer tokens in one file, or of their closest existing ancestor. */
export type Locate = (tokens: readonly string[]) => SourcePosition

/** Creates the position lookup of a file, which is parsed on the first call. */
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

/** Works on bytes, because decoding 13 MB takes longer than the lookups. */
function openJson(source: Source, scan: JsonScan): Locate {
  const bytes = utf8Of(source)
  const starts = knownLineStarts(source)
  const unitsBefore = counter(bytes)
  return (tokens) => {
    const { offset, line } = scan.positionOf(tokens)
    const start = starts.get(line) ?? lineStart(bytes, offset)
    starts.set(line, start)
    const isShort = offset - start < stride
    const before = isShort ? unitsIn(bytes, start, offset) : unitsBefore(offset) - unitsBefore(start)
    return { file: source.file, line, column: before + 1 }
  }
}

function lineStart(bytes: Buffer, offset: number): number {
  let at = offset
  while (at > 0 && bytes[at - 1] !== 10 && bytes[at - 1] !== 13) at--
  return at
}

const stride = 4096

/** Counts UTF-16 units up to an offset, caching each stride, because a description can be a single line of megabytes. */
function counter(bytes: Buffer): (offset: number) => number {
  const counts = [0]
  return (offset) => {
    const whole = Math.floor(offset / stride)
    while (counts.length <= whole) {
      const from = (counts.length - 1) * stride
      counts.push((counts.at(-1) ?? 0) + unitsIn(bytes, from, from + stride))
    }
    return (counts[whole] ?? 0) + unitsIn(bytes, whole * stride, offset)
  }
}

function unitsIn(bytes: Buffer, from: number, to: number): number {
  // Most descriptions have few other characters.
  if (isAscii(bytes.subarray(from, to))) return Math.max(0, Math.min(to, bytes.length) - from)
  let count = 0
  for (let at = from; at < to; at++) {
    const byte = bytes[at] ?? 0
    // Continuation bytes don't count, and a four-byte character has two units.
    if (byte < 0x80 || byte >= 0xc0) count += byte >= 0xf0 ? 2 : 1
  }
  return count
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
