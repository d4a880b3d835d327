import { toolError } from '../../model/errors.ts'
import { formats } from '../../traffic/formats/index.ts'
import type { CutRecord } from '../../traffic/reading/cutter.ts'
import { cutterOf } from '../../traffic/reading/reader.ts'
import type { Format, RecordingHead } from '../../traffic/recording.ts'
import type { TrafficProgress } from './options.ts'
import type { Source } from './sources.ts'
import type { RecordTaker } from './taker.ts'
import { unpackedStream } from './unpack.ts'

export interface ReadOptions {
  readonly format?: string
  readonly progress?: TrafficProgress
  /** Read members of JSON lists in blocks. On NoBlock, the caller restarts without it. */
  readonly inBlocks?: boolean
  /** Called with the stored bytes. */
  readonly heard?: (chunk: Uint8Array) => void
}

/** Bytes used to detect the format. */
const headSize = 1 << 16

/** Reads a recording and passes each record to the taker. A truncated recording is counted as broken. Throws UNKNOWN_FORMAT. */
export async function readSource(source: Source, taker: RecordTaker, options: ReadOptions): Promise<void> {
  let read = 0
  let records = 0
  const bytes = counted(source.bytes, (chunk) => {
    read += chunk.length
    options.heard?.(chunk)
    options.progress?.read(chunk.length, records)
    records = 0
  })
  const content = unpackedStream(bytes)
  const iterator = content[Symbol.asyncIterator]()
  let isBroken = false
  /** Returns undefined at the end, or if compressed data is invalid or truncated. */
  const next = async (): Promise<Uint8Array | undefined> => {
    try {
      const { value, done } = await iterator.next()
      return done === true ? undefined : value
    } catch (error) {
      // zlib's error for invalid or truncated data.
      if (!isUnpacking(error) || read === 0) throw error
      isBroken = true
      return undefined
    }
  }
  let head: Uint8Array = new Uint8Array()
  while (head.length < headSize) {
    const chunk = await next()
    if (chunk === undefined) break
    head = head.length === 0 ? chunk : Buffer.concat([head, chunk])
  }
  // An empty recording has no exchange in any format.
  if (read === 0) return
  const format = formatOf(source.name, head, options.format)
  if (format === undefined && !isBroken)
    throw toolError('UNKNOWN_FORMAT', [source.name, formats.map(({ id }) => id).join(', ')])
  if (format !== undefined) {
    const cutter = cutterOf(format)
    const take = (record: CutRecord): void => {
      records++
      taker.take(format, record)
    }
    const takeBlock = (block: Uint8Array, count: () => number): void => {
      if (options.progress !== undefined) records += count()
      taker.takeBlock(format, block)
    }
    const isInBlocks = format.cut === 'lines' || (options.inBlocks === true && format.readJson !== undefined)
    const block = isInBlocks ? takeBlock : undefined
    cutter.push(head, take, block)
    for (let chunk = await next(); chunk !== undefined; chunk = await next()) {
      cutter.push(chunk, take, block)
      const pause = taker.ready()
      if (pause !== undefined) await pause
    }
    // An incomplete last record is part of the missing data.
    const because = isBroken ? undefined : cutter.end(take)
    if (because !== undefined) taker.broken(because)
  }
  if (isBroken) taker.broken('its packed bytes are broken or end early', true)
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
