/**
 * A JSON text (RFC 8259) that was minified, with a line for each member and item; any other text as it is. Only white
 * space between tokens changes: the order of keys, repeated keys and the digits of numbers stay as they were written.
 */
export function indentIfMinified(text: string): string {
  return isMinified(text) ? indented(text) : text
}

/** One token: a string, a bracket with what follows it where it is empty, a comma, a colon, or anything else without space. */
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|[{[]\s*[}\]]|[{}[\],:]|[^\s{}[\],:"]+/g

/** Members and items on lines of their own have about one line break each; short lists on one line have fewer. */
const fewestBreaks = 1 / 8

/** Whether lines say next to nothing of where a member is. Line breaks inside strings are escaped in JSON. */
function isMinified(text: string): boolean {
  let [separators, breaks] = [0, 0]
  for (const [token] of text.trim().matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"|[,{[\n]/g)) {
    if (token === '\n') breaks++
    else if (token.length === 1) separators++
  }
  return separators > 1 && breaks < separators * fewestBreaks
}

function indented(text: string): string {
  const parts: string[] = []
  let depth = 0
  const line = () => `\n${'  '.repeat(depth)}`
  for (const [token] of text.matchAll(tokens)) {
    switch (token[0]) {
      case '{':
      case '[':
        if (token.length > 1) parts.push(`${token[0]}${token.at(-1)}`)
        else {
          depth++
          parts.push(token, line())
        }
        break
      case '}':
      case ']':
        depth--
        parts.push(line(), token)
        break
      case ',':
        parts.push(token, line())
        break
      case ':':
        parts.push(': ')
        break
      default:
        parts.push(token)
    }
  }
  return `${parts.join('')}\n`
}
