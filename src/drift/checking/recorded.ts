import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib'
import type { Observation, SentRequest, UnrecordedPart } from '../../model/observation.ts'
import { memoOfText } from '../../util/text.ts'
import { textDecoder } from '../transport/decode.ts'

/** A recorded or live exchange as library users pass it. */
export interface RawExchange {
  readonly method: string
  /** Path and query, with or without the base path of a server. */
  readonly path: string
  readonly requestHeaders?: Readonly<Record<string, string>>
  readonly requestBody?: string | undefined
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** The body as received; bytes may be encoded by `content-encoding`. */
  readonly body?: string | Uint8Array | undefined
  readonly milliseconds?: number
  /** Parts that the recording omits. Default: absent parts were not sent. */
  readonly unrecorded?: readonly UnrecordedPart[]
  /** Marks traffic of other clients, whose rejected credentials (401, 403) are ordinary responses. */
  readonly isOfOthers?: true
}

const noResponse = { code: 'no-response', message: 'no response was recorded' }

const credentials = ['authorization', 'cookie', 'x-api-key']

/** Converts a recorded exchange to an observation. */
export function observationOf(raw: RawExchange): Observation {
  // Sets absent members to undefined for a uniform shape, as in `buildExchange`.
  const request = {
    method: methodOf(raw.method),
    path: raw.path,
    headers: lowerCase(raw.requestHeaders ?? {}, sentBefore),
    body: raw.requestBody,
  } as SentRequest
  const headers = lowerCase(raw.headers, receivedBefore)
  const isReceived = raw.status >= 100
  return {
    request,
    // Recorders write 0 if there was no response.
    status: isReceived ? raw.status : undefined,
    failure: isReceived ? undefined : noResponse,
    headers,
    body: raw.body === undefined ? undefined : textOf(raw.body, headers),
    milliseconds: raw.milliseconds ?? 0,
    authenticated: raw.isOfOthers !== true && credentials.some((name) => Object.hasOwn(request.headers, name)),
    unrecorded: raw.unrecorded !== undefined && raw.unrecorded.length > 0 ? raw.unrecorded : undefined,
  } as Observation
}

const methodOf = memoOfText((method) => method.toUpperCase())

function textOf(body: string | Uint8Array, headers: Readonly<Record<string, string>>): string {
  if (typeof body === 'string') return body
  // Codings are listed in the order they were applied (RFC 9110 §8.4).
  const codings = (headers['content-encoding'] ?? '')
    .split(',', mostCodings)
    .map((coding) => coding.trim().toLowerCase())
  const bytes = codings.reduceRight((packed, coding) => unpacked(packed, unpackers.get(coding)), body)
  return textDecoder(headers['content-type'] ?? '').decode(bytes)
}

const mostCodings = 5

type Unpacker = (bytes: Uint8Array, options: { readonly maxOutputLength: number }) => Uint8Array

const unpackers: ReadonlyMap<string, Unpacker> = new Map<string, Unpacker>([
  ['gzip', gunzipSync],
  ['x-gzip', gunzipSync],
  ['br', brotliDecompressSync],
  ['deflate', inflated],
])

/** Some servers omit the zlib wrapper (RFC 9110 §8.4.1.2), whose header is a multiple of 31 (RFC 1950 §2.2). */
function inflated(bytes: Uint8Array, options: { readonly maxOutputLength: number }): Uint8Array {
  const [first = 0, second = 0] = bytes
  const isWrapped = (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0
  return isWrapped ? inflateSync(bytes, options) : inflateRawSync(bytes, options)
}

/** Protects against decompression bombs. */
const maxOutputLength = 64 * 2 ** 20

function unpacked(bytes: Uint8Array, unpack: Unpacker | undefined): Uint8Array {
  try {
    return unpack?.(bytes, { maxOutputLength }) ?? bytes
  } catch {
    // Most recorders keep the header but store the decoded body. Anything else is reported as invalid JSON.
    return bytes
  }
}

/** Header names of the previous message in lower case, because consecutive messages usually have the same names. */
const [sentBefore, receivedBefore]: [string[], string[]] = [[], []]

function lowerCase(headers: Readonly<Record<string, string>>, before: string[]): Readonly<Record<string, string>> {
  if (Object.getPrototypeOf(headers) === Object.prototype && isLowerCase(headers, before)) return headers
  const found: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    const lower = name.toLowerCase()
    if (lower !== '__proto__') found[lower] = value
    // Assigning `__proto__` would set the prototype.
    else Object.defineProperty(found, lower, { value, enumerable: true, configurable: true, writable: true })
  }
  return found
}

const isLower = memoOfText((name) => name === name.toLowerCase())

function isLowerCase(headers: Readonly<Record<string, string>>, before: string[]): boolean {
  let at = 0
  for (const name in headers) {
    if (before[at] !== name) {
      if (!isLower(name)) return false
      // Bounds memory for messages with many headers.
      if (at < mostNames) before[at] = name
    }
    at++
  }
  return true
}

const mostNames = 100
