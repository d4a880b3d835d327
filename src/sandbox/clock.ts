import { SandboxUsageError } from './usage-error.ts'

/** Clock of the service, which can be moved forward and stopped. */
export interface Clock {
  readonly now: () => Date
  /** Accepts ISO 8601, such as 'P1D' or 'PT12H', and returns milliseconds. Throws SandboxUsageError. */
  readonly advance: (duration: string) => number
  /** Moves time forward by milliseconds. Throws SandboxUsageError for a time beyond `end`. */
  readonly leap: (milliseconds: number) => void
  /** Stops at a moment, or continues with undefined; returns the moment of the previous stop. */
  readonly hold: (moment: Date | undefined) => Date | undefined
}

/** Maximum time. A later one is probably a typo, and every day up to it would be settled. */
const end = Date.UTC(2200, 0, 1)

/** Creates a clock that follows `source` with an offset. */
export function createClock(source: () => Date): Clock {
  let ahead = 0
  let stoppedAt: Date | undefined
  const now = () => stoppedAt ?? new Date(source().getTime() + ahead)
  return {
    now,
    advance: (duration) => {
      const from = now()
      const moved = addDuration(from, duration)
      if (moved.getTime() >= end) throw pastEnd()
      const milliseconds = moved.getTime() - from.getTime()
      ahead += milliseconds
      return milliseconds
    },
    leap: (milliseconds) => {
      // After a stop at an earlier moment, `now` could be smaller than the running time.
      if (!(Math.max(now().getTime(), source().getTime() + ahead) + milliseconds < end)) throw pastEnd()
      ahead += milliseconds
    },
    hold: (moment) => {
      const before = stoppedAt
      stoppedAt = moment
      return before
    },
  }
}

function pastEnd(): SandboxUsageError {
  return new SandboxUsageError('Time cannot be moved past the year 2199.')
}

export function doAt<T>(clock: Clock, moment: Date, act: () => T): T {
  const before = clock.hold(moment)
  try {
    return act()
  } finally {
    clock.hold(before)
  }
}

/** Adds months, using the last day of a shorter month (UTC). */
export function addMonths(from: Date, months: number): Date {
  const to = new Date(from)
  to.setUTCMonth(from.getUTCMonth() + months)
  if (to.getUTCDate() !== from.getUTCDate()) to.setUTCDate(0)
  return to
}

export function addDays(from: Date, days: number): Date {
  return new Date(from.getTime() + days * 86_400_000)
}

export function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10)
}

/** A calendar date, or one with the time of day and its zone. */
const timePattern = /^\d{4}-\d{2}-\d{2}(T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d))?$/

/** Parses an ISO 8601 date, or a time with its zone; undefined if it is invalid or the day doesn't exist. */
export function readTime(text: string): Date | undefined {
  const day = new Date(text.slice(0, 10))
  // Date accepts days beyond the end of a month.
  const isDay = !Number.isNaN(day.getTime()) && dayOf(day) === text.slice(0, 10)
  return isDay && timePattern.test(text) ? new Date(text) : undefined
}

const durationPattern =
  /^P(?=.)(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?=.)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/

function addDuration(from: Date, text: string): Date {
  const found = durationPattern.exec(text)
  if (found === null) throw new SandboxUsageError(`'${text}' is no ISO 8601 duration, such as P1D, P1M or PT12H.`)
  const [years = 0, months = 0, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = found
    .slice(1)
    .map((part) => Number(part ?? 0))
  const whole = addDays(addMonths(from, years * 12 + months), weeks * 7 + days)
  const moved = new Date(whole.getTime() + ((hours * 60 + minutes) * 60 + seconds) * 1000)
  if (Number.isNaN(moved.getTime())) throw new SandboxUsageError(`'${text}' is too long.`)
  return moved
}
