import { memoOfText } from '../../util/text.ts'

/** Where a recorded request went. */
export interface RequestAddress {
  /** Host and port in lower case; `''` where only a path was recorded. */
  readonly host: string
  /** Path and query. */
  readonly path: string
}

/** A text of recorded URLs and what it is read as: an alias of a host, a prefix of a proxy, a scrubbed placeholder. */
export interface Alias {
  readonly from: string
  readonly to: string
}

/** How recorded URLs are read. */
export interface LocateOptions {
  readonly aliases?: readonly Alias[]
  /** Only requests below one of these are of the API; what follows it is the path. Default: all. */
  readonly baseUrls?: readonly string[]
}

/** Reads recorded URLs. Undefined for one that is of another API, or of none: it was not sent by HTTP. */
export type Locate = (url: string) => RequestAddress | undefined

/** Makes it. An encoded slash stays one (RFC 3986 §2.2); segments `.` and `..` are resolved, as servers do (§5.2.4). */
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

/** What browsers record beside HTTP: WebSockets, their own pages and extensions, content that is in the URL or in memory. */
const otherSchemes =
  /^(?:wss?|data|blob|about|file|filesystem|javascript|mailto|ftp|chrome|edge|resource|devtools|view-source|[a-z-]+-extension):(?!\d+(?:[/?#]|$))/i

/** What the last URL began with, up to its path, and the host there: most go to the same. */
let last = { beginning: '', host: '' }

/** `https://a.example/b?c` → `a.example`, `/b?c`. What stands before the first slash is a host, be it a placeholder: `{{baseUrl}}/b`. */
export function addressOf(url: string): RequestAddress {
  const { beginning } = last
  // After a whole authority: a slash inside it would have ended it.
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

/** RFC 3986 §5.2.4; an encoded dot is one, as in the URL Standard. */
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

/** A scheme and its colon (RFC 3986 §3.1). */
const isScheme = memoOfText((text) => /^[a-z][a-z0-9+.-]*:$/i.test(text))

/** Host and port of an authority, without the user and a port that is the default (RFC 3986 §3.2). */
const hostOf = memoOfText((authority) =>
  authority
    .replace(/^.*@/s, '')
    .toLowerCase()
    .replace(/:(?:80|443)$/, ''),
)

/** `/`, `?` and `#` end an authority (RFC 3986 §3.2). */
function isDelimiter(code: number): boolean {
  return code === 0x2f || code === 0x3f || code === 0x23
}

function isBelow(path: string, base: string): boolean {
  return path.startsWith(base) && /^(?:$|[/?])/.test(path.slice(base.length))
}
