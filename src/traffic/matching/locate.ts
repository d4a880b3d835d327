/** Where a recorded request went. */
export interface Place {
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

/** Reads recorded URLs. Undefined for one that is of another API. */
export type Locate = (url: string) => Place | undefined

/** Makes it. A URL is not normalised: an encoded slash stays one (RFC 3986 §2.2). */
export function createLocator({ aliases = [], baseUrls = [] }: LocateOptions = {}): Locate {
  const bases = baseUrls
    .map((base) => placeOf(base))
    .map(({ host, path }) => ({ host, path: path.replace(/\/+$/, '') }))
  return (url) => {
    const place = placeOf(aliases.reduce((text, { from, to }) => text.replaceAll(from, () => to), url))
    if (bases.length === 0) return place
    const base = bases.find(({ host, path }) => host === place.host && isBelow(place.path, path))
    return base && { host: place.host, path: place.path.slice(base.path.length) || '/' }
  }
}

/** `https://a.example/b?c` → `a.example`, `/b?c`. What stands before the first slash is a host, be it a placeholder: `{{baseUrl}}/b`. */
export function placeOf(url: string): Place {
  const [, authority = '', rest = ''] =
    /^(?:[a-z][a-z0-9+.-]*:)?\/\/([^/?#]*)(.*)$/is.exec(url) ?? /^([^/?#]*)(.*)$/s.exec(url) ?? []
  const path = rest.split('#', 1)[0] ?? ''
  const host = authority
    .replace(/^.*@/, '')
    .toLowerCase()
    .replace(/:(?:80|443)$/, '')
  return { host, path: path.startsWith('/') ? path : `/${path}` }
}

function isBelow(path: string, base: string): boolean {
  return path.startsWith(base) && /^(?:$|[/?])/.test(path.slice(base.length))
}
