/** `2026-11-21T08:00:` of a time in UTC with milliseconds. */
const minuteLength = 17

/**
 * Makes a reader of times: milliseconds since the epoch as `Date.parse` reads them, NaN for what is none. Recordings are in order,
 * nearly: the minute of the last one is remembered.
 */
export function createTimeReader(): (text: string) => number {
  let minute = ''
  let minuteAt = 0
  return (text) => {
    const isUsual =
      text.length === minuteLength + 7 &&
      text.charCodeAt(minuteLength + 6) === 0x5a &&
      text.charCodeAt(minuteLength + 2) === 0x2e
    if (isUsual && isIn(minute, text)) {
      const seconds = digitsAt(text, minuteLength, 2)
      const milliseconds = digitsAt(text, minuteLength + 3, 3)
      if (seconds < 60 && milliseconds >= 0) return minuteAt + seconds * 1000 + milliseconds
    }
    const at = Date.parse(text)
    // The end of a day may be written as 24:00, and nothing after it.
    if (isUsual && !Number.isNaN(at) && new Date(at).toISOString() === text) {
      minute = text.slice(0, minuteLength)
      minuteAt = Math.floor(at / 60_000) * 60_000
    }
    return at
  }
}

/** Whether a text begins so; from the end, which is what changes. */
function isIn(minute: string, text: string): boolean {
  if (minute === '') return false
  for (let at = minuteLength - 1; at >= 0; at--) if (minute.charCodeAt(at) !== text.charCodeAt(at)) return false
  return true
}

/** NaN where one is no digit. */
function digitsAt(text: string, start: number, count: number): number {
  let value = 0
  for (let at = start; at < start + count; at++) {
    const digit = text.charCodeAt(at) - 0x30
    if (digit < 0 || digit > 9) return Number.NaN
    value = value * 10 + digit
  }
  return value
}
