import * as zlib from 'node:zlib'

/** Decompresses gzip and zstd streams, detected by their first bytes (RFC 1952 §2.3.1, RFC 8878 §3.1.1); other streams are unchanged. */
export async function* unpackedStream(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const iterator = bytes[Symbol.asyncIterator]()
  let head: Uint8Array = new Uint8Array()
  while (head.length < 4) {
    const { value, done } = await iterator.next()
    if (done === true) break
    head = head.length === 0 ? value : Buffer.concat([head, value])
  }
  const rest = joined(head, iterator)
  if (head[0] === 0x1f && head[1] === 0x8b)
    yield* throughZlib(rest, zlib.createGunzip({ flush: zlib.constants.Z_SYNC_FLUSH }))
  else if (isZstd(head)) yield* unpackZstd(rest)
  else yield* rest
}

function isZstd(head: Uint8Array): boolean {
  const [first = 0] = head
  const next = Buffer.from(head.subarray(1, 4)).toString('hex')
  return (first === 0x28 && next === 'b52ffd') || (first >>> 4 === 5 && next === '2a4d18')
}

async function* joined(head: Uint8Array, iterator: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  if (head.length > 0) yield head
  for (;;) {
    const { value, done } = await iterator.next()
    if (done === true) return
    yield value
  }
}

/** Bytes decompressed at once, which may expand a thousandfold. */
const pieceSize = 1 << 14

/** Decompresses piece by piece, because stream pipelines drop the output before an error. */
export async function* throughZlib(
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  unpacker: zlib.Gunzip | zlib.InflateRaw,
): AsyncGenerator<Uint8Array> {
  let parts: Uint8Array[] = []
  let failure: Error | undefined
  let wake: (() => void) | undefined
  const taken = (): readonly Uint8Array[] => {
    const before = parts
    parts = []
    return before
  }
  unpacker.on('data', (part: Uint8Array) => parts.push(part))
  unpacker.on('error', (error) => {
    failure ??= error
    // zlib doesn't call back after a failed write.
    wake?.()
  })
  const isOver = new Promise((resolve) => unpacker.once('end', resolve).once('close', resolve))
  try {
    for await (const chunk of bytes)
      for (let at = 0; at < chunk.length && failure === undefined; at += pieceSize) {
        await new Promise<void>((resolve) => {
          wake = resolve
          unpacker.write(chunk.subarray(at, at + pieceSize), () => resolve())
        })
        yield* taken()
      }
    unpacker.end()
    await isOver
    yield* taken()
    if (failure !== undefined) throw failure
  } finally {
    unpacker.destroy()
  }
}

/** Smaller pieces for zstd: four bytes may encode a block of 128 KB (RFC 8878 §3.1.1.2.2). */
const zstdPieceSize = 1 << 10

/** Node's own zstd (22.15 and later) only reads the first frame and may accept truncated data. */
async function* unpackZstd(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const { Decompress } = await import('fzstd')
  let parts: Uint8Array[] = []
  const unpacker = new Decompress((part) => parts.push(part))
  function* unpacked(piece: Uint8Array, isLast: boolean): Generator<Uint8Array> {
    let failure: Error | undefined
    try {
      unpacker.push(piece, isLast)
    } catch (error) {
      failure = Object.assign(new Error(String(error), { cause: error }), { code: 'ZSTD_BROKEN' })
    }
    yield* parts.filter(({ length }) => length > 0)
    parts = []
    if (failure !== undefined) throw failure
  }
  for await (const chunk of bytes)
    for (let at = 0; at < chunk.length; at += zstdPieceSize)
      yield* unpacked(chunk.subarray(at, at + zstdPieceSize), false)
  // Throws for an incomplete frame.
  yield* unpacked(new Uint8Array(), true)
}
