import type { Document, Located } from '../../model/document.ts'
import type { Json } from '../../model/json.ts'
import type { MediaType } from '../../model/operation.ts'
import { isObject, own, ownArray, ownEntries, ownString } from '../../util/json.ts'
import { joinPointer } from '../../util/pointer.ts'
import { serializeHeader } from '../../util/serialize.ts'
import { exampleOf, valueFor } from './example.ts'

/** A multipart body as text, and as bytes if a part is binary. */
export interface Multipart {
  readonly text: string
  readonly bytes?: Uint8Array
  readonly boundary: string
}

/** Form fields; files contain bytes. */
export interface MultipartFields {
  readonly values: Readonly<Record<string, Json>>
  readonly files: Readonly<Record<string, Uint8Array>>
}

interface Part {
  readonly head: readonly string[]
  readonly content: string | Uint8Array
}

/** Serialises `multipart/form-data` (RFC 7578), one part per array item, by `encoding` or the defaults (OpenAPI 3.1 §4.8.15.1). */
export function writeMultipart(
  { values, files }: MultipartFields,
  media: MediaType | undefined,
  document: Document,
): Multipart {
  const parts = [
    ...Object.entries(values).flatMap(([name, value]) => partsOf(name, value, media, document)),
    ...Object.entries(files).map(([name, content]) => {
      return {
        head: headOf(name, {
          isFile: true,
          headers: headersOf(name, media, document),
          ...(isPng(content) && { type: 'image/png' }),
          ...typeOf(name, media),
        }),
        content,
      }
    }),
  ]
  const boundary = freeBoundary(parts)
  const chunks = parts.flatMap(({ head, content }) => [
    `--${boundary}\r\n${head.map((line) => `${line}\r\n`).join('')}\r\n`,
    content,
    '\r\n',
  ])
  const all = [...chunks, `--${boundary}--\r\n`]
  const text = all.map((chunk) => (typeof chunk === 'string' ? chunk : `[${chunk.length} bytes]`)).join('')
  if (all.every((chunk) => typeof chunk === 'string')) return { text, boundary }
  return { text, boundary, bytes: Buffer.concat(all.map((chunk) => Buffer.from(chunk as string))) }
}

/** Tests for the PNG signature (ISO/IEC 15948 §5.2). */
function isPng(content: Uint8Array): boolean {
  return Buffer.from(content.subarray(0, 8)).equals(Buffer.from('89504e470d0a1a0a', 'hex'))
}

/** Returns a deterministic boundary that no part contains. */
function freeBoundary(parts: readonly Part[]): string {
  const contents = parts.map(({ content }) =>
    typeof content === 'string' ? content : Buffer.from(content).toString('latin1'),
  )
  let boundary = 'specdrift-boundary'
  while (contents.some((content) => content.includes(boundary))) boundary += '-'
  return boundary
}

function partsOf(name: string, value: Json, media: MediaType | undefined, document: Document): Part[] {
  const items = Array.isArray(value) ? value : [value]
  const isFile = isBinary(media?.schema && propertyOf(document, media.schema, name), document)
  const given = typeOf(name, media)
  const headers = headersOf(name, media, document)
  return items.map((item: Json) => {
    const type = given.type ?? (typeof item === 'object' ? 'application/json' : undefined)
    return {
      head: headOf(name, { isFile, headers, type }),
      content: typeof item === 'string' ? item : JSON.stringify(item),
    }
  })
}

interface Head {
  readonly isFile: boolean
  readonly type?: string
  readonly headers: readonly string[]
}

function headOf(name: string, { isFile, type, headers }: Head): string[] {
  // RFC 7578 §4.2 and the HTML standard: quotes and line breaks are percent-encoded.
  const quoted = name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
  const shown = type ?? (isFile ? 'application/octet-stream' : undefined)
  return [
    `content-disposition: form-data; name="${quoted}"${isFile ? `; filename="${quoted}"` : ''}`,
    ...(shown === undefined ? [] : [`content-type: ${shown}`]),
    ...headers,
  ]
}

/** Returns the first concrete media type of an encoding. */
function typeOf(name: string, media: MediaType | undefined): { readonly type?: string } {
  const types = ownString(own(own(media?.node, 'encoding'), name), 'contentType').split(',')
  const type = types.map((one) => one.trim()).find((one) => one !== '' && !one.includes('*'))
  return type === undefined ? {} : { type }
}

function headersOf(name: string, media: MediaType | undefined, document: Document): string[] {
  return ownEntries(own(own(media?.node, 'encoding'), name), 'headers').flatMap(([header, written]) => {
    const ref = own(written, '$ref')
    const node = typeof ref === 'string' ? document.resolve(ref)?.node : written
    if (!isObject(node) || header.toLowerCase() === 'content-type') return []
    const schema = own(node, 'schema')
    const sampled = own(node, 'required') === true && schema !== undefined
    // A sample doesn't depend on the schema's own location.
    const value = exampleOf(node, document) ?? (sampled ? valueFor({ node: schema, pointer: '' }, document) : undefined)
    return value === undefined ? [] : [`${header.toLowerCase()}: ${serializeHeader(value, { explode: false })}`]
  })
}

/** Returns the schema of a property, resolving `$ref` and `allOf`. */
export function propertyOf(document: Document, schema: Located, name: string, depth = 0): Located | undefined {
  const at = follow(document, schema)
  if (at === undefined || depth > 20) return undefined
  const found = own(own(at.node, 'properties'), name)
  if (found !== undefined)
    return follow(document, { node: found, pointer: joinPointer(at.pointer, 'properties', name) })
  for (const [index, node] of ownArray(at.node, 'allOf').entries()) {
    const inner = propertyOf(document, { node, pointer: joinPointer(at.pointer, 'allOf', index) }, name, depth + 1)
    if (inner !== undefined) return inner
  }
  return undefined
}

function follow(document: Document, schema: Located): Located | undefined {
  const ref = own(schema.node, '$ref')
  return typeof ref === 'string' ? document.resolve(ref) : schema
}

/** Tests for `format: binary` (3.0) or a media type without an encoding (3.1); for arrays, of the items. */
export function isBinary(schema: Located | undefined, document: Document): boolean {
  if (schema === undefined) return false
  const items = own(schema.node, 'items')
  const at =
    items === undefined ? schema : follow(document, { node: items, pointer: joinPointer(schema.pointer, 'items') })
  const { node } = at ?? schema
  if (ownString(node, 'format') === 'binary') return true
  return ownString(node, 'contentMediaType') !== '' && ownString(node, 'contentEncoding') === ''
}
