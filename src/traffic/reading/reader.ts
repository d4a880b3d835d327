import { TextDecoder } from 'node:util'
import type { Format } from '../recording.ts'
import { createLineCutter } from './cut-lines.ts'
import { createMemberCutter } from './cut-members.ts'
import { createYamlCutter } from './cut-yaml.ts'
import { type CutRecord, type Cutter, mostRecordBytes } from './cutter.ts'

/** Makes the cutter of a format. */
export function cutterOf({ cut }: Format, mostBytes = mostRecordBytes): Cutter {
  if (cut === 'lines') return createLineCutter(mostBytes)
  if ('members' in cut) return createMemberCutter(cut.members, mostBytes)
  return createYamlCutter(cut.yamlItems, mostBytes)
}

const decoder = new TextDecoder()

/** What reads the records of a recording: exchanges, and why a record is none. */
export interface RecordSink {
  check(exchange: ReturnType<Format['read']>[number]): unknown
  broken(because: string): void
  /** One was read, or left out by `--sample`. */
  record(isSampledOut?: boolean): void
}

/** Reads one record. One that cannot be read, or whose check fails because of what it holds, costs itself. */
export function readRecord(format: Format, record: CutRecord, sink: RecordSink): void {
  sink.record()
  if (record === 'too-long') {
    sink.broken('it is over the limit of 256 MiB')
    return
  }
  let exchanges: ReturnType<Format['read']>
  try {
    exchanges = format.read(decoder.decode(record))
  } catch (error) {
    // The parser's own message quotes the record.
    sink.broken(error instanceof SyntaxError ? 'it is not JSON' : reasonOf(error))
    return
  }
  for (const exchange of exchanges) sink.check(exchange)
}

function reasonOf(error: unknown): string {
  if (error instanceof RangeError) return 'it is nested too deeply'
  return error instanceof Error ? error.message : String(error)
}
