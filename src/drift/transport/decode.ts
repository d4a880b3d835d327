import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib'

/** Thrown when a body cannot be decoded; `code` becomes the failure code of the Observation. */
export class DecodeError extends Error {
  override readonly name = 'DecodeError'
  readonly code: 'too-large' | 'truncated' | 'encoding'

  constructor(code: DecodeError['code'], message: string) {
    super(message)
    this.code = code
  }
}

type Decoder = (bytes: Uint8Array, options: { readonly maxOutputLength: number }) => Promise<Uint8Array>

const decoders: ReadonlyMap<string, Decoder> = new Map<string, Decoder>([
  ['gzip', promisify(gunzip)],
  ['x-gzip', promisify(gunzip)],
  ['br', promisify(brotliDecompress)],
  ['deflate', inflateEither],
])

/** Maximum number of nested content codings, since each decoding may cost the full size. */
const mostCodings = 2

/** Supported content codings, for `Accept-Encoding`. */
export const acceptedEncodings = 'gzip, deflate, br'

/** Decodes a body: content codings in reverse (RFC 9110 §8.4) up to `maxBytes`, then the charset. Throws DecodeError. */
export async function decodeBody(
  bytes: Uint8Array,
  headers: Readonly<Record<string, string>>,
  maxBytes: number,
): Promise<string> {
  const named = (headers['content-encoding'] ?? '').toLowerCase().split(',')
  const codings = named.map((name) => name.trim()).filter((name) => name !== '' && name !== 'identity')
  if (codings.length > mostCodings) throw new DecodeError('encoding', `the body is packed ${codings.length} times`)
  let content = bytes
  for (const coding of codings.reverse()) {
    const decode = decoders.get(coding)
    if (decode === undefined) throw new DecodeError('encoding', `the content coding ${coding} is not supported`)
    content = await decode(content, { maxOutputLength: maxBytes }).catch((cause: unknown) => {
      throw explain(cause, coding, maxBytes)
    })
  }
  return textDecoder(headers['content-type'] ?? '').decode(content)
}

function explain(cause: unknown, coding: string, maxBytes: number): DecodeError {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  if (code === 'ERR_BUFFER_TOO_LARGE') return new DecodeError('too-large', `the body unpacks to over ${maxBytes} bytes`)
  const early = code === 'Z_BUF_ERROR' || /unexpected end/i.test(String(cause))
  if (early) return new DecodeError('truncated', `the ${coding} body ends early`)
  return new DecodeError('encoding', `the body is not valid ${coding}`)
}

/** "deflate" is zlib by the standard, but some servers send raw deflate. */
async function inflateEither(bytes: Uint8Array, options: { readonly maxOutputLength: number }): Promise<Uint8Array> {
  const isZlib = ((bytes[0] ?? 0) & 0x0f) === 8
  return isZlib ? promisify(inflate)(bytes, options) : promisify(inflateRaw)(bytes, options)
}

/** Returns a decoder for the charset of a content type; UTF-8 if the charset is absent or unknown. */
export function textDecoder(contentType: string): { decode(bytes: Uint8Array): string } {
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(contentType)?.[1]
  if (charset === undefined) return new TextDecoder()
  try {
    return new TextDecoder(charset)
  } catch {
    // The checks read the text as UTF-8, which JSON must be anyway.
    return new TextDecoder()
  }
}
