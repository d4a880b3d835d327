import { type Source, utf8Of } from '../reading/parse-text.ts'

/** Reads lines of a file by number, from 1. */
export interface LineReader {
  /** A line without its line break, cut after 400 characters: a description may be one line of megabytes. */
  at(line: number): string
  /** The line, or the last one of the file where there are fewer. */
  lastUpTo(line: number): number
}

const longestLine = 400
/** Bytes of UTF-8 that a UTF-16 code unit takes at most. */
const bytesOfUnit = 3
/** So many lines around one that was named are remembered. */
const near = 8
const [lineFeed, carriageReturn] = [10, 13]

const known = new WeakMap<Source, Map<number, number>>()

/** Offsets in the UTF-8 text at which lines of a file are known to start; look-ups of positions add to them. */
export function knownLineStarts(source: Source): Map<number, number> {
  const starts = known.get(source) ?? new Map([[1, 0]])
  known.set(source, starts)
  return starts
}

/**
 * A reader of the lines near those named. On bytes, and from what look-ups know already: decoding 12 MB and
 * splitting it into lines takes longer than all other work of a report. Line breaks are LF, CRLF and a lone CR.
 */
export function lineReader(source: Source, lines: readonly number[]): LineReader {
  const bytes = utf8Of(source)
  const starts = knownLineStarts(source)
  for (const line of [...lines].sort((a, b) => a - b)) startOf(line)

  function startOf(line: number): number | undefined {
    const start = starts.get(line) ?? fromBelow(line)
    if (start !== undefined) return start
    let from = line - 1
    while (from > 1 && !starts.has(from)) from--
    let at = starts.get(from) ?? 0
    for (; from < line; from++) {
      at = endOf(at)
      if (at >= bytes.length) return undefined
      at += bytes[at] === carriageReturn && bytes[at + 1] === lineFeed ? 2 : 1
      if (line - from <= near) starts.set(from + 1, at)
    }
    return at
  }

  /** From the start of a line shortly below it that is known. */
  function fromBelow(line: number): number | undefined {
    let below = line + 1
    while (below < line + near && !starts.has(below)) below++
    let at = starts.get(below)
    for (; at !== undefined && below > line; below--) {
      at -= bytes[at - 1] === lineFeed && bytes[at - 2] === carriageReturn ? 2 : 1
      while (at > 0 && bytes[at - 1] !== lineFeed && bytes[at - 1] !== carriageReturn) at--
      starts.set(below - 1, at)
    }
    return at
  }

  /** The offset of the next line break, or of the end. */
  function endOf(from: number): number {
    let at = from
    for (let byte = bytes[at]; at < bytes.length && byte !== lineFeed && byte !== carriageReturn; byte = bytes[at]) at++
    return at
  }

  return {
    at(line) {
      const start = startOf(line)
      if (start === undefined) return ''
      const end = Math.min(endOf(start), start + (longestLine + 2) * bytesOfUnit)
      return bytes.toString('utf8', start, end).slice(0, longestLine)
    },
    lastUpTo(line) {
      let last = line
      while (last > 1 && startOf(last) === undefined) last--
      return last
    },
  }
}
