import { toolError } from '../../model/errors.ts'

/** Throws TOO_LARGE. */
export async function collect(
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
