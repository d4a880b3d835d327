import type { Json, Pointer } from '../model/json.ts'

/** Escapes a reference token (RFC 6901 §3). */
export function escapeToken(token: string): string {
  return token.includes('~') || token.includes('/') ? token.replaceAll('~', '~0').replaceAll('/', '~1') : token
}

/** The last unescaped token, because consecutive pointers usually share a path. */
let last = { token: '', text: '' }

function unescapeToken(token: string): string {
  if (!token.includes('~')) return token
  if (token !== last.token) {
    // Most tokens only contain escaped slashes.
    const text = token.replaceAll('~1', '/')
    last = { token, text: text.includes('~') ? text.replaceAll('~0', '~') : text }
  }
  return last.text
}

export function joinPointer(pointer: Pointer, ...tokens: readonly (string | number)[]): Pointer {
  let joined = pointer
  // By index, because iterators would double the time of this hot code.
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index] ?? ''
    joined += `/${typeof token === 'number' ? token : escapeToken(token)}`
  }
  return joined
}

/** Returns the pointer of the parent; `''` for the whole document. */
export function parentOf(pointer: Pointer): Pointer {
  return pointer.slice(0, Math.max(0, pointer.lastIndexOf('/')))
}

/** Returns whether a pointer leads to a node or below it. */
export function isWithin(pointer: Pointer, owner: Pointer): boolean {
  return pointer.startsWith(owner) && (pointer.length === owner.length || pointer[owner.length] === '/')
}

export function pointerTokens(pointer: Pointer): string[] {
  if (pointer === '') return []
  const tokens = pointer.slice(1).split('/')
  return pointer.includes('~') ? tokens.map(unescapeToken) : tokens
}

/** Returns the number of tokens that address the enclosing component, or 0. A mounted file without components is a component. */
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

/** Returns the node at a pointer, if it exists. Reads own properties only. */
export function nodeAt(root: Json, pointer: Pointer): Json | undefined {
  let node: Json | undefined = root
  // Without splitting, because allocating a token list takes longer than the lookups.
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

/** Converts `#/a/b%20c` to `/a/b c`; undefined for other fragments (RFC 6901 §6). */
export function fragmentToPointer(ref: string): Pointer | undefined {
  if (ref === '#') return ''
  if (!ref.startsWith('#/')) return undefined
  return percentDecoded(ref.slice(1))
}

/** Decodes percent-encoding (RFC 3986 §2.1); returns invalid encodings unchanged. */
export function percentDecoded(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
