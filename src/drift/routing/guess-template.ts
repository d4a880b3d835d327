/** Guesses the template of an undocumented path by replacing segments that look like identifiers: `/repositories/{id}/branches`. */
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

/** Normalises percent-encoding: upper-case digits, unreserved characters decoded (RFC 3986 §6.2.2.1, §6.2.2.2). */
function normalized(segment: string): string {
  return segment.replaceAll(/%[0-9a-f]{2}/gi, (triplet) => {
    const character = String.fromCharCode(Number.parseInt(triplet.slice(1), 16))
    return /[\w.~-]/.test(character) ? character : triplet.toUpperCase()
  })
}

/** Decodes a segment, because the digits in `%C3%A9` don't make it an identifier. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    // Removes escapes that are not UTF-8.
    return segment.replaceAll(/%[0-9A-F]{2}/g, '')
  }
}

/** Tests for a segment with a digit (but not a version), a placeholder, an e-mail address, or text too long for a word. */
function isIdentifier(segment: string): boolean {
  if (/^v\d+(?:\.\d+)*$/i.test(segment)) return false
  return /\d/.test(segment) || /^[{<[].*[}>\]]$|^:\w/i.test(segment) || segment.includes('@') || segment.length > 40
}
