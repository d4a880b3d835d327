import { isUtf8 } from 'node:buffer'
import { createRequire } from 'node:module'
import { CORE_SCHEMA, floatCoreTag, intCoreTag, load, mergeTag, YAMLException } from 'js-yaml'
import { toolError } from '../../model/errors.ts'
import type { Json } from '../../model/json.ts'
import { sha256 } from '../../util/fingerprint.ts'
import { readDescribed, reread } from '../../util/numbers/exact.ts'
import { lineColumn, lineStarts } from '../positions/line-column.ts'
import { mayLeaveFile } from '../references/references.ts'
import { asciiJson } from './ascii-json.ts'
import { parseBeside, type ScannedJson } from './json-beside.ts'
import { type JsonScan, scanJson } from './json-scan.ts'
import { parseLeniently, type Repaired } from './lenient-yaml.ts'

type Jsonc = typeof import('jsonc-parser')

export interface Source {
  readonly file: string
  /** Content as read. `textOf` decodes it for positions, which saves memory. */
  readonly content: string | Uint8Array
  readonly format: 'json' | 'yaml'
  /** Scan of JSON bytes; YAML's parser reports the same problems itself. */
  readonly scan: JsonScan | undefined
  readonly root: Json
  /** Tolerated deviations from YAML 1.2. */
  readonly repaired?: Repaired
  readonly sha256: string
  /** May contain a `$ref` to another file; false is certain. */
  readonly mayLeaveFile: boolean
}

export interface ParseLimits {
  /** Maximum bytes per file. Default: 100 MB. */
  readonly maxBytes?: number
  /** Another version, with which the result shares the equal parts. */
  readonly beside?: Source | undefined
}

/** Default maximum bytes per file. */
export const defaultMaxBytes = 100 * 1024 * 1024
/** Maximum nesting of a description. */
export const maxDepth = 500
/** Maximum nodes of a YAML file after expanding aliases (GitHub's 12 MB description has 0.23 million). */
const maxNodes = 20_000_000

// YAML 1.2 core schema, in which timestamps are strings. Merge keys are from 1.1, but common in hand-written descriptions.
const yamlSchema = CORE_SCHEMA.withTags(mergeTag, withAllDigits(intCoreTag), withAllDigits(floatCoreTag))

/** Keeps the digits of numbers that don't fit a double, normalized to JSON. */
function withAllDigits(tag: typeof intCoreTag): typeof intCoreTag {
  return {
    ...tag,
    resolve(source, isExplicit, tagName) {
      const value = tag.resolve(source, isExplicit, tagName)
      const token = source.replace(/^\+/, '')
      const isLong = typeof value === 'number' && (token.length >= 16 || /e[+-]?\d{3}/i.test(token))
      return isLong && /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(token) ? readDescribed(token) : value
    },
  }
}

/** Parses JSON or YAML. Throws PARSE_FAILED with the location, or TOO_LARGE. */
export function parseText(content: string | Uint8Array, file: string, limits: ParseLimits = {}): Source {
  const maxBytes = limits.maxBytes ?? defaultMaxBytes
  if (content.length > maxBytes) throw toolError('TOO_LARGE', [file, `${maxBytes} bytes`])
  checkEncoding(content, file)
  const source = { content }
  const looksLikeJson = /^\s*[{[]/.test(textOf({ content: content.slice(0, 1000) }))
  const { root: json, scan } = (looksLikeJson ? scanned(source, limits.beside) : undefined) ?? {}
  if (scan?.tooDeep === true) throw toolError('TOO_LARGE', [`The nesting of ${file}`, `${maxDepth} levels`])
  const { root, repaired } =
    json === undefined
      ? parseYaml(textOf(source), file, looksLikeJson)
      : // The scan has met all numbers: most files need no search of their own.
        { root: (scan?.hasLongNumber === true ? reread(textOf(source)) : undefined) ?? json }
  return {
    file,
    content,
    format: json === undefined ? 'yaml' : 'json',
    scan,
    root,
    repaired,
    sha256: sha256(content),
    mayLeaveFile:
      scan?.refs === undefined ? mayLeaveFile(textOf(source)) : [...scan.refs].some((ref) => !ref.startsWith('#')),
  }
}

/** Decodes a file without its byte order mark. */
export function textOf({ content }: Pick<Source, 'content'>): string {
  if (typeof content === 'string') return content.replace(/^\uFEFF/, '')
  const bytes = isBigEndian(content) ? Buffer.from(content).swap16() : bufferOf(content)
  return bytes.toString(isUtf16(content) ? 'utf16le' : 'utf8').replace(/^\uFEFF/, '')
}

/** Returns a file as UTF-8 without byte order mark; the unchanged bytes if possible. */
export function utf8Of(source: Pick<Source, 'content'>): Buffer {
  const { content } = source
  if (typeof content === 'string' || isUtf16(content)) return Buffer.from(textOf(source))
  const bytes = bufferOf(content)
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes
}

function checkEncoding(content: string | Uint8Array, file: string): void {
  if (typeof content === 'string' || isUtf16(content) || isUtf8(content)) return
  throw toolError('PARSE_FAILED', [file, '', 'the bytes are not UTF-8 text'])
}

function isUtf16(bytes: Uint8Array): boolean {
  return (bytes[0] === 0xff && bytes[1] === 0xfe) || isBigEndian(bytes)
}

function isBigEndian(bytes: Uint8Array): boolean {
  return bytes[0] === 0xfe && bytes[1] === 0xff && bytes.length % 2 === 0
}

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

function scanned(source: Pick<Source, 'content'>, other: Source | undefined): ScannedJson | undefined {
  const bytes = utf8Of(source)
  const shared = other?.scan === undefined ? undefined : parseBeside(bytes, { ...other, scan: other.scan }, maxDepth)
  if (shared !== undefined) return shared
  const root = parseJson(source, bytes)
  return root === undefined ? undefined : { root, scan: scanJson(bytes, maxDepth) }
}

/** Returns undefined if it isn't JSON, because flow-style YAML looks similar. */
function parseJson(source: Pick<Source, 'content'>, bytes: Buffer): Json | undefined {
  const text = typeof source.content === 'string' ? undefined : asciiJson(bytes)
  try {
    // `JSON.parse` is typed `any` but returns JSON.
    return JSON.parse(text ?? textOf(source)) as Json
  } catch {
    return undefined
  }
}

function parseYaml(text: string, file: string, looksLikeJson: boolean): Pick<Source, 'root' | 'repaired'> {
  try {
    const { root, ...more } = parseLeniently(text, (yaml) => load(yaml, { schema: yamlSchema, maxDepth }))
    if (/(?:^|[\s[{,])&\S/.test(text)) checkAliases(root, file)
    // The core schema only constructs JSON types.
    return { root: root as Json, ...more }
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error
    if (error.reason.includes('maxDepth'))
      throw toolError('TOO_LARGE', [`The nesting of ${file}`, `${maxDepth} levels`], error)
    const json = looksLikeJson ? jsonError(text) : undefined
    if (json !== undefined) throw toolError('PARSE_FAILED', [file, json.location, json.reason], error)
    const location =
      error.mark === null || error.mark === undefined ? '' : `:${error.mark.line + 1}:${error.mark.column + 1}`
    throw toolError('PARSE_FAILED', [file, location, error.reason], error)
  }
}

function jsonError(text: string): { location: string; reason: string } | undefined {
  // Loaded on demand, because it is rarely needed and its modules take as long to load as 1 MB takes to parse.
  const { parse: readJsonc, printParseErrorCode } = createRequire(import.meta.url)('jsonc-parser') as Jsonc
  const errors: { error: number; offset: number; length: number }[] = []
  readJsonc(text, errors, { disallowComments: true })
  const first = errors[0]
  if (first === undefined) return undefined
  const { line, column } = lineColumn(lineStarts(text), first.offset)
  // jsonc-parser's error names have the form `CommaExpected`, `PropertyNameExpected` …
  const words = printParseErrorCode(first.error).replace(/(?!^)([A-Z])/g, ' $1')
  return { location: `:${line}:${column}`, reason: words.toLowerCase() }
}

/** Rejects YAML aliases that contain themselves or expand beyond the limits of nodes and levels. */
function checkAliases(root: unknown, file: string): void {
  const measured = new Map<object, { readonly size: number; readonly depth: number } | undefined>()
  const measure = (node: unknown): { readonly size: number; readonly depth: number } => {
    if (typeof node !== 'object' || node === null) return { size: 1, depth: 0 }
    const known = measured.get(node)
    if (known !== undefined) return known
    if (measured.has(node)) throw toolError('PARSE_FAILED', [file, '', 'a YAML alias contains itself'])
    measured.set(node, undefined)
    let [size, depth] = [1, 0]
    for (const child of Object.values(node)) {
      const inner = measure(child)
      size += inner.size
      depth = Math.max(depth, inner.depth)
    }
    const result = { size, depth: depth + 1 }
    measured.set(node, result)
    return result
  }
  const { size, depth } = measure(root)
  const what = `${file}, its YAML aliases written out,`
  if (size > maxNodes) throw toolError('TOO_LARGE', [what, `${maxNodes} nodes`])
  if (depth > maxDepth) throw toolError('TOO_LARGE', [what, `${maxDepth} levels of nesting`])
}
