import { isAscii } from 'node:buffer'
import { TextDecoder } from 'node:util'
import type { Json } from '../../model/json.ts'
import type { Format } from '../recording.ts'
import { createLineCutter } from './cut-lines.ts'
import { createMemberCutter } from './cut-members.ts'
import { createYamlCutter } from './cut-yaml.ts'
import { type CutRecord, type Cutter, mostRecordBytes } from './cutter.ts'
import { beginningOf, membersOf } from './find-blocks.ts'

/** Creates the cutter of a format. */
export function cutterOf({ cut }: Format, mostBytes = mostRecordBytes): Cutter {
  if (cut === 'lines') return createLineCutter(mostBytes)
  if ('members' in cut) return createMemberCutter(cut.members, mostBytes)
  return createYamlCutter(cut.yamlItems, mostBytes)
}

const decoder = new TextDecoder()

/** Receives the exchanges of a recording, and the reasons for broken records. */
export interface RecordSink {
  check(exchange: ReturnType<Format['read']>[number]): unknown
  broken(because: string): void
  /** Counts a record, including one that `--sample` skipped. */
  record(isSampledOut?: boolean): void
}

/** Reads one record. A record that can't be read, or whose check throws, counts as broken and doesn't affect others. */
export function readRecord(format: Format, record: CutRecord, sink: RecordSink): void {
  if (record !== 'too-long') {
    readWith(sink, () => format.read(textOf(record)))
    return
  }
  sink.record()
  sink.broken('it is over the limit of 256 MiB')
}

/** Thrown if a block doesn't consist of members. They have to be split one by one. */
export class NoBlock extends Error {
  override readonly name = 'NoBlock'
}

/** Reads all records of a block. Throws NoBlock. */
export function readBlock(format: Format, block: Uint8Array, sink: RecordSink): void {
  const { cut, readJson } = format
  const beginning = cut === 'lines' ? undefined : beginningOf(block, 0)
  if (cut === 'lines' && isAscii(block)) for (const some of piecesOf(block)) readLines(format, textOf(some), sink)
  else if (beginning === undefined || readJson === undefined)
    cutBlock(format, block, (each) => readRecord(format, each, sink))
  else
    for (const member of membersOf(block, beginning)) {
      const json = parsed(textOf(member))
      if (json !== undefined) readWith(sink, () => readJson(json))
      // Either several members that begin differently, or invalid JSON.
      else cutBlock(format, member, (each) => readRecord(format, each, sink))
    }
}

/** Splits a block into its records. Throws NoBlock. */
export function cutBlock(format: Format, block: Uint8Array, each: (record: CutRecord) => void): void {
  if (format.cut === 'lines') {
    const cutter = cutterOf(format)
    cutter.push(block, each)
    cutter.end(each)
    return
  }
  const cutter = createMemberCutter([], mostRecordBytes)
  cutter.push(Buffer.from('['), each)
  cutter.push(block, each)
  let ended = 0
  // An additional member ends the last one of the block.
  cutter.push(Buffer.from(',0]'), (record) => {
    if (ended++ === 0) each(record)
  })
  if (ended !== 2) throw new NoBlock('it does not end with a member of the list')
}

/** Parses JSON; undefined if it is invalid. */
function parsed(text: string): Json | undefined {
  try {
    // JSON.parse returns JSON; its type is `any`.
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}

/** Maximum size of a string in V8's heap for small objects. Larger strings need a separate allocation each. */
const fewBytes = 1 << 16

/** Yields pieces of whole lines. */
function* piecesOf(lines: Uint8Array): Generator<Uint8Array> {
  for (let from = 0; from < lines.length; ) {
    const near = lines.lastIndexOf(lineFeed, from + fewBytes)
    const end = near < from ? lines.indexOf(lineFeed, from) : near
    const next = end < 0 ? lines.length : end + 1
    yield lines.subarray(from, next)
    from = next
  }
}

const lineFeed = 0x0a

function readLines(format: Format, lines: string, sink: RecordSink): void {
  let from = 0
  const read = (): ReturnType<Format['read']> => format.read(line)
  let line = ''
  for (let end = lines.indexOf('\n'); end >= 0; end = lines.indexOf('\n', from)) {
    line = lines.slice(from, end)
    from = end + 1
    if (line.charCodeAt(0) > 0x20 || !isBlank(line)) readWith(sink, read)
  }
}

/** The same definition as in `createLineCutter`. */
function isBlank(line: string): boolean {
  return /^[ \r\t]*$/.test(line)
}

/** For ASCII, Latin-1 decoding gives the same result as UTF-8 and is several times as fast. */
function textOf(bytes: Uint8Array): string {
  if (!isAscii(bytes)) return decoder.decode(bytes)
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
}

function readWith(sink: RecordSink, read: () => ReturnType<Format['read']>): void {
  sink.record()
  let exchanges: ReturnType<Format['read']>
  try {
    exchanges = read()
  } catch (error) {
    // The parser's own message would quote the record.
    sink.broken(error instanceof SyntaxError ? 'it is not JSON' : reasonOf(error))
    return
  }
  for (const exchange of exchanges) sink.check(exchange)
}

function reasonOf(error: unknown): string {
  if (error instanceof RangeError) return 'it is nested too deeply'
  return error instanceof Error ? error.message : String(error)
}
