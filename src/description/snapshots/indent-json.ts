/**
 * A JSON text (RFC 8259) that was minified, with a line for each member and item; any other text as it is. Only white
 * space between tokens changes: the order of keys, repeated keys and the digits of numbers stay as they were written.
 */
export function indentIfMinified(text: string): string {
  return isMinified(text) ? indented(text) : text
}

/** Members and items on lines of their own have about one line break each; short lists on one line have fewer. */
const fewestBreaks = 1 / 8

/** Whether lines say next to nothing of where a member is. Line breaks inside strings are escaped in JSON. */
function isMinified(text: string): boolean {
  const sign = /["\n,{[]/g
  const end = text.trimEnd().length
  let [separators, breaks] = [0, 0]
  sign.lastIndex = text.length - text.trimStart().length
  for (let found = sign.exec(text); found !== null && found.index < end; found = sign.exec(text)) {
    const [token] = found
    if (token === '"') sign.lastIndex = stringEnd(text, found.index)
    else if (token === '\n') breaks++
    else separators++
  }
  return separators > 1 && breaks < separators * fewestBreaks
}

/** Where a string that begins at an index is over. No expression: one with millions of escapes has no stack for it. */
function stringEnd(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let before = quote - 1
    while (text[before] === '\\') before--
    if ((quote - before) % 2 === 1) return quote + 1
  }
  return text.length
}

/** A bracket with what follows it where it is empty, a comma, a colon, or a number or word. */
const token = /[{[]\s*[}\]]|[{}[\],:"]|[^\s{}[\],:"]+/g

function indented(text: string): string {
  const parts: string[] = []
  const line = (depth: number) => `\n${'  '.repeat(depth)}`
  let depth = 0
  token.lastIndex = 0
  for (let found = token.exec(text); found !== null; found = token.exec(text)) {
    const [word] = found
    switch (word) {
      case '"':
        token.lastIndex = stringEnd(text, found.index)
        parts.push(text.slice(found.index, token.lastIndex))
        break
      case '{':
      case '[':
        parts.push(word, line(++depth))
        break
      case '}':
      case ']':
        parts.push(line(--depth), word)
        break
      case ',':
        parts.push(word, line(depth))
        break
      case ':':
        parts.push(': ')
        break
      default:
        // An empty object or list may hold white space.
        parts.push(word.replace(/\s+/g, ''))
    }
  }
  return `${parts.join('')}\n`
}
