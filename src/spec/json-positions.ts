import { skipString } from './json-text.ts'

interface Child {
  /** Where an editor should land: the property's key, or the item itself. */
  readonly start: number
  readonly value: number
}

/**
 * Looks up offsets in JSON text that is known to be valid. Each object or array on the way is scanned once;
 * nothing is parsed, so the first look-up in a 13 MB file costs less than reading it did.
 */
export function jsonPositions(text: string): (tokens: readonly string[]) => number {
  const scanned = new Map<number, ReadonlyMap<string, Child>>()
  return (tokens) => {
    let at: Child = { start: skipSpace(text, 0), value: skipSpace(text, 0) }
    for (const token of tokens) {
      const children = scanned.get(at.value) ?? childrenOf(text, at.value)
      scanned.set(at.value, children)
      const child = children.get(token)
      if (child === undefined) break
      at = child
    }
    return at.start
  }
}

function childrenOf(text: string, container: number): ReadonlyMap<string, Child> {
  const children = new Map<string, Child>()
  const open = text[container]
  if (open !== '{' && open !== '[') return children
  let at = skipSpace(text, container + 1)
  for (let index = 0; at < text.length && text[at] !== '}' && text[at] !== ']'; index++) {
    const start = at
    let token = String(index)
    if (open === '{') {
      at = skipString(text, at)
      token = keyOf(text.slice(start, at))
      // Past the colon.
      at = skipSpace(text, skipSpace(text, at) + 1)
    }
    children.set(token, { start, value: at })
    at = skipSpace(text, skipValue(text, at))
    if (text[at] === ',') at = skipSpace(text, at + 1)
  }
  return children
}

function keyOf(quoted: string): string {
  // A JSON string parses to a string.
  return quoted.includes('\\') ? (JSON.parse(quoted) as string) : quoted.slice(1, -1)
}

function skipSpace(text: string, from: number): number {
  let at = from
  while (at < text.length && text.charCodeAt(at) <= 32) at++
  return at
}

/** The offset just after the value that starts at an offset. */
function skipValue(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 34) at = skipString(text, at) - 1
    else if (code === 123 || code === 91) depth++
    else if (code === 125 || code === 93) depth--
    else if (depth > 0 || (code !== 44 && code > 32)) continue
    else return at
    if (depth <= 0) return depth < 0 ? at : at + 1
  }
  return text.length
}
