import { memoOfText } from '../../util/text.ts'

/** Host and path of a recorded request. */
export interface RequestAddress {
  /** Lower-case host and port; `''` if only a path was recorded. */
  readonly host: string
  /** Path and query. */
  readonly path: string
}

/** Replacement for a string in recorded URLs: a host alias, a proxy's prefix, or a redaction placeholder. */
export interface Alias {
  readonly from: string
  readonly to: string
}

/** Options for resolving recorded URLs. */
export interface LocateOptions {
  readonly aliases?: readonly Alias[]
  /** Base URLs of the API. Requests to other URLs are ignored, and the path is relative to the base. Default: all URLs. */
  readonly baseUrls?: readonly string[]
}

/** Resolves a recorded URL; undefined if it belongs to another API or isn't HTTP. */
export type Locate = (url: string) => RequestAddress | undefined

/** Creates a resolver. It resolves the segments `.` and `..` as servers do (RFC 3986 §5.2.4), and keeps encoded slashes (§2.2). */
export function createLocator({ aliases = [], baseUrls = [] }: LocateOptions = {}): Locate {
  const bases = baseUrls
    .map((base) => addressOf(base))
    .map(({ host, path }) => ({ host, path: path.replace(/\/+$/, '') }))
  return (written) => {
    const url =
      aliases.length === 0 ? written : aliases.reduce((text, { from, to }) => text.replaceAll(from, () => to), written)
    if (!url.startsWith('http') && otherSchemes.test(url)) return undefined
    const address = addressOf(url)
    if (bases.length === 0) return address
    const base = bases.find(({ host, path }) => host === address.host && isBelow(address.path, path))
    return base && { host: address.host, path: address.path.slice(base.path.length) || '/' }
  }
}

/** URL schemes other than HTTP in browser recordings: WebSockets, internal pages, extensions, data and blob URLs. */
const otherSchemes =
  /^(?:wss?|data|blob|about|file|filesystem|javascript|mailto|ftp|chrome|edge|resource|devtools|view-source|[a-z-]+-extension):(?!\d+(?:[/?#]|$))/i

/** Cache of the last URL's scheme and authority, because most requests go to the same host. */
let last = { beginning: '', host: '' }

/** Splits `https://a.example/b?c` into `a.example` and `/b?c`. Anything before the first slash is the host, even a placeholder: `{{baseUrl}}/b`. */
export function addressOf(url: string): RequestAddress {
  const { beginning } = last
  // The cached prefix is a complete authority only if a slash follows.
  if (beginning !== '' && url.charCodeAt(beginning.length) === slash && url.startsWith(beginning))
    return { host: last.host, path: withoutFragment(url, beginning.length) }
  const slashes = url.indexOf('//')
  const start = slashes === 0 || (slashes > 0 && isScheme(url.slice(0, slashes))) ? slashes + 2 : 0
  let end = start
  while (end < url.length && !isDelimiter(url.charCodeAt(end))) end++
  const host = hostOf(url.slice(start, end))
  if (start > 0) last = { beginning: url.slice(0, end), host }
  const path = withoutFragment(url, end)
  return { host, path: path.startsWith('/') ? path : `/${path}` }
}

function withoutFragment(url: string, start: number): string {
  const fragment = url.indexOf('#', start)
  const path = fragment < 0 ? url.slice(start) : url.slice(start, fragment)
  return dotSegment.test(path) ? withoutDots(path) : path
}

const dotSegment = /^[^?]*\/(?:\.|%2e){1,2}(?:[/?]|$)/i

/** Removes dot segments (RFC 3986 §5.2.4). An encoded dot counts as a dot, as in the URL Standard. */
function withoutDots(path: string): string {
  const [, before = '', query = ''] = /^([^?]*)(.*)$/s.exec(path) ?? []
  const kept: string[] = []
  for (const segment of before.split('/').slice(1)) {
    const plain = segment.replaceAll(/%2e/gi, '.')
    if (plain === '..') kept.pop()
    else if (plain !== '.') kept.push(segment)
  }
  const isFolder = /(?:^|\/)(?:\.|%2e){1,2}$/i.test(before)
  return `/${kept.join('/')}${isFolder && kept.length > 0 ? '/' : ''}${query}`
}

const slash = 0x2f

/** Whether a text is a scheme with its colon (RFC 3986 §3.1). */
const isScheme = memoOfText((text) => /^[a-z][a-z0-9+.-]*:$/i.test(text))

/** Returns the host and port without user info and without the default port (RFC 3986 §3.2). */
const hostOf = memoOfText((authority) =>
  authority
    .replace(/^.*@/s, '')
    .toLowerCase()
    .replace(/:(?:80|443)$/, ''),
)

/** Whether a character ends an authority (RFC 3986 §3.2). */
function isDelimiter(code: number): boolean {
  return code === 0x2f || code === 0x3f || code === 0x23
}

function isBelow(path: string, base: string): boolean {
  return path.startsWith(base) && /^(?:$|[/?])/.test(path.slice(base.length))
}
