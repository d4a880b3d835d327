import { crc32, createInflateRaw, inflateRawSync } from 'node:zlib'
import { toolError } from '../../../model/errors.ts'
import { throughZlib } from './unpack.ts'

export interface Archive {
  readonly names: readonly string[]
  /** Returns the contents of a file; undefined if it isn't in the archive, or exceeds the limit in bytes. Throws FILE_UNREADABLE if it is broken or encrypted. */
  read(name: string, limit: number): Buffer | undefined
  /** Unpacks a file of any size piece by piece. Throws like `read`, at the latest at the end. */
  pieces(name: string): AsyncGenerator<Uint8Array>
}

interface Entry {
  readonly name: string
  readonly method: number
  readonly crc: number
  readonly packed: number
  readonly size: number
  readonly start: number
}

/** Whether data starts like a ZIP archive (APPNOTE 6.3.10 §4.3.7). */
export function isZip(head: Uint8Array): boolean {
  return head[0] === 0x50 && head[1] === 0x4b && head[2] === 0x03 && head[3] === 0x04
}

/** Opens a single-part archive without ZIP64 extensions. Throws FILE_UNREADABLE; `file` is its name in messages. */
export function openZip(bytes: Buffer, file: string): Archive {
  const broken = (error: unknown): never => {
    throw toolError('FILE_UNREADABLE', [file, 'the ZIP archive is broken or of a kind that is not read'], error)
  }
  const guarded = <T>(use: () => T): T => {
    try {
      return use()
    } catch (error) {
      // Reading beyond the end throws a RangeError.
      return broken(error)
    }
  }
  const entries = new Map(guarded(() => entriesOf(bytes)).map((entry) => [entry.name, entry]))
  return {
    names: [...entries.keys()],
    read(name, limit) {
      const entry = entries.get(name)
      return entry && entry.size <= limit ? guarded(() => contentOf(bytes, entry)) : undefined
    },
    async *pieces(name) {
      const entry = entries.get(name)
      if (entry === undefined) return
      try {
        yield* piecesOf(bytes, entry)
      } catch (error) {
        broken(error)
      }
    },
  }
}

/** Reads the central directory (§4.3.12) via the end record (§4.3.16). */
function entriesOf(bytes: Buffer): readonly Entry[] {
  const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  if (end < 0) throw new RangeError('no end')
  const count = bytes.readUInt16LE(end + 10)
  let at = bytes.readUInt32LE(end + 16)
  return Array.from({ length: count }, () => {
    const [u16, u32] = [
      (offset: number) => bytes.readUInt16LE(at + offset),
      (offset: number) => bytes.readUInt32LE(at + offset),
    ]
    if (u32(0) !== 0x02014b50) throw new RangeError('no directory')
    const name = bytes.toString('utf8', at + 46, at + 46 + u16(28))
    const isEncrypted = (u16(8) & 1) === 1
    const entry = {
      name,
      method: isEncrypted ? -1 : u16(10),
      crc: u32(16),
      packed: u32(20),
      size: u32(24),
      start: u32(42),
    }
    at += 46 + u16(28) + u16(30) + u16(32)
    return entry
  })
}

function storedIn(bytes: Buffer, { method, packed, start }: Entry): Buffer {
  if (bytes.readUInt32LE(start) !== 0x04034b50) throw new RangeError('no file')
  if (method !== 0 && method !== 8) throw new RangeError('an unknown method')
  const from = start + 30 + bytes.readUInt16LE(start + 26) + bytes.readUInt16LE(start + 28)
  return bytes.subarray(from, from + packed)
}

/** Stops beyond the declared size. Throws RangeError if size or checksum differ. */
async function* piecesOf(bytes: Buffer, entry: Entry): AsyncGenerator<Uint8Array> {
  const stored = storedIn(bytes, entry)
  let [size, crc] = [0, 0]
  for await (const piece of entry.method === 0 ? [stored] : throughZlib([stored], createInflateRaw())) {
    size += piece.length
    crc = crc32(piece, crc)
    if (size > entry.size) break
    yield piece
  }
  if (size !== entry.size || crc !== entry.crc) throw new RangeError('another content')
}

function contentOf(bytes: Buffer, entry: Entry): Buffer {
  const { method, size, crc } = entry
  const stored = storedIn(bytes, entry)
  // A limit of 0 would mean no limit.
  const content = method === 0 ? stored : inflateRawSync(stored, { maxOutputLength: Math.max(1, size) })
  if (content.length !== size || crc32(content) !== crc) throw new RangeError('another content')
  return content
}
