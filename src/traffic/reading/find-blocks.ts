/** Receives multiple records and their approximate number. They are valid only until the next chunk is pushed. */
export type TakeBlock = (records: Uint8Array, count: () => number) => void

/** Finds runs of members in the text of a JSON list without scanning their content. */
export interface BlockFinder {
  /** Returns false if no member has begun like the first one for too long. Then `rest` returns the remaining bytes. */
  push(chunk: Uint8Array, block: TakeBlock): boolean
  /** Returns the bytes after the last block, starting with a member. */
  rest(): Uint8Array
}

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const openObject = 0x7b
const closeObject = 0x7d

/** Maximum number of bytes to store without the start of another member. */
const mostHeld = 8 * 2 ** 20

/** Maximum length of the first name in a member. */
const longestName = 200

/** Returns the brace and first name of an object, with which the next members also begin; undefined if it is incomplete. */
export function beginningOf(chunk: Uint8Array, at: number): Uint8Array | undefined {
  if (chunk[at] !== openObject) return undefined
  let start = at + 1
  while (isBlank(chunk[start])) start++
  if (chunk[start] !== quote) return undefined
  const end = chunk.indexOf(quote, start + 1)
  if (end < 0 || end - start > longestName) return undefined
  const name = chunk.subarray(start, end)
  return name.includes(backslash) ? undefined : chunk.slice(at, end + 1)
}

/**
 * Creates a finder. In JSON, an unescaped quote after a brace is never inside a string, so bytes that equal the
 * beginning of the first member are the first name of some object. Only successful parsing of everything before it
 * proves that the object is a member of the list. The receiver of a block must verify that.
 */
export function createBlockFinder(beginning: Uint8Array): BlockFinder {
  // Copies, because a chunk is valid only until the next one.
  let parts: Uint8Array[] = []
  let held = 0
  return {
    push(chunk, block) {
      const bytes = bufferOf(chunk)
      const last = cutBefore(bytes, bytes.lastIndexOf(beginning), (at) => bytes.lastIndexOf(beginning, at - 1))
      if (last === undefined) {
        parts.push(chunk.slice())
        held += chunk.length
        return held <= mostHeld
      }
      const take = (members: Uint8Array): void => block(members, () => countOf(members, beginning))
      let start = 0
      if (held > 0) {
        // Only the member that began earlier needs to be joined.
        const first = cutBefore(bytes, bytes.indexOf(beginning), (at) => bytes.indexOf(beginning, at + 1)) ?? last
        take(Buffer.concat([...parts, bytes.subarray(0, first.end)]))
        start = first.start
      }
      if (start < last.start) take(bytes.subarray(start, last.end))
      parts = [chunk.slice(last.start)]
      held = chunk.length - last.start
      return true
    },
    rest: () => Buffer.concat(parts),
  }
}

interface MemberCut {
  readonly end: number
  readonly start: number
}

/** Returns the first beginning that follows the end of an object and a comma. */
function cutBefore(bytes: Buffer, found: number, next: (at: number) => number): MemberCut | undefined {
  for (let start = found; start > 0; start = next(start)) {
    const end = endBefore(bytes, start)
    if (end !== undefined) return { end, start }
  }
  return undefined
}

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
}

export function* membersOf(block: Uint8Array, beginning: Uint8Array): Generator<Uint8Array> {
  const bytes = bufferOf(block)
  let start = 0
  for (let found = bytes.indexOf(beginning, 1); found >= 0; found = bytes.indexOf(beginning, found + 1)) {
    const end = endBefore(bytes, found)
    if (end === undefined) continue
    yield bytes.subarray(start, end)
    start = found
  }
  yield bytes.subarray(start)
}

/** Returns the end of the preceding object, if only a comma and whitespace separate them. */
function endBefore(bytes: Uint8Array, start: number): number | undefined {
  let at = start - 1
  while (isBlank(bytes[at])) at--
  if (bytes[at] !== comma) return undefined
  at--
  while (isBlank(bytes[at])) at--
  return bytes[at] === closeObject ? at + 1 : undefined
}

function countOf(members: Uint8Array, beginning: Uint8Array): number {
  const bytes = bufferOf(members)
  let count = 0
  for (let at = bytes.indexOf(beginning); at >= 0; at = bytes.indexOf(beginning, at + 1)) count++
  return count
}

/** JSON whitespace (RFC 8259 §2). */
function isBlank(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09
}
