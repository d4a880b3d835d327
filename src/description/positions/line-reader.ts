import { type Source, utf8Of } from '../reading/parse-text.ts'

export interface LineReader {
  /** Returns existing lines of a range, without line breaks, each truncated to 400 characters. */
  between(from: number, to: number): readonly string[]
  /** Returns the last of up to `most` following lines that are more indented or blank. */
  lastDeeper(line: number, most: number): number
}

const longestLine = 400
/** Maximum UTF-8 bytes per UTF-16 code unit. */
const bytesOfUnit = 3
/** Maximum bytes decoded at once, because a description can be a single line of megabytes. */
const mostAtOnce = 100_000
const [lineFeed, carriageReturn, space] = [10, 13, 32]

const known = new WeakMap<Source, Map<number, number>>()

/** Returns the cached byte offsets of line starts, to which position lookups add. */
export function knownLineStarts(source: Source): Map<number, number> {
  const starts = known.get(source) ?? new Map([[1, 0]])
  known.set(source, starts)
  return starts
}

/** Works on bytes, because decoding and splitting 12 MB takes longer than the rest of a report. */
export function lineReader(source: Source, lines: readonly number[]): LineReader {
  const bytes = utf8Of(source)
  const starts = knownLineStarts(source)
  /** Caches the next carriage return. Most files have no carriage return, and each search would read the whole file. */
  let carriage = { from: 1, at: 0 }
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

  /** Searches backwards from a known line shortly below. */
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

  /** Returns the offset of the next line break or the end. */
  function endOf(from: number): number {
    const next = (byte: number): number => {
      const at = bytes.indexOf(byte, from)
      return at < 0 ? bytes.length : at
    }
    if (from < carriage.from || from > carriage.at) carriage = { from, at: next(carriageReturn) }
    return Math.min(next(lineFeed), carriage.at)
  }

  function nextStart(from: number): number | undefined {
    return afterBreak(endOf(from))
  }

  function afterBreak(end: number): number | undefined {
    if (end >= bytes.length) return undefined
    return end + (bytes[end] === carriageReturn && bytes[end + 1] === lineFeed ? 2 : 1)
  }

  function indentAt(start: number): number | undefined {
    let at = start
    let byte = bytes[at]
    // Inlined, because a function call per byte would be slower.
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

/** Maximum distance to a known line below. */
const near = 8
