/** Length of the minute in a UTC timestamp with milliseconds: `2026-11-21T08:00:`. */
const minuteLength = 17

/** A faster `Date.parse` that caches the last minute, because records are nearly in order. */
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
    // The comparison skips 24:00, the end of a day: no later time of that minute is valid.
    if (isUsual && !Number.isNaN(at) && new Date(at).toISOString() === text) {
      minute = text.slice(0, minuteLength)
      minuteAt = Math.floor(at / 60_000) * 60_000
    }
    return at
  }
}

/** Whether a text has the prefix `minute`. Compares from the end, where a difference is most likely. */
function isIn(minute: string, text: string): boolean {
  if (minute === '') return false
  for (let at = minuteLength - 1; at >= 0; at--) if (minute.charCodeAt(at) !== text.charCodeAt(at)) return false
  return true
}

function digitsAt(text: string, start: number, count: number): number {
  let value = 0
  for (let at = start; at < start + count; at++) {
    const digit = text.charCodeAt(at) - 0x30
    if (digit < 0 || digit > 9) return Number.NaN
    value = value * 10 + digit
  }
  return value
}
