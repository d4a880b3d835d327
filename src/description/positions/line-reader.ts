import { type Source, utf8Of } from '../reading/parse-text.ts'

/** Reads lines of a file by number, from 1. */
export interface LineReader {
  /** The lines from one to another, as far as there are any, without line breaks, each cut after 400 characters. */
  between(from: number, to: number): readonly string[]
  /** The last of the lines after one that are deeper than it or blank, at most so many. */
  lastDeeper(line: number, most: number): number
}

const longestLine = 400
/** Bytes of UTF-8 that a UTF-16 code unit takes at most. */
const bytesOfUnit = 3
/** So many bytes are decoded at once: a description may be one line of megabytes. */
const mostAtOnce = 100_000
const [lineFeed, carriageReturn, space] = [10, 13, 32]

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
    let at = starts.get(from)
    for (; at !== undefined && from < line; from++) at = nextStart(at)
    if (at !== undefined) starts.set(line, at)
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
    }
    return at
  }

  /** The offset of the next line break, or of the end. */
  function endOf(from: number): number {
    let at = from
    for (let byte = bytes[at]; at < bytes.length && byte !== lineFeed && byte !== carriageReturn; byte = bytes[at]) at++
    return at
  }

  function nextStart(from: number): number | undefined {
    return afterBreak(endOf(from))
  }

  function afterBreak(end: number): number | undefined {
    if (end >= bytes.length) return undefined
    return end + (bytes[end] === carriageReturn && bytes[end + 1] === lineFeed ? 2 : 1)
  }

  /** How far the line at an offset is indented; undefined where it is blank. */
  function indentAt(start: number): number | undefined {
    let at = start
    let byte = bytes[at]
    // A call for each byte would take longer than the bytes.
    while (byte !== undefined && byte <= space && byte !== lineFeed && byte !== carriageReturn) byte = bytes[++at]
    return byte === undefined || byte === lineFeed || byte === carriageReturn ? undefined : at - start
  }

  return {
    between(from, to) {
      const start = startOf(from)
      if (start === undefined) return []
      let end = endOf(start)
      for (let line = from, next = afterBreak(end); line < to && next !== undefined; line++) {
        end = endOf(next)
        next = afterBreak(end)
      }
      if (end - start > mostAtOnce) return oneByOne(start, to - from + 1)
      const text = bytes.toString('utf8', start, end)
      return text.split(/\r\n|\n|\r/).map((line) => line.slice(0, longestLine))
    },
    lastDeeper(line, most) {
      const start = startOf(line)
      const depth = start === undefined ? 0 : (indentAt(start) ?? 0)
      let last = line
      let next = start === undefined ? undefined : nextStart(start)
      for (; next !== undefined && last < line + most; next = nextStart(next)) {
        const indent = indentAt(next)
        if (indent !== undefined && indent <= depth) break
        last++
      }
      return last
    },
  }

  function oneByOne(start: number, count: number): readonly string[] {
    const found: string[] = []
    for (let at: number | undefined = start; at !== undefined && found.length < count; at = nextStart(at)) {
      const end = Math.min(endOf(at), at + (longestLine + 2) * bytesOfUnit)
      found.push(bytes.toString('utf8', at, end).slice(0, longestLine))
    }
    return found
  }
}

/** The start of a line is looked for from that of one so far below it. */
const near = 8
