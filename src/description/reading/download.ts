import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'
import { type ToolError, toolError } from '../../model/errors.ts'
import { withoutSecrets } from '../../util/secret-keys.ts'
import { collect } from './collect.ts'

/** Headers and query for downloading a description, sent only to the URL's origin. */
export interface SourceAccess {
  readonly headers: Readonly<Record<string, string>>
  /** Percent-encoded query pairs. */
  readonly query: readonly string[]
}

export interface DownloadOptions {
  readonly fetch: typeof fetch
  readonly maxBytes: number
  /** Timeout per download in milliseconds. */
  readonly timeout: number
  readonly signal?: AbortSignal
  readonly access?: SourceAccess | undefined
  /** Entity tag of a known version, which the server can omit (RFC 9110 §13.1.2). */
  readonly etag?: string | undefined
}

export interface Download {
  /** URL after redirects. */
  readonly url: string
  /** Undefined if the entity tag still matches. */
  readonly bytes: Uint8Array | undefined
  readonly etag: string
}

/** Downloads a URL, following redirects manually. With `origin`, only that origin is contacted. */
export async function download(address: string, around: DownloadOptions, origin?: string): Promise<Download> {
  const signal = AbortSignal.any([AbortSignal.timeout(around.timeout), ...(around.signal ? [around.signal] : [])])
  const first = parseUrl(address)
  let url = first
  for (let hops = 0; hops <= 5; hops++) {
    if (await leadsTo(linkLocal, host(url))) throw fetchFailed(url, refusedLinkLocal)
    const own = isSameHost(url, first) ? around : { ...around, access: undefined }
    const response = await request(url, own, signal)
    const { headers } = response
    // Character class from RFC 9110 §8.8.3.
    const [etag = ''] = /^(?:W\/)?"[\x21\x23-\x7e]{1,200}"$/.exec(headers.get('etag') ?? '') ?? []
    if (response.status === 304 && around.etag !== undefined) return { url: url.href, bytes: undefined, etag }
    const location = headers.get('location')
    if (response.status < 300 || response.status > 399 || location === null) {
      if (response.status === 401 || response.status === 403) throw loginRequired(url, response.status, own)
      if (!response.ok) throw fetchFailed(url, `it responded with ${response.status}`)
      return { url: url.href, bytes: await body(response, url, around), etag }
    }
    await response.body?.cancel()
    const next = parseUrl(location, url)
    const refusal = await whyNotTo(next, url, first, origin)
    if (refusal !== undefined)
      throw fetchFailed(url, `refused its redirect to ${withoutSecrets(next.href)}: ${refusal}`)
    url = next
  }
  throw fetchFailed(address, 'it redirects more than five times')
}

function fetchFailed(address: URL | string, reason: string, cause?: unknown): ToolError {
  return toolError('FETCH_FAILED', [withoutSecrets(String(address)), reason], cause)
}

/** Returns whether the origin is the same (RFC 6454 §5), or the same host now uses TLS. */
function isSameHost(url: URL, first: URL): boolean {
  return url.origin === first.origin || (url.protocol === 'https:' && url.host === first.host)
}

function loginRequired(url: URL, status: number, { access }: DownloadOptions): ToolError {
  const sent = access === undefined ? 'as nothing but the address was sent' : 'although a credential was sent'
  return toolError('LOGIN_REQUIRED', [withoutSecrets(url.href), `it responded with ${status}, ${sent}`])
}

async function request(url: URL, around: DownloadOptions, signal: AbortSignal): Promise<Response> {
  const accept = 'application/vnd.oai.openapi+json, application/json, application/yaml;q=0.9, */*;q=0.5'
  const { headers = {}, query = [] } = around.access ?? {}
  const asked = new URL(url)
  if (query.length > 0) asked.search = [url.search.slice(1), ...query].filter((part) => part !== '').join('&')
  try {
    const condition: Record<string, string> = around.etag === undefined ? {} : { 'if-none-match': around.etag }
    return await around.fetch(asked, { redirect: 'manual', signal, headers: { accept, ...condition, ...headers } })
  } catch (error) {
    throw fetchFailed(url, failure(error, around), error)
  }
}

async function body(response: Response, url: URL, around: DownloadOptions): Promise<Uint8Array> {
  if (response.body === null) return new Uint8Array()
  try {
    return await collect(response.body, around.maxBytes, withoutSecrets(url.href))
  } catch (error) {
    if (error instanceof Error && error.name === 'ToolError') throw error
    throw fetchFailed(url, failure(error, around), error)
  }
}

function failure(error: unknown, { timeout }: DownloadOptions): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return `no complete response within ${timeout / 1000} s`
  const { cause } = error
  if (cause instanceof Error) return 'code' in cause ? String(cause.code) : cause.message
  return error.message
}

/** Throws FETCH_FAILED. */
function parseUrl(address: string, base?: URL): URL {
  if (!URL.canParse(address, base?.href)) throw fetchFailed(address, 'it is not a URL')
  const url = new URL(address, base)
  if (url.username !== '' || url.password !== '') throw fetchFailed(url.origin, 'credentials in a URL are not accepted')
  url.hash = ''
  return url
}

async function whyNotTo(next: URL, from: URL, first: URL, origin: string | undefined): Promise<string | undefined> {
  if (next.protocol !== 'http:' && next.protocol !== 'https:') return 'only http and https are fetched'
  if (origin !== undefined && next.origin !== origin) return `it leaves ${origin}`
  if (await leadsTo(linkLocal, host(next))) return refusedLinkLocal
  if (next.hostname === from.hostname) return undefined
  if (await leadsTo(inside, host(next))) return 'it is a private or loopback address, and another host'
  return (await leadsTo(inside, host(first))) ? `it leaves ${first.hostname}, a private host` : undefined
}

function host(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '')
}

/** Returns whether a host name is, or resolves to, an address in the list. */
async function leadsTo(list: BlockList, name: string): Promise<boolean> {
  if (isIP(name) !== 0) return holds(list, name)
  if (/(?:^|\.)localhost\.?$/i.test(name)) return list === inside
  // An unknown name fails in the fetch with a better error.
  const addresses = await lookup(name, { all: true }).catch(() => [])
  return addresses.some(({ address }) => holds(list, address))
}

function holds(list: BlockList, address: string): boolean {
  return list.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6')
}

const refusedLinkLocal = 'it is a link-local address or a metadata service, which is never fetched'

// RFC 3927, RFC 4291 §2.5.6, their NAT64 (RFC 6052) and 6to4 forms, and metadata services at other addresses.
const linkLocal = listOf(
  '169.254.0.0/16 fe80::/10 64:ff9b::a9fe:0/112 2002:a9fe::/32 fd00:ec2::254/128 100.100.100.200/32',
)
const inside = listOf(
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.168.0.0/16 ::/127 fc00::/7 fe80::/10',
)

function listOf(nets: string): BlockList {
  const list = new BlockList()
  for (const net of nets.split(' ')) {
    const [address = '', bits] = net.split('/')
    list.addSubnet(address, Number(bits), isIP(address) === 4 ? 'ipv4' : 'ipv6')
  }
  return list
}
