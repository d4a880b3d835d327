/** Stability levels in ascending order. Default: `stable`. */
export const stabilityLevels = ['draft', 'alpha', 'beta', 'stable'] as const

/** A date or time (RFC 3339), or an HTTP-date in any of its three forms (RFC 9110 §5.6.7). */
const forms = [
  /^\d{4}-\d\d-\d\d([Tt ]\d\d:\d\d(:\d\d(\.\d+)?)?([Zz]|[+-]\d\d:?\d\d)?)?$/,
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? /,
]

/** Returns the UTC day (`YYYY-MM-DD`) of a sunset written as in RFC 8594 §3 or RFC 3339; undefined if invalid. */
export function sunsetDay(text: string): string | undefined {
  const time = forms.some((form) => form.test(text)) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(time)) return undefined
  // `Date.parse` accepts February 31 as a day in March.
  const isCalendarDay = !/^\d{4}-/.test(text) || isDay(text.slice(0, 10))
  return isCalendarDay ? new Date(time).toISOString().slice(0, 10) : undefined
}

function isDay(text: string): boolean {
  const time = Date.parse(text)
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === text
}
