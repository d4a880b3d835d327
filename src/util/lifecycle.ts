/** Stability levels from least to most; an operation without one is `stable`. */
export const stabilityLevels = ['draft', 'alpha', 'beta', 'stable'] as const

/** A calendar day or a time (RFC 3339), or an HTTP-date in any of its three forms (RFC 9110 §5.6.7). */
const forms = [
  /^\d{4}-\d\d-\d\d([Tt ]\d\d:\d\d(:\d\d(\.\d+)?)?([Zz]|[+-]\d\d:?\d\d)?)?$/,
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? /,
]

/** The day (UTC, `YYYY-MM-DD`) a sunset falls on, written as in RFC 8594 §3 or RFC 3339; undefined when it cannot be read. */
export function sunsetDay(text: string): string | undefined {
  const time = forms.some((form) => form.test(text)) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(time)) return undefined
  // The 31st of February is read as a day of March.
  const isCalendarDay = !/^\d{4}-/.test(text) || isDay(text.slice(0, 10))
  return isCalendarDay ? new Date(time).toISOString().slice(0, 10) : undefined
}

function isDay(text: string): boolean {
  const time = Date.parse(text)
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === text
}
