import type { CutRecord, Cutter } from './cutter.ts'
import { createHolder } from './holder.ts'

const lineFeed = 0x0a

/** Splits bytes at line ends. Skips blank lines unless they are wanted. */
export function createLineCutter(mostBytes: number, isBlankWanted = false): Cutter {
  const holder = createHolder(mostBytes)
  const unlessBlank = (each: (record: CutRecord) => void) => (record: CutRecord) => {
    if (isBlankWanted || record === 'too-long' || !record.every(isBlank)) each(record)
  }
  return {
    push(chunk, each, block) {
      const take = unlessBlank(each)
      let from = 0
      const last = block === undefined ? -1 : chunk.lastIndexOf(lineFeed)
      if (last >= 0) {
        const first = chunk.indexOf(lineFeed)
        holder.start(0)
        holder.finish(chunk, first, take)
        if (last > first) {
          const lines = chunk.subarray(first + 1, last + 1)
          block?.(lines, () => countLines(lines))
        }
        from = last + 1
      }
      for (;;) {
        const end = chunk.indexOf(lineFeed, from)
        if (end < 0) break
        // Has no effect on a line that began in an earlier chunk.
        holder.start(from)
        holder.finish(chunk, end, take)
        from = end + 1
      }
      if (from < chunk.length) holder.start(from)
      holder.keep(chunk)
    },
    end(each) {
      holder.finish(new Uint8Array(), 0, unlessBlank(each))
      return undefined
    },
  }
}

function countLines(lines: Uint8Array): number {
  let count = 0
  for (let end = lines.indexOf(lineFeed); end >= 0; end = lines.indexOf(lineFeed, end + 1)) count++
  return count
}

function isBlank(byte: number): boolean {
  return byte === 0x20 || byte === 0x0d || byte === 0x09
}
