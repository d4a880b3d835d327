import { Refusal } from './refusal.ts'

/** The largest request body, in bytes; assumed. */
const maxBodySize = 256 * 1024

/** Rejects a large Content-Length (RFC 9110, section 15.5.14) before reading the body. */
export function refuseLarge(headers: Headers): void {
  if (Number(headers.get('content-length')) > maxBodySize) throw tooLarge()
}

/** Returns '' without a body. Counts the bytes of chunked bodies, which have no length (RFC 9112, section 6.3). */
export async function readText(request: Request): Promise<string> {
  const { body, headers } = request
  refuseLarge(headers)
  if (body === null) return ''
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let [text, size] = ['', 0]
  for await (const chunk of chunksOf(body)) {
    size += chunk.byteLength
    if (size > maxBodySize) throw tooLarge()
    text += decoded(() => decoder.decode(chunk, { stream: true }))
  }
  text += decoded(() => decoder.decode())
  if (text !== '' && !/^application\/json *(;|$)/i.test(headers.get('content-type') ?? '')) {
    throw new Refusal(415, 'UNSUPPORTED_MEDIA_TYPE', 'The Content-Type of a body must be application/json.')
  }
  return text
}

/** JSON is UTF-8 (RFC 8259, section 8.1). An invalid byte would be stored as another character. */
function decoded(decode: () => string): string {
  try {
    return decode()
  } catch {
    throw new Refusal(400, 'MALFORMED_JSON', 'The body is not UTF-8.')
  }
}

/** A connection that ends before its body is a client error. */
async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw new Refusal(400, 'MALFORMED_JSON', 'The body broke off.')
    })
    if (done) return
    yield value
  }
}

function tooLarge(): Refusal {
  // Closes the connection, because the rest of the body isn't read.
  const message = `The body must not exceed ${maxBodySize} bytes.`
  return new Refusal(413, 'PAYLOAD_TOO_LARGE', message, undefined, { connection: 'close' })
}
