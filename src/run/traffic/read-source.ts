import { toolError } from '../../model/errors.ts'
import { formats } from '../../traffic/formats/index.ts'
import type { CutRecord } from '../../traffic/reading/cutter.ts'
import { cutterOf } from '../../traffic/reading/reader.ts'
import type { Format, RecordingHead } from '../../traffic/recording.ts'
import type { TrafficProgress } from './options.ts'
import type { Source } from './sources.ts'
import type { RecordTaker } from './taker.ts'
import { unpackedStream } from './unpack.ts'

/** How a source is read. */
export interface ReadOptions {
  readonly format?: string
  readonly progress?: TrafficProgress
  /** Members of JSON lists are taken in blocks: who reads starts again without where NoBlock is thrown. */
  readonly inBlocks?: boolean
  /** Hears the bytes as stored. */
  readonly heard?: (chunk: Uint8Array) => void
}

/** What a format is recognised by. */
const headSize = 1 << 16

/** Reads a recording record by record and has each checked. One that breaks off costs what is missing, which is counted. */
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
  let head: Uint8Array = new Uint8Array()
  try {
    while (head.length < headSize) {
      const { value, done } = await iterator.next()
      if (done === true) break
      head = head.length === 0 ? value : Buffer.concat([head, value])
    }
    const format = formatOf(source.name, head, options.format)
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
    for (;;) {
      const { value, done } = await iterator.next()
      if (done === true) break
      cutter.push(value, take, block)
      const pause = taker.ready()
      if (pause !== undefined) await pause
    }
    const because = cutter.end(take)
    if (because !== undefined) taker.broken(because)
  } catch (error) {
    // What zlib says of bytes that are packed wrongly, or end too early.
    if (!isUnpacking(error) || read === 0) throw error
    taker.broken('its packed bytes are broken or end early', true)
  }
}

/** The format of a recording by its beginning, or as it is named. Throws UNKNOWN_FORMAT. */
function formatOf(name: string, head: Uint8Array, wanted?: string): Format {
  const known = formats.find(({ id }) => id === wanted)
  if (known !== undefined) return known
  const beginning: RecordingHead = {
    name: name.toLowerCase().replace(/\.(?:gz|zst)$/, ''),
    text: new TextDecoder().decode(head.subarray(0, headSize)),
  }
  const detected = formats.find((format) => format.detect(beginning))
  if (detected !== undefined) return detected
  throw toolError('UNKNOWN_FORMAT', [name, formats.map(({ id }) => id).join(', ')])
}

function isUnpacking(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return (
    /^Z_|^ZSTD_|ERR_ZSTD/.test(code) || (error instanceof Error && /zstd|unexpected EOF|invalid/i.test(error.message))
  )
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
