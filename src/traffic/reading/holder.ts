import type { CutRecord } from './cutter.ts'

/** Stores the beginning of a record that continues in the next chunk. */
export interface Holder {
  /** Starts a record unless one is open. */
  start(at: number): void
  /** Ends the open record before this byte. */
  finish(chunk: Uint8Array, end: number, each: (record: CutRecord) => void): void
  /** Copies the open record at the end of a chunk. */
  keep(chunk: Uint8Array): void
}

/** Creates a holder. It stops storing a record that exceeds the limit. */
export function createHolder(mostBytes: number): Holder {
  let parts: Uint8Array[] = []
  let held = 0
  let from = -1
  return {
    start(at) {
      if (from < 0) from = at
    },
    finish(chunk, end, each) {
      if (from < 0) return
      const last = chunk.subarray(from, end)
      if (held + last.length > mostBytes) each('too-long')
      else each(parts.length === 0 ? last : Buffer.concat([...parts, last]))
      parts = []
      held = 0
      from = -1
    },
    keep(chunk) {
      if (from < 0) return
      held += chunk.length - from
      if (held > mostBytes) parts = []
      else parts.push(chunk.slice(from))
      from = 0
    },
  }
}
