import { resolve } from 'node:path'
import type { Document } from '../../model/document.ts'
import { toolError } from '../../model/errors.ts'
import { withoutSecrets } from '../../util/secret-keys.ts'
import { bundle } from '../references/bundle.ts'
import { confineToFolder, confineToOrigin } from '../references/confine.ts'
import { isSnapshotAddress, loadSnapshot } from '../snapshots/store.ts'
import { collect } from './collect.ts'
import type { Download, SourceAccess } from './download.ts'
import { assemble, parseDocument } from './parse.ts'
import { defaultMaxBytes, type ParseLimits, parseText } from './parse-text.ts'
import { exists, findFile, inheritedStream, printedPath, readBelow, readBytes, readGit, slashed } from './read-file.ts'

/** As much of a page as names it. */
const mostBytes = 64 * 1024

/** Words that pages have where people log in, and the paths that lead there. */
const loginWords = /\b(?:log|sign)[\s_-]?(?:in|on)\b|\bauthenticat|\bsso\b|\bsaml\b|\/oauth2?\b/i

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
  /** Stops a download. Default: nothing does. */
  readonly signal?: AbortSignal
  /** What a URL is asked with, as long as a redirect does not leave its origin. Default: nothing. */
  readonly access?: SourceAccess
}

/** A description given as text. */
export interface Content {
  readonly content: string | Uint8Array
  readonly name: string
}

interface LoadContext
  extends Required<Omit<LoadOptions, 'access' | 'signal'>>,
    Pick<LoadOptions, 'access' | 'signal'> {}

/**
 * Loads a description from a path, an http(s) URL, `git:<rev>:<path>`, `<api>@<id|latest|previous>`, `-` (standard
 * input) or a given text, with the files it refers to as far as it may. Every failure is a ToolError.
 */
export async function loadDocument(address: string | Content, options: LoadOptions = {}): Promise<Document> {
  const around = contextOf(options)
  if (typeof address !== 'string') return parseDocument({ ...address, file: address.name }, around)
  if (address === '-') return loadStdin(around)
  if (/^https?:\/\//i.test(address)) return loadUrl(address, around)
  if (address.startsWith('git:')) return loadGit(address, around)
  if (/^[\w.-]+@/.test(address) && !exists(resolve(around.cwd, address))) {
    if (isSnapshotAddress(address))
      return loadSnapshot(around.specsDir, address, {
        maxBytes: around.maxBytes,
        cwd: around.cwd,
      })
    throw toolError('FILE_NOT_FOUND', [`${address} (nor is that a snapshot: an id has no slash, space or @)`])
  }
  return loadFile(address, around)
}

function contextOf(options: LoadOptions): LoadContext {
  return {
    cwd: options.cwd ?? process.cwd(),
    specsDir: options.specsDir ?? 'specs',
    // Naming Node's own loads it: not before something is fetched.
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
    stdin: options.stdin ?? process.stdin,
    maxBytes: options.maxBytes ?? defaultMaxBytes,
    timeout: options.timeout ?? 30_000,
    signal: options.signal,
    access: options.access,
  }
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
  const content = await bytes
  refuseHtml(content, printed)
  const main = parseText(content, printed, around)
  const location = slashed(file)
  const sources = await bundle(main, location, confineToFolder(location), async (path) => {
    const name = printedPath(path, cwd)
    return parseText(await readBelow(resolve(file, '..'), path, name, maxBytes), name, { maxBytes })
  })
  return assemble({ name: address, ...sources })
}

async function loadGit(address: string, around: LoadContext): Promise<Document> {
  const [, revision = '', path = ''] = /^git:([^:]*):(.*)$/.exec(address) ?? []
  const { cwd, maxBytes } = around
  const read = async (file: string, limits: ParseLimits = { maxBytes }) =>
    parseText(await readGit(revision, file, cwd, maxBytes), `git:${revision}:${file}`, limits)
  const location = path.replaceAll('\\', '/')
  const main = await read(location, around)
  const sources = await bundle(main, location, confineToFolder(location), (file) => read(file))
  return assemble({ name: address, ...sources })
}

/**
 * Loads a description from a URL, unless its server still has the version with this entity tag: returns undefined then.
 * Throws what `loadDocument` throws.
 */
export async function loadIfChanged(
  address: string,
  etag: string,
  options: LoadOptions,
): Promise<Document | undefined> {
  const { download } = await import('./download.ts')
  const around = contextOf(options)
  const received = await download(address, { ...around, etag })
  return received.bytes === undefined ? undefined : assembleUrl(address, received, around)
}

async function loadUrl(address: string, around: LoadContext): Promise<Document> {
  // Most descriptions are files.
  const { download } = await import('./download.ts')
  return assembleUrl(address, await download(address, around), around)
}

async function assembleUrl(address: string, received: Download, around: LoadContext): Promise<Document> {
  const { download } = await import('./download.ts')
  const { url, bytes = new Uint8Array(), etag } = received
  refuseHtml(bytes, withoutSecrets(url), { isFetched: true })
  const main = parseText(bytes, withoutSecrets(url), around)
  // What the address is asked with goes to no origin that it redirects to.
  const isSame = new URL(url).origin === new URL(address).origin
  const beside = isSame ? around : { ...around, access: undefined }
  const sources = await bundle(main, url, confineToOrigin(url), async (location) => {
    const external = await download(location, beside, new URL(url).origin)
    return parseText(external.bytes ?? new Uint8Array(), withoutSecrets(external.url), { maxBytes: around.maxBytes })
  })
  return assemble({ name: withoutSecrets(address), ...sources, etag })
}

/** Where a text came from. */
interface HtmlOrigin {
  /** From an address, which a credential may open. */
  readonly isFetched: boolean
}

/** An HTML page is no description: throws LOGIN_REQUIRED for a login page that was fetched, NOT_A_DESCRIPTION for any other. */
function refuseHtml(content: Uint8Array, file: string, { isFetched }: HtmlOrigin = { isFetched: false }): void {
  const start = beginning(content)
  if (!/^\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|body)\b/is.test(start)) return
  const title = /<title[^>]*>([^<]*)/i.exec(start)?.[1]?.replace(/\s+/g, ' ').trim() ?? ''
  const named = title === '' ? '' : ` (${JSON.stringify(title.slice(0, 80))})`
  const isLogin = hasPasswordField(start) || loginWords.test(title) || loginWords.test(pathOf(file))
  if (isLogin && isFetched)
    throw toolError('LOGIN_REQUIRED', [file, `it responded with a login page in HTML${named}, not with a description`])
  const what = isLogin ? 'a login page in HTML' : 'an HTML page'
  throw toolError('NOT_A_DESCRIPTION', [file, `it is ${what}${named}${descriptionIn(start)}`])
}

function beginning(content: Uint8Array): string {
  return new TextDecoder().decode(content.subarray(0, mostBytes))
}

/** What a page of Swagger UI, Redoc, Scalar or RapiDoc shows. */
function descriptionIn(page: string): string {
  const shown = /(?:\burl|spec-url|specUrl|data-url)["']?\s*[:=]\s*["']([^"'<>\s]{1,200})["']/i.exec(page)?.[1]
  const isDescription = shown !== undefined && /\.(?:json|ya?ml)\b|openapi|swagger|api-docs/i.test(shown)
  return isDescription ? `, which shows ${shown}: name that address` : ''
}

function hasPasswordField(page: string): boolean {
  return /<input\b[^>]*\btype\s*=\s*["']?password\b/i.test(page)
}

function pathOf(file: string): string {
  return URL.canParse(file) ? new URL(file).pathname : ''
}
