import { createHash } from 'node:crypto'
import type { TrafficResult } from '../../traffic/partial/result.ts'
import type { CutRecord } from '../../traffic/reading/cutter.ts'
import { type RecordSink, readRecord } from '../../traffic/reading/reader.ts'
import type { Format } from '../../traffic/recording.ts'
import type { Session } from './session.ts'

/** Takes the records of recordings. */
export interface RecordTaker {
  /** A record is only valid until the next chunk is read. */
  take(format: Format, record: CutRecord): void
  /** Takes lines of a format whose records are lines, uncut: who deals them out need not look at each. */
  takeLines?(format: Format, lines: Uint8Array): void
  /** A recording that is not whole, and why; `isRecord`: what is missing is counted as one record. */
  broken(because: string, isRecord?: boolean): void
  /** Awaited between two chunks: a reader waits for those that check. */
  ready(): Promise<void> | undefined
}

/** Has them checked. */
export interface Taker extends RecordTaker {
  /** Once all was read. */
  result(): Promise<TrafficResult>
  /** Ends what it started, whatever became of it. */
  close(): Promise<void>
}

/** Checks records at once. `sample`: the share of them that is checked. */
export function takeHere(session: Session, sample?: number): Taker {
  return { ...readHere(session, sample), result: async () => session.result(), close: async () => undefined }
}

/** Reads records at once. `sample`: the share of them that is read. */
export function readHere(sink: RecordSink, sample?: number): RecordTaker {
  const isWanted = samplerOf(sample)
  return {
    take(format, record) {
      if (isWanted(record)) readRecord(format, record, sink)
      else sink.record(true)
    },
    broken(because, isRecord) {
      if (isRecord) sink.record()
      sink.broken(because)
    },
    ready: () => undefined,
  }
}

/** Chooses records by their content: the same ones however they are sliced. */
function samplerOf(share = 1): (record: CutRecord) => boolean {
  if (share >= 1) return () => true
  const limit = Math.floor(share * 2 ** 32)
  return (record) => record === 'too-long' || createHash('sha1').update(record).digest().readUInt32BE(0) < limit
}
