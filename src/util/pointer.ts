import type { Json, Pointer } from '../model/json.ts'

/** Escapes one reference token (RFC 6901 §3). */
export function escapeToken(token: string): string {
  return token.includes('~') || token.includes('/') ? token.replaceAll('~', '~0').replaceAll('/', '~1') : token
}

/** The last token that was unescaped: pointers into one path follow each other. */
let last = { token: '', text: '' }

/** Undoes `escapeToken`. */
function unescapeToken(token: string): string {
  if (!token.includes('~')) return token
  if (token !== last.token) {
    // In most nothing but slashes is escaped.
    const text = token.replaceAll('~1', '/')
    last = { token, text: text.includes('~') ? text.replaceAll('~0', '~') : text }
  }
  return last.text
}

/** Appends tokens to a pointer. */
export function joinPointer(pointer: Pointer, ...tokens: readonly (string | number)[]): Pointer {
  let joined = pointer
  // By index: iterators cost as much as the rest, in code that is called for every location.
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index] ?? ''
    joined += `/${typeof token === 'number' ? token : escapeToken(token)}`
  }
  return joined
}

/** The pointer of what holds a member; `''` for the whole document. */
export function parentOf(pointer: Pointer): Pointer {
  return pointer.slice(0, Math.max(0, pointer.lastIndexOf('/')))
}

/** The tokens of a pointer, unescaped. */
export function pointerTokens(pointer: Pointer): string[] {
  if (pointer === '') return []
  const tokens = pointer.slice(1).split('/')
  return pointer.includes('~') ? tokens.map(unescapeToken) : tokens
}

/**
 * How many tokens address the component that a location is in, 0 where it is in none; Swagger 2.0 keeps its reusable objects at the root.
 * Other files of a description are mounted under their paths; one without components is a component as a whole.
 */
export function componentDepth([first, ...rest]: readonly string[]): number {
  if (first === 'components') return 3
  if (first === 'x-external-files') {
    const within = componentDepth(rest.slice(1))
    return within > 0 && rest.length > within ? within + 2 : 2
  }
  return first === 'definitions' || first === 'securityDefinitions' || first === 'parameters' || first === 'responses'
    ? 2
    : 0
}

/** The node at a pointer; undefined when there is none. Reads own properties only. */
export function nodeAt(root: Json, pointer: Pointer): Json | undefined {
  let node: Json | undefined = root
  // Token by token: a list of them takes longer than the look-ups.
  for (let from = 0; from < pointer.length; ) {
    const next = pointer.indexOf('/', from + 1)
    const end = next < 0 ? pointer.length : next
    const token = unescapeToken(pointer.slice(from + 1, end))
    if (typeof node !== 'object' || node === null || !Object.hasOwn(node, token)) return undefined
    node = (node as Readonly<Record<string, Json>>)[token]
    from = end
  }
  return node
}

/** Turns `#/a/b%20c` into `/a/b c`; undefined for anything but a pointer fragment (RFC 6901 §6). */
export function fragmentToPointer(ref: string): Pointer | undefined {
  if (ref === '#') return ''
  if (!ref.startsWith('#/')) return undefined
  return percentDecoded(ref.slice(1))
}

/** A part of a URL without its percent-encoding (RFC 3986 §2.1); unchanged where a `%` encodes nothing, or no UTF-8. */
export function percentDecoded(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
