import type { TakeBlock } from './find-blocks.ts'

/** The bytes of a record, or `too-long` if it exceeds the size limit. */
export type CutRecord = Uint8Array | 'too-long'

/** Splits a stream into records, storing at most one. A record is valid only until the next chunk is pushed. */
export interface Cutter {
  /** `block` receives multiple records at once: lines with line feeds, or list members with commas. */
  push(chunk: Uint8Array, each: (record: CutRecord) => void, block?: TakeBlock): void
  /** Returns the reason if the recording is incomplete. */
  end(each: (record: CutRecord) => void): string | undefined
}

/** Maximum size of a record in bytes, enough for a body of 64 MiB as a JSON string. Larger records count as broken. */
export const mostRecordBytes = 256 * 2 ** 20
