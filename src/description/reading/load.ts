import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'
import { resolve } from 'node:path'
import type { Document } from '../../model/document.ts'
import { type ToolError, toolError } from '../../model/errors.ts'
import { withoutSecrets } from '../../util/secret-keys.ts'
import { bundle } from '../references/bundle.ts'
import { confineToFolder, confineToOrigin } from '../references/confine.ts'
import { isSnapshotAddress, loadSnapshot } from '../snapshots/store.ts'
import { assemble, parseDocument } from './parse.ts'
import { defaultMaxBytes, parseText } from './parse-text.ts'
import { exists, findFile, inheritedStream, printedPath, readBelow, readBytes, readGit, slashed } from './read-file.ts'

/** LoadContext of a load; every part has the obvious default. */
export interface LoadOptions {
  readonly cwd?: string
  /** Folder of the snapshots, relative to `cwd`. Default `specs`. */
  readonly specsDir?: string
  readonly fetch?: typeof fetch
  readonly stdin?: AsyncIterable<Uint8Array | string>
  /** Bytes of one file. Default 100 MB. */
  readonly maxBytes?: number
  /** Milliseconds for one download. Default 30,000. */
  readonly timeout?: number
}

/** A description given as text. */
export interface Content {
  readonly content: string | Uint8Array
  readonly name: string
}

interface LoadContext extends Required<LoadOptions> {}

/**
 * Loads a description from a path, an http(s) URL, `git:<rev>:<path>`, `<api>@<id|latest|previous>`, `-` (standard
 * input) or a given text, with the files it refers to as far as it may. Every failure is a ToolError.
 */
export async function loadDocument(address: string | Content, options: LoadOptions = {}): Promise<Document> {
  const around: LoadContext = {
    cwd: options.cwd ?? process.cwd(),
    specsDir: options.specsDir ?? 'specs',
    // Naming Node's own loads it: not before something is fetched.
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
    stdin: options.stdin ?? process.stdin,
    maxBytes: options.maxBytes ?? defaultMaxBytes,
    timeout: options.timeout ?? 30_000,
  }
  if (typeof address !== 'string') return parseDocument({ ...address, file: address.name }, around)
  if (address === '-') return loadStdin(around)
  if (/^https?:\/\//i.test(address)) return loadUrl(address, around)
  if (address.startsWith('git:')) return loadGit(address, around)
  if (/^[\w.-]+@/.test(address) && !(await exists(resolve(around.cwd, address)))) {
    if (isSnapshotAddress(address)) return loadSnapshot(around.specsDir, address, around)
    throw toolError('FILE_NOT_FOUND', [`${address} (nor is that a snapshot: an id has no slash, space or @)`])
  }
  return loadFile(address, around)
}

async function loadStdin({ stdin, maxBytes }: LoadContext): Promise<Document> {
  const content = await collect(stdin, maxBytes, 'Standard input')
  return parseDocument({ content, name: 'stdin', file: 'stdin' }, { maxBytes })
}

async function loadFile(address: string, around: LoadContext): Promise<Document> {
  const { cwd, maxBytes } = around
  const file = await findFile(address, cwd)
  const printed = printedPath(file, cwd)
  const stream = await inheritedStream(file)
  const bytes = stream === undefined ? readBytes(file, printed, maxBytes) : collect(stream, maxBytes, printed)
  const main = parseText(await bytes, printed, around)
  const location = slashed(file)
  const sources = await bundle(main, location, confineToFolder(location), async (path) => {
    const name = printedPath(path, cwd)
    return parseText(await readBelow(resolve(file, '..'), path, name, maxBytes), name, around)
  })
  return assemble({ name: address, ...sources })
}

async function loadGit(address: string, around: LoadContext): Promise<Document> {
  const [, revision = '', path = ''] = /^git:([^:]*):(.*)$/.exec(address) ?? []
  const read = async (file: string) =>
    parseText(await readGit(revision, file, around.cwd, around.maxBytes), `git:${revision}:${file}`, around)
  const location = path.replaceAll('\\', '/')
  const sources = await bundle(await read(location), location, confineToFolder(location), read)
  return assemble({ name: address, ...sources })
}

async function loadUrl(address: string, around: LoadContext): Promise<Document> {
  const { url, bytes } = await download(address, around)
  const main = parseText(bytes, withoutSecrets(url), around)
  const sources = await bundle(main, url, confineToOrigin(url), async (location) => {
    const external = await download(location, around, new URL(url).origin)
    return parseText(external.bytes, withoutSecrets(external.url), around)
  })
  return assemble({ name: withoutSecrets(address), ...sources })
}

/** Downloads a URL, redirects followed by hand. With an `origin`, nothing outside it is contacted. */
async function download(
  address: string,
  around: LoadContext,
  origin?: string,
): Promise<{ readonly url: string; readonly bytes: Uint8Array }> {
  const signal = AbortSignal.timeout(around.timeout)
  const first = parseUrl(address)
  let url = first
  for (let hops = 0; hops <= 5; hops++) {
    if (await leadsTo(linkLocal, host(url))) throw fetchFailed(url, refusedLinkLocal)
    const response = await request(url, around, signal)
    const location = response.headers.get('location')
    if (response.status < 300 || response.status > 399 || location === null) {
      if (!response.ok) throw fetchFailed(url, refused(response.status))
      return { url: url.href, bytes: await body(response, url, around) }
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

/** A message never repeats what the address holds of secrets. */
function fetchFailed(address: URL | string, reason: string, cause?: unknown): ToolError {
  return toolError('FETCH_FAILED', [withoutSecrets(String(address)), reason], cause)
}

function refused(status: number): string {
  const own =
    status === 401 || status === 403 ? ', as nothing but the address is sent: fetch it yourself and name the file' : ''
  return `it responded with ${status}${own}`
}

async function request(url: URL, around: LoadContext, signal: AbortSignal): Promise<Response> {
  const accept = 'application/vnd.oai.openapi+json, application/json, application/yaml;q=0.9, */*;q=0.5'
  try {
    return await around.fetch(url, { redirect: 'manual', signal, headers: { accept } })
  } catch (error) {
    throw fetchFailed(url, failure(error, around), error)
  }
}

async function body(response: Response, url: URL, around: LoadContext): Promise<Uint8Array> {
  if (response.body === null) return new Uint8Array()
  try {
    return await collect(response.body, around.maxBytes, withoutSecrets(url.href))
  } catch (error) {
    if (error instanceof Error && error.name === 'ToolError') throw error
    throw fetchFailed(url, failure(error, around), error)
  }
}

function failure(error: unknown, { timeout }: LoadContext): string {
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

/** Whether a name is or resolves to an address of the list. */
async function leadsTo(list: BlockList, name: string): Promise<boolean> {
  if (isIP(name) !== 0) return holds(list, name)
  if (/(?:^|\.)localhost\.?$/i.test(name)) return list === inside
  // An unknown name fails in the fetch, with a better reason.
  const addresses = await lookup(name, { all: true }).catch(() => [])
  return addresses.some(({ address }) => holds(list, address))
}

function holds(list: BlockList, address: string): boolean {
  return list.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6')
}

const refusedLinkLocal = 'it is a link-local address or a metadata service, which is never fetched'

// RFC 3927, RFC 4291 §2.5.6; the same behind NAT64 (RFC 6052) and 6to4; the metadata services elsewhere.
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

async function collect(
  stream: AsyncIterable<Uint8Array | string>,
  maxBytes: number,
  what: string,
): Promise<Uint8Array> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream) {
    size += chunk.length
    if (size > maxBytes) throw toolError('TOO_LARGE', [what, `${maxBytes} bytes`])
    chunks.push(Buffer.from(chunk))
  }
  return Buffer.concat(chunks)
}
