import { toolError } from '../../../model/errors.ts'
import { formats } from '../../../traffic/formats/index.ts'
import type { CutRecord } from '../../../traffic/reading/cutter.ts'
import { cutterOf } from '../../../traffic/reading/reader.ts'
import type { Format, RecordingHead } from '../../../traffic/recording.ts'
import type { TrafficProgress } from '../options.ts'
import type { RecordTaker } from '../taker.ts'
import { type Attached, filesIn, withAttached } from './attached.ts'
import type { Source } from './sources.ts'
import { unpackedStream } from './unpack.ts'
import { harIn, unreadFormat } from './unread-formats.ts'
import { isZip } from './zip.ts'

export interface ReadOptions {
  readonly format?: string
  readonly progress?: TrafficProgress
  /** Whether to pass members of JSON lists in blocks. After NoBlock, the caller restarts without it. */
  readonly inBlocks?: boolean
  /** Receives the bytes as stored. */
  readonly heard?: (chunk: Uint8Array) => void
}

/** Maximum size in bytes of an archive, which is loaded into memory. Its HAR is not, so it may have any size. */
const mostArchive = 1 << 29

const tooLarge = ['a ZIP archive of more than 512 MiB', 'Unpack it, and check the HAR in it.'] as const

/** Bytes used to detect the format. */
const headSize = 1 << 16

/** Reads a recording and passes each record to the taker. A truncated recording is counted as broken. Throws UNKNOWN_FORMAT, UNREAD_FORMAT. */
export async function readSource(source: Source, taker: RecordTaker, options: ReadOptions): Promise<void> {
  let records = 0
  const { head, attached, next, state } = await openRecording(source, (bytes) => {
    options.heard?.(bytes)
    options.progress?.read(bytes.length, records)
    records = 0
  })
  // An empty recording has no exchange in any format.
  if (state.read === 0) return
  const format = formatOf(source.name, head, options.format)
  if (format === undefined && !state.isBroken)
    throw (
      unreadFormat(source.name, head) ??
      toolError('UNKNOWN_FORMAT', [source.name, formats.map(({ id }) => id).join(', ')])
    )
  if (format !== undefined) {
    const cutter = cutterOf(format)
    const take = (record: CutRecord): void => {
      records++
      taker.take(format, record === 'too-long' || attached === undefined ? record : withAttached(record, attached))
    }
    const takeBlock = (block: Uint8Array, count: () => number): void => {
      if (options.progress !== undefined) records += count()
      taker.takeBlock(format, block)
    }
    const isWhole = options.inBlocks === true && attached === undefined
    const isInBlocks = format.cut === 'lines' || (isWhole && format.readJson !== undefined)
    const block = isInBlocks ? takeBlock : undefined
    cutter.push(head, take, block)
    for (let chunk = await next(); chunk !== undefined; chunk = await next()) {
      cutter.push(chunk, take, block)
      const pause = taker.ready()
      if (pause !== undefined) await pause
    }
    // An incomplete last record is part of the missing data.
    const because = state.isBroken ? undefined : cutter.end(take)
    if (because !== undefined) taker.broken(because)
  }
  if (state.isBroken) taker.broken('its packed bytes are broken or end early', true)
}

interface OpenRecording {
  /** The first bytes; for an archive, the HAR's. */
  readonly head: Uint8Array
  readonly attached: Attached | undefined
  /** Returns undefined at the end, or if compressed data is invalid or truncated. */
  next(): Promise<Uint8Array | undefined>
  readonly state: { readonly read: number; readonly isBroken: boolean }
}

/** Opens a recording, compressed or not. `hear` receives the bytes as stored. */
async function openRecording(source: Source, hear: (bytes: Uint8Array) => void): Promise<OpenRecording> {
  const state = { read: 0, isBroken: false }
  const bytes = counted(source.bytes, (chunk) => {
    state.read += chunk.length
    hear(chunk)
  })
  let iterator: AsyncIterator<Uint8Array> = unpackedStream(bytes)
  const next = async (): Promise<Uint8Array | undefined> => {
    try {
      const { value, done } = await iterator.next()
      return done === true ? undefined : value
    } catch (error) {
      // zlib's error for invalid or truncated data.
      if (!isUnpacking(error) || state.read === 0) throw error
      state.isBroken = true
      return undefined
    }
  }
  const upTo = async (size: number, begun: Uint8Array): Promise<Uint8Array> => {
    const parts = [begun]
    for (let length = begun.length; length < size; ) {
      const chunk = await next()
      if (chunk === undefined) break
      parts.push(chunk)
      length += chunk.length
    }
    return parts.length === 1 ? begun : Buffer.concat(parts)
  }
  const head = await upTo(headSize, new Uint8Array())
  if (!isZip(head))
    return { head, next, state, attached: source.folder === undefined ? undefined : filesIn(source.folder) }
  const archive = await upTo(mostArchive + 1, head)
  if (archive.length > mostArchive) throw toolError('UNREAD_FORMAT', [source.name, ...tooLarge])
  const [har, attached] = harIn(archive, source.name)
  iterator = har
  return { head: await upTo(headSize, new Uint8Array()), next, state, attached }
}

/** Returns the format of a recording, as requested or detected from its start. */
export function formatOf(name: string, head: Uint8Array, wanted?: string): Format | undefined {
  const known = formats.find(({ id }) => id === wanted)
  if (known !== undefined) return known
  const beginning: RecordingHead = {
    name: name.toLowerCase().replace(/\.(?:gz|zst)$/, ''),
    text: new TextDecoder().decode(head.subarray(0, headSize)),
  }
  return formats.find((format) => format.detect(beginning))
}

function isUnpacking(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return /^Z_|^ZSTD_/.test(code)
}

async function* counted(
  bytes: AsyncIterable<Uint8Array>,
  hear: (chunk: Uint8Array) => void,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    hear(chunk)
    yield chunk
  }
}
