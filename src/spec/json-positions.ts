interface Child {
  /** Where an editor should land: the property's key, or the item itself. */
  readonly start: number
  readonly value: number
}

interface Container {
  readonly children: ReadonlyMap<string, Child>
  /** The offset just after it. */
  readonly end: number
}

/** Containers down to this level are listed while the ones around them are scanned: root, paths, one path. */
const eagerLevels = 3

const [quote, backslash, comma, bracket, bracketEnd, brace, braceEnd] = [34, 92, 44, 91, 93, 123, 125]

/**
 * Looks up byte offsets in UTF-8 JSON that is known to be valid. Nothing is decoded but keys and nothing is parsed:
 * the first look-up in a 13 MB file is one pass over its bytes, the next ones scan what they lead into.
 */
export function jsonPositions(bytes: Buffer): (tokens: readonly string[]) => number {
  const scanned = new Map<number, Container>()

  function scan(container: number, level: number): Container {
    const known = scanned.get(container)
    if (known !== undefined) return known
    const children = new Map<string, Child>()
    const isObject = bytes[container] === brace
    let at = skipSpace(bytes, container + 1)
    for (let index = 0; at < bytes.length && bytes[at] !== braceEnd && bytes[at] !== bracketEnd; index++) {
      const start = at
      // Past the colon.
      if (isObject) at = skipSpace(bytes, skipSpace(bytes, skipString(bytes, at)) + 1)
      children.set(isObject ? keyAt(bytes, start) : String(index), { start, value: at })
      at = level < eagerLevels && opens(bytes[at]) ? scan(at, level + 1).end : skipValue(bytes, at)
      at = skipSpace(bytes, at)
      if (bytes[at] === comma) at = skipSpace(bytes, at + 1)
    }
    const found = { children, end: at + 1 }
    scanned.set(container, found)
    return found
  }

  return (tokens) => {
    const root = skipSpace(bytes, 0)
    let at: Child = { start: root, value: root }
    for (const [depth, token] of tokens.entries()) {
      if (!opens(bytes[at.value])) break
      const child = scan(at.value, depth + 1).children.get(token)
      if (child === undefined) break
      at = child
    }
    return at.start
  }
}

function opens(byte: number | undefined): boolean {
  return byte === brace || byte === bracket
}

function keyAt(bytes: Buffer, open: number): string {
  const quoted = bytes.toString('utf8', open, skipString(bytes, open))
  // A JSON string parses to a string.
  return quoted.includes('\\') ? (JSON.parse(quoted) as string) : quoted.slice(1, -1)
}

function skipSpace(bytes: Buffer, from: number): number {
  let at = from
  while (at < bytes.length && (bytes[at] ?? 0) <= 32) at++
  return at
}

/** The offset just after the string opened at an offset; no byte of a longer UTF-8 sequence looks like ASCII. */
function skipString(bytes: Buffer, open: number): number {
  let at = open + 1
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1
  return at + 1
}

/** The offset just after the value that starts at an offset. */
function skipValue(bytes: Buffer, from: number): number {
  let depth = 0
  for (let at = from; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    if (byte === quote) at = skipString(bytes, at) - 1
    else if (byte === brace || byte === bracket) depth++
    else if (byte === braceEnd || byte === bracketEnd) depth--
    else if (depth > 0 || (byte !== comma && byte > 32)) continue
    else return at
    if (depth <= 0) return depth < 0 ? at : at + 1
  }
  return bytes.length
}
