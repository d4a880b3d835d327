import * as zlib from 'node:zlib'

/** Bytes of a stream packed by gzip or zstd, recognised by their first bytes (RFC 1952 §2.3.1, RFC 8878 §3.1.1), unpacked; others as they are. */
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

/** A frame, or one to be skipped, which some write first (RFC 8878 §3.1.2). */
function isZstd([first = 0, ...others]: Uint8Array): boolean {
  const next = Buffer.from(others.slice(0, 3)).toString('hex')
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

/** So many packed bytes are unpacked at once: a thousand times as many may come of them. */
const pieceSize = 1 << 14

/** A stream that is read as one forgets what was unpacked before an error: what comes of each piece is taken before the next is given. */
async function* throughZlib(bytes: AsyncIterable<Uint8Array>, unpacker: zlib.Gunzip): AsyncGenerator<Uint8Array> {
  let parts: Uint8Array[] = []
  let failure: Error | undefined
  const taken = (): readonly Uint8Array[] => {
    const before = parts
    parts = []
    return before
  }
  unpacker.on('data', (part: Uint8Array) => parts.push(part))
  unpacker.on('error', (error) => {
    failure ??= error
  })
  const isOver = new Promise((resolve) => unpacker.once('end', resolve).once('close', resolve))
  try {
    for await (const chunk of bytes)
      for (let at = 0; at < chunk.length && failure === undefined; at += pieceSize) {
        await new Promise((resolve) => unpacker.write(chunk.subarray(at, at + pieceSize), resolve))
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

/** Few packed bytes of zstd are unpacked at once: a block of four may hold 128 KB (RFC 8878 §3.1.1.2.2). */
const zstdPieceSize = 1 << 10

/** Not by Node: what it has since 22.15 reads the first frame alone, and on 22 takes one that ends early for whole. */
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
  // Throws where a frame is not whole.
  yield* unpacked(new Uint8Array(), true)
}
