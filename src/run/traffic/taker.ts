import { createHash } from 'node:crypto'
import type { TrafficResult } from '../../traffic/partial/result.ts'
import type { CutRecord } from '../../traffic/reading/cutter.ts'
import { cutBlock, type RecordSink, readBlock, readRecord } from '../../traffic/reading/reader.ts'
import type { Format } from '../../traffic/recording.ts'
import type { Session } from './session.ts'
import type { Batch } from './thread-messages.ts'

/** Receives the records of recordings. */
export interface RecordTaker {
  /** Takes a record, which is only valid until the next chunk is read. */
  take(format: Format, record: CutRecord): void
  /** Takes unsplit lines or members of a JSON list. Throws NoBlock if they aren't members. */
  takeBlock(format: Format, block: Uint8Array): void
  /** Reports an incomplete recording; `isRecord`: count the missing part as one record. */
  broken(because: string, isRecord?: boolean): void
  /** Awaited between chunks, so that reading doesn't outrun checking. */
  ready(): Promise<void> | undefined
}

export interface Taker extends RecordTaker {
  /** Returns the result after all records were read. */
  result(): Promise<TrafficResult>
}

/** Checks records in this thread. `sample`: share of records to check. */
export function takeHere(session: Session, sample?: number): Taker {
  return { ...readHere(session, sample), result: async () => session.result() }
}

/** Parses records in this thread. `sample`: share of records to parse. */
export function readHere(sink: RecordSink, sample?: number): RecordTaker {
  const isWanted = samplerOf(sample)
  const take = (format: Format, record: CutRecord): void => {
    if (isWanted === undefined || isWanted(record)) readRecord(format, record, sink)
    else sink.record(true)
  }
  return {
    take,
    takeBlock(format, block) {
      if (isWanted === undefined) readBlock(format, block, sink)
      else cutBlock(format, block, (record) => take(format, record))
    },
    broken(because, isRecord) {
      if (isRecord) sink.record()
      sink.broken(because)
    },
    ready: () => undefined,
  }
}

export function takeBatch(taker: Taker, format: Format, { bytes, ends }: Batch): void {
  if (ends === undefined) {
    taker.takeBlock(format, bytes)
    return
  }
  let from = 0
  for (const end of ends) {
    taker.take(format, bytes.subarray(from, end))
    from = end
  }
}

function samplerOf(share = 1): ((record: CutRecord) => boolean) | undefined {
  if (share >= 1) return undefined
  const limit = Math.floor(share * 2 ** 32)
  return (record) => record === 'too-long' || createHash('sha1').update(record).digest().readUInt32BE(0) < limit
}
