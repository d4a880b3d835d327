import { toolError } from '../../model/errors.ts'
import { formats } from '../../traffic/formats/index.ts'
import { cutterOf, type RecordSink, readRecord } from '../../traffic/reading/reader.ts'
import type { Format, RecordingHead } from '../../traffic/recording.ts'
import type { TrafficProgress } from './options.ts'
import type { Source } from './sources.ts'
import { unpackedStream } from './unpack.ts'

/** How a source is read. */
export interface ReadOptions {
  readonly format?: string
  readonly progress?: TrafficProgress
}

/** What a format is told by. */
const headSize = 1 << 16

/** Reads a recording record by record and checks each. One that breaks off costs what is missing, which is counted. */
export async function readSource(source: Source, sink: RecordSink, options: ReadOptions): Promise<void> {
  let read = 0
  let records = 0
  const each: RecordSink = {
    ...sink,
    record: () => {
      records++
      sink.record()
    },
  }
  const bytes = counted(source.bytes, (length) => {
    read += length
    options.progress?.read(length, records)
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
    cutter.push(head, (record) => readRecord(format, record, each))
    for (;;) {
      const { value, done } = await iterator.next()
      if (done === true) break
      cutter.push(value, (record) => readRecord(format, record, each))
    }
    const because = cutter.end((record) => readRecord(format, record, each))
    if (because !== undefined) sink.broken(because)
  } catch (error) {
    // What zlib says of bytes that are packed wrongly, or end too early.
    if (!isUnpacking(error) || read === 0) throw error
    sink.record()
    sink.broken('its packed bytes are broken or end early')
  }
}

/** The format of a recording by its beginning, or as it is named. Throws UNKNOWN_FORMAT. */
export function formatOf(name: string, head: Uint8Array, wanted?: string): Format {
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

async function* counted(bytes: AsyncIterable<Uint8Array>, hear: (length: number) => void): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    hear(chunk.length)
    yield chunk
  }
}
