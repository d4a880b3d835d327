const daysOfMonth = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** Returns true for usual UTC date-times, `2026-11-22T08:00:00.123Z` (RFC 3339 §5.6). False means that the full test must decide. */
export function isPlainDateTime(text: string): boolean {
  const last = text.length - 1
  if (last < 19 || text.charCodeAt(last) !== 0x5a) return false
  if (text.charCodeAt(4) !== 0x2d || text.charCodeAt(7) !== 0x2d || text.charCodeAt(10) !== 0x54) return false
  if (text.charCodeAt(13) !== 0x3a || text.charCodeAt(16) !== 0x3a) return false
  const month = twoDigits(text, 5)
  const day = twoDigits(text, 8)
  if (twoDigits(text, 0) < 0 || twoDigits(text, 2) < 0 || !(month >= 1 && month <= 12)) return false
  if (!(day >= 1 && day <= (daysOfMonth[month - 1] ?? 0)) || (month === 2 && day === 29)) return false
  if (!isBelow(twoDigits(text, 11), 24) || !isBelow(twoDigits(text, 14), 60) || !isBelow(twoDigits(text, 17), 60))
    return false
  if (last === 19) return true
  if (last === 20 || text.charCodeAt(19) !== 0x2e) return false
  for (let at = 20; at < last; at++) if (!isDigit(text.charCodeAt(at))) return false
  return true
}

/** Negative if a character isn't a digit. */
function twoDigits(text: string, at: number): number {
  const tens = text.charCodeAt(at)
  const ones = text.charCodeAt(at + 1)
  return isDigit(tens) && isDigit(ones) ? (tens - 0x30) * 10 + ones - 0x30 : -1
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39
}

function isBelow(value: number, end: number): boolean {
  return value >= 0 && value < end
}
