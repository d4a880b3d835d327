/** Takes several records at once, and how many they are, nearly. They are only valid until the next chunk is pushed. */
export type TakeBlock = (records: Uint8Array, count: () => number) => void

/** Finds runs of members in the text of a JSON list, without looking at what they hold. */
export interface BlockFinder {
  /** False where no member has begun as the first did for long: `rest` has what was not taken. */
  push(chunk: Uint8Array, block: TakeBlock): boolean
  /** What follows the last block, from the beginning of a member on. */
  rest(): Uint8Array
}

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const openObject = 0x7b
const closeObject = 0x7d

/** So much without the beginning of another member is held. */
const mostHeld = 8 * 2 ** 20

/** A longer name is none that members begin with. */
const longestName = 200

/** The brace and first name of the object that begins here: what the next ones begin with too. Undefined where it is not whole. */
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
 * Makes a finder. In JSON an unescaped quote after a brace is never inside a string, so what begins as the first member did is the first name of an
 * object. That this object is a member of the list is certain only once all before it was parsed as members: who takes a block makes sure of it.
 */
export function createBlockFinder(beginning: Uint8Array): BlockFinder {
  // Copies: a chunk is only valid until the next one.
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
        // Only the member that began before is put together.
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

/** Where a member ends and the next one starts. */
interface MemberCut {
  readonly end: number
  readonly start: number
}

/** The first of these beginnings that a comma and the end of an object precede. */
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

/** The members of a block, apart where one begins as the first does. */
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

/** Where the object before this one ends, if a comma is all that is between them. */
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

/** RFC 8259 §2. */
function isBlank(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09
}
