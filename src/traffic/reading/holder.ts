import type { CutRecord } from './cutter.ts'

/** Holds the beginning of a record that goes on in the next chunk. */
export interface Holder {
  /** A record starts here, unless one is open. */
  start(at: number): void
  /** The open record ends before this byte. */
  finish(chunk: Uint8Array, end: number, each: (record: CutRecord) => void): void
  /** The chunk is over: what is open is copied. */
  keep(chunk: Uint8Array): void
}

/** Makes a holder. A record over the limit is not kept any further. */
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
