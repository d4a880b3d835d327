/**
 * The template that a path of no description is guessed to have: segments that look like identifiers are parameters, so that
 * it is one operation however many identifiers are requested: `/repositories/{id}/branches`.
 */
export function guessTemplate(path: string): string {
  let count = 0
  const segments = (path.split(/[?#]/, 1)[0] ?? '').split('/').map((written) => {
    const segment = normalized(written)
    if (!isIdentifier(decoded(segment))) return segment
    count++
    return count === 1 ? '{id}' : `{id${count}}`
  })
  return segments.join('/')
}

/** Two ways to write one segment are one: hex digits in capitals, what need not be encoded as it is (RFC 3986 §6.2.2.1, §6.2.2.2). */
function normalized(segment: string): string {
  return segment.replaceAll(/%[0-9a-f]{2}/gi, (triplet) => {
    const character = String.fromCharCode(Number.parseInt(triplet.slice(1), 16))
    return /[\w.~-]/.test(character) ? character : triplet.toUpperCase()
  })
}

/** What a segment stands for: the digits of `%C3%A9` are none of its own. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    // No UTF-8: what is encoded is left out.
    return segment.replaceAll(/%[0-9A-F]{2}/g, '')
  }
}

/** A segment with a digit that is no version, a placeholder, an address, or what is too long for a word. */
function isIdentifier(segment: string): boolean {
  if (/^v\d+(?:\.\d+)*$/i.test(segment)) return false
  return /\d/.test(segment) || /^[{<[].*[}>\]]$|^:\w/i.test(segment) || segment.includes('@') || segment.length > 40
}
