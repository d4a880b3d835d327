import type { TakeBlock } from './find-blocks.ts'

/** A record as bytes, or what became of one over the limit of size. */
export type CutRecord = Uint8Array | 'too-long'

/** Cuts a stream of bytes into records without keeping more than one of them. A record is only valid until the next chunk is pushed. */
export interface Cutter {
  /** `block`: takes several records at once, lines with the line feed that ends each, or members of a list with the commas between them. */
  push(chunk: Uint8Array, each: (record: CutRecord) => void, block?: TakeBlock): void
  /** Returns why the recording is not whole, where it is not. */
  end(each: (record: CutRecord) => void): string | undefined
}

/** A record of more bytes is counted as broken: 64 MiB of a body, as JSON text. */
export const mostRecordBytes = 256 * 2 ** 20
