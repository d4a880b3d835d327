/**
 * The template that a path of no description is guessed to have: segments that look like identifiers are parameters, so that
 * it is one operation however many identifiers are requested: `/repositories/{id}/branches`.
 */
export function guessTemplate(path: string): string {
  let count = 0
  const segments = (path.split(/[?#]/, 1)[0] ?? '').split('/').map((segment) => {
    if (!isIdentifier(segment)) return segment
    count++
    return count === 1 ? '{id}' : `{id${count}}`
  })
  return segments.join('/')
}

/** A segment with a digit that is no version, a placeholder, an address, or what is too long for a word. */
function isIdentifier(segment: string): boolean {
  if (/^v\d+(?:\.\d+)*$/i.test(segment)) return false
  return (
    /\d/.test(segment) ||
    /^[{<[].*[}>\]]$|^%7b.*%7d$|^:\w/i.test(segment) ||
    /@|%40/i.test(segment) ||
    segment.length > 40
  )
}
