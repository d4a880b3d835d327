import type { Cutter } from './cutter.ts'
import { type BlockFinder, beginningOf, createBlockFinder } from './find-blocks.ts'
import { createHolder } from './holder.ts'

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const colon = 0x3a
const openList = 0x5b
const closeList = 0x5d
const openObject = 0x7b
const closeObject = 0x7d

/** Maximum length of a name in a path. */
const longestName = 200

/**
 * Splits the members of the JSON list at a path of names (`a|b` means either) without parsing: skips strings to their
 * closing quote (RFC 8259 §7) and counts brackets. Invalid JSON is reported when the member is parsed. If the receiver
 * accepts blocks, only the bytes outside of blocks are scanned.
 */
export function createMemberCutter(path: readonly string[], mostBytes: number): Cutter {
  const holder = createHolder(mostBytes)
  let depth = 0
  /** Number of open objects on the path. */
  let open = 0
  let listDepth = -1
  let isFound = false
  let isDone = false
  let isInString = false
  let isEscaped = false
  let name: string | undefined
  let text = ''
  const decoder = new TextDecoder()
  const names = path.map((each) => each.split('|'))

  const isWanted = (): boolean =>
    depth === open && (open === 0 || (name !== undefined && (names[open - 1]?.includes(name) ?? false)))

  let finder: BlockFinder | undefined
  /** Whether the use of blocks was decided, which happens at the first member. */
  let isDecided = false

  const cutter: Cutter = {
    push(bytes, each, block) {
      let chunk = bytes
      if (finder !== undefined) {
        if (block !== undefined && finder.push(chunk, block)) return
        chunk = block === undefined ? Buffer.concat([finder.rest(), chunk]) : finder.rest()
        finder = undefined
      }
      let at = 0
      while (at < chunk.length && !isDone) {
        if (isInString) {
          const end = endOfString(chunk, at, isEscaped)
          if (listDepth < 0 && depth === open && text.length < longestName)
            text += decoder.decode(chunk.subarray(at, Math.min(end.at, at + longestName)))
          at = end.at
          isEscaped = end.isEscaped
          isInString = !end.isClosed
          if (end.isClosed) at++
          continue
        }
        const byte = chunk[at] ?? 0
        if (listDepth >= 0 && depth === listDepth && (byte === comma || byte === closeList)) {
          holder.finish(chunk, at, each)
          if (byte === closeList) isDone = true
        } else if (listDepth >= 0 && byte > 0x20) {
          if (!isDecided) {
            isDecided = true
            const beginning = block === undefined ? undefined : beginningOf(chunk, at)
            finder = beginning && createBlockFinder(beginning)
            if (finder !== undefined) return cutter.push(chunk.subarray(at), each, block)
          }
          holder.start(at)
        }
        if (byte === quote) {
          isInString = true
          isEscaped = false
          text = ''
        } else if (byte === openObject) {
          if (listDepth < 0 && open < path.length && isWanted()) open++
          depth++
          name = undefined
        } else if (byte === openList) {
          if (listDepth < 0 && open === path.length && isWanted()) {
            listDepth = depth + 1
            isFound = true
          }
          depth++
        } else if (byte === closeObject || byte === closeList) {
          depth--
          if (listDepth < 0 && depth < open) open = depth
        } else if (listDepth < 0 && depth === open) {
          if (byte === colon) name = text
          else if (byte === comma) name = undefined
        }
        at++
      }
      holder.keep(chunk)
    },
    end(each) {
      if (finder !== undefined) cutter.push(new Uint8Array(), each)
      holder.finish(new Uint8Array(), 0, each)
      if (!isFound) return path.length === 0 ? 'it is no list' : `it has no list ${path.join('.')}`
      return isDone ? undefined : 'it ends before its list does'
    },
  }
  return cutter
}

interface StringEnd {
  readonly at: number
  readonly isClosed: boolean
  /** Whether the chunk ends with a backslash that escapes the next character. */
  readonly isEscaped: boolean
}

/** After this number of bytes without an escape, the string is probably plain text or base64, where a native search is faster than a loop. */
const plainStretch = 64

/** Bodies in JSON strings have an escape every few bytes, so a native search for each quote would be several times slower. */
function endOfString(chunk: Uint8Array, start: number, isEscaped: boolean): StringEnd {
  let at = isEscaped ? start + 1 : start
  let plain = 0
  while (at < chunk.length) {
    const byte = chunk[at]
    if (byte === quote) return { at, isClosed: true, isEscaped: false }
    if (byte === backslash) {
      at += 2
      plain = 0
      continue
    }
    at++
    if (++plain < plainStretch) continue
    plain = 0
    const found = chunk.indexOf(quote, at)
    const end = found < 0 ? chunk.length : found
    let first = end
    while (first > at && chunk[first - 1] === backslash) first--
    const isOdd = (end - first) % 2 === 1
    if (found < 0) return { at: chunk.length, isClosed: false, isEscaped: isOdd }
    if (!isOdd) return { at: found, isClosed: true, isEscaped: false }
    at = found + 1
  }
  return { at: chunk.length, isClosed: false, isEscaped: at > chunk.length }
}
