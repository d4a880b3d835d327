import { plural } from '../../util/text.ts'

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const
const iso = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}:\d{2}))?/

/** Formats an ISO 8601 time as a UTC date, `18 Nov 2026`. Returns any other string unchanged. */
export function day(time: string): string {
  const [, year, month, date] = iso.exec(time) ?? []
  const name = months[Number(month) - 1]
  return name === undefined ? time : `${Number(date)} ${name} ${year}`
}

/** Formats a time as `18 Nov`. */
export function shortDay(time: string): string {
  return day(time).split(' ', 2).join(' ')
}

/** Formats an ISO 8601 time as `08:00` in UTC, or as a date if it has no time. */
export function clockTime(time: string): string {
  return iso.exec(time)?.[4] ?? shortDay(time)
}

/** Formats a time as `18 Nov 2026, 08:00 UTC`. */
export function dayAndTime(time: string): string {
  const clock = iso.exec(time)?.[4]
  return clock === undefined ? day(time) : `${day(time)}, ${clock} UTC`
}

/** Formats a duration: `2.9 s`, `840 ms`, `3 min 4 s`. */
export function duration(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`
  const seconds = milliseconds / 1000
  return seconds < 60 ? `${seconds.toFixed(1)} s` : `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`
}

/** Formats a long duration: `3 days`, `5 hours`, `20 min`. */
export function longDuration(milliseconds: number): string {
  const hours = milliseconds / 3_600_000
  if (hours >= 36) return plural(Math.round(hours / 24), 'day')
  return hours >= 1.5 ? plural(Math.round(hours), 'hour') : `${Math.max(1, Math.round(hours * 60))} min`
}
