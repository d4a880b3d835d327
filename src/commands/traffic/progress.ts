import type { TrafficProgress } from '../../run/traffic/options.ts'
import type { Shell } from '../shell/shell.ts'

/** Progress display on a terminal. */
export interface ShownTraffic extends TrafficProgress {
  /** Removes the display. */
  end(): void
}

/** Milliseconds between updates. */
const pauseMs = 250

/** Shows the amount read, the speed and the remaining time on a terminal; undefined without a terminal. */
export function showTrafficProgress({ progressLine, clock }: Shell): ShownTraffic | undefined {
  if (progressLine === undefined) return undefined
  const started = clock()
  let shownAt = Number.NEGATIVE_INFINITY
  let total: number | undefined
  let read = 0
  let records = 0
  return {
    total(bytes) {
      // The reader restarts if it can't read data in blocks.
      ;[total, read, records] = [bytes, 0, 0]
    },
    read(bytes, more) {
      read += bytes
      records += more
      const now = clock()
      if (now - shownAt < pauseMs) return
      shownAt = now
      progressLine.show(progressText({ read, records, total, milliseconds: now - started }))
    },
    end: () => progressLine.clear(),
  }
}

/** Formats the progress: `checking  120 of 1,000 MB (12 %)  1200 records/s  30 s left`. */
export function progressText({
  read,
  records,
  total,
  milliseconds,
}: {
  readonly read: number
  readonly records: number
  readonly total: number | undefined
  readonly milliseconds: number
}): string {
  const mega = (bytes: number): string => (bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)
  const seconds = milliseconds / 1000
  const rate = seconds > 0 ? `  ${Math.round(records / seconds)} records/s` : ''
  if (total === undefined || total === 0) return `checking  ${mega(read)} MB  ${records} records${rate}`
  const left = read > 0 && seconds > 1 ? `  ${Math.ceil((seconds * (total - read)) / read)} s left` : ''
  return `checking  ${mega(read)} of ${mega(total)} MB (${Math.floor((100 * read) / total)} %)${rate}${left}`
}
