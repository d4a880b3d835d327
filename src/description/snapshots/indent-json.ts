/** Indents minified JSON (RFC 8259) by changing only white space. Returns other text unchanged. */
export function indentIfMinified(text: string): string {
  return isMinified(text) ? indented(text) : text
}

/** Minimum ratio of line breaks to separators. Indented JSON has about one; short lists on one line lower it. */
const fewestBreaks = 1 / 8

/** Returns whether line numbers are useless for locating members. Line breaks inside strings are always escaped. */
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

/** Returns the offset after a string. No regular expression, because millions of escapes would overflow its stack. */
function stringEnd(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let before = quote - 1
    while (text[before] === '\\') before--
    if ((quote - before) % 2 === 1) return quote + 1
  }
  return text.length
}

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
        // Removes white space from an empty object or list.
        parts.push(word.replace(/\s+/g, ''))
    }
  }
  return `${parts.join('')}\n`
}
