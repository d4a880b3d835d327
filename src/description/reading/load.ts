import { resolve } from 'node:path'
import type { Document } from '../../model/document.ts'
import { toolError } from '../../model/errors.ts'
import { withoutSecrets } from '../../util/secret-keys.ts'
import { bundle } from '../references/bundle.ts'
import { confineToFolder, confineToOrigin } from '../references/confine.ts'
import { isSnapshotAddress, loadSnapshot } from '../snapshots/store.ts'
import { collect } from './collect.ts'
import type { Download, SourceAccess } from './download.ts'
import { assemble, parseDocument, sourcesOf } from './parse.ts'
import { defaultMaxBytes, type ParseLimits, parseText } from './parse-text.ts'
import { exists, findFile, inheritedStream, printedPath, readBelow, readBytes, readGit, slashed } from './read-file.ts'

/** Bytes of a page that are searched for its title. */
const mostBytes = 64 * 1024

/** Words on login pages and in their URLs. */
const loginWords = /\b(?:log|sign)[\s_-]?(?:in|on)\b|\bauthenticat|\bsso\b|\bsaml\b|\/oauth2?\b/i

/** Options for loading; all are optional. */
export interface LoadOptions {
  readonly cwd?: string
  /** Folder of the snapshots, relative to `cwd`. Default: `specs`. */
  readonly specsDir?: string
  readonly fetch?: typeof fetch
  readonly stdin?: AsyncIterable<Uint8Array | string>
  /** Maximum bytes per file. Default: 100 MB. */
  readonly maxBytes?: number
  /** Timeout per download in milliseconds. Default: 30,000. */
  readonly timeout?: number
  /** Aborts a download. */
  readonly signal?: AbortSignal
  /** Headers and query for a URL, as long as redirects stay on its origin. */
  readonly access?: SourceAccess
}

/** A description given as text. */
export interface Content {
  readonly content: string | Uint8Array
  readonly name: string
}

interface LoadContext extends Required<Omit<LoadOptions, 'access' | 'signal'>>, Pick<LoadOptions, 'access' | 'signal'> {
  /** Another version, which may still be loading. */
  readonly beside?: Promise<Document>
}

/** Loads a path, URL, `git:<rev>:<path>`, `<api>@<id|latest|previous>`, `-` (standard input) or text. Throws ToolError. */
export async function loadDocument(address: string | Content, options: LoadOptions = {}): Promise<Document> {
  return load(address, contextOf(options))
}

/** Loads two versions at once, sharing the nodes of equal parts. Errors of the first take precedence. */
export async function loadPair(
  [base, revision]: readonly [string, string],
  options: LoadOptions = {},
): Promise<readonly [Document, Document]> {
  const context = contextOf(options)
  const loading = load(base, context)
  // Both addresses may be the same stream, so read the first completely before the second.
  if (/^(?:-$|\/dev\/|\/proc\/)/.test(revision)) await loading
  const following = load(revision, { ...context, beside: loading })
  following.catch(() => {})
  return [await loading, await following]
}

async function load(address: string | Content, around: LoadContext): Promise<Document> {
  if (typeof address !== 'string') return parseDocument({ ...address, file: address.name }, await limitsOf(around))
  if (address === '-') return loadStdin(around)
  if (/^https?:\/\//i.test(address)) return loadUrl(address, around)
  if (address.startsWith('git:')) return loadGit(address, around)
  if (/^[\w.-]+@/.test(address) && !exists(resolve(around.cwd, address))) {
    if (isSnapshotAddress(address))
      return loadSnapshot(around.specsDir, address, {
        ...(await limitsOf(around)),
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
    // A function, because accessing `fetch` makes Node load it.
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
    stdin: options.stdin ?? process.stdin,
    maxBytes: options.maxBytes ?? defaultMaxBytes,
    timeout: options.timeout ?? 30_000,
    signal: options.signal,
    access: options.access,
  }
}

async function limitsOf({ maxBytes, beside }: LoadContext): Promise<ParseLimits> {
  return { maxBytes, beside: beside && sourcesOf(await beside).main }
}

async function loadStdin(around: LoadContext): Promise<Document> {
  const content = await collect(around.stdin, around.maxBytes, 'Standard input')
  return parseDocument({ content, name: 'stdin', file: 'stdin' }, await limitsOf(around))
}

async function loadFile(address: string, around: LoadContext): Promise<Document> {
  const { cwd, maxBytes } = around
  const file = await findFile(address, cwd)
  const printed = printedPath(file, cwd)
  const stream = await inheritedStream(file)
  const bytes = stream === undefined ? readBytes(file, printed, maxBytes) : collect(stream, maxBytes, printed)
  const content = await bytes
  refuseHtml(content, printed)
  const main = parseText(content, printed, await limitsOf(around))
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
  const main = await read(location, await limitsOf(around))
  const sources = await bundle(main, location, confineToFolder(location), (file) => read(file))
  return assemble({ name: address, ...sources })
}

/** Loads a description from a URL; returns undefined if the entity tag still matches. Throws the errors of `loadDocument`. */
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
  // Loaded on demand, because most descriptions are files.
  const { download } = await import('./download.ts')
  return assembleUrl(address, await download(address, around), around)
}

async function assembleUrl(address: string, received: Download, around: LoadContext): Promise<Document> {
  const { download } = await import('./download.ts')
  const { url, bytes = new Uint8Array(), etag } = received
  refuseHtml(bytes, withoutSecrets(url), { isFetched: true })
  const main = parseText(bytes, withoutSecrets(url), await limitsOf(around))
  // Credentials aren't sent to an origin reached by redirects.
  const isSame = new URL(url).origin === new URL(address).origin
  const externalOptions = isSame ? around : { ...around, access: undefined }
  const sources = await bundle(main, url, confineToOrigin(url), async (location) => {
    const external = await download(location, externalOptions, new URL(url).origin)
    return parseText(external.bytes ?? new Uint8Array(), withoutSecrets(external.url), { maxBytes: around.maxBytes })
  })
  return assemble({ name: withoutSecrets(address), ...sources, etag })
}

interface HtmlOrigin {
  /** Fetched from a URL, which may require a login. */
  readonly isFetched: boolean
}

/** Rejects HTML pages: throws LOGIN_REQUIRED for a fetched login page, otherwise NOT_A_DESCRIPTION. */
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

/** Returns a hint with the description URL of a Swagger UI, Redoc, Scalar or RapiDoc page. */
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
