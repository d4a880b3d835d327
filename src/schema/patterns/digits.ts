/** Pattern for digit strings of equal length from `limit` up (`isUp`) or down. */
function oneLength(limit: string, isUp: boolean): string {
  const [first = '', rest] = [limit[0], limit.slice(1)]
  if (first === '') return ''
  const more = isUp ? within(Number(first) + 1, 9) : within(0, Number(first) - 1)
  const beyond = more === '' ? [] : [`${more}${anyDigits(rest.length)}`]
  return `(?:${[`${first}${oneLength(rest, isUp)}`, ...beyond].join('|')})`
}

function within(least: number, most: number): string {
  return least > most ? '' : `[${least}-${most}]`
}

function anyDigits(count: number): string {
  return count === 0 ? '' : `[0-9]{${count}}`
}

/** Pattern for digit strings of equal length between two limits. */
function between(least: string, most: string): string {
  const [a = '', b = ''] = [least[0], most[0]]
  if (a === b) return a === '' ? '' : `${a}${between(least.slice(1), most.slice(1))}`
  const [low, high] = [least.slice(1), most.slice(1)]
  const inner = within(Number(a) + 1, Number(b) - 1)
  const middle = inner === '' ? [] : [`${inner}${anyDigits(low.length)}`]
  return `(?:${[`${a}${oneLength(low, true)}`, ...middle, `${b}${oneLength(high, false)}`].join('|')})`
}

/** Patterns for non-negative integers as clients print them; `most` may be infinite. */
function natural(least: number, most: number): readonly string[] {
  const found: string[] = []
  for (let length = String(least).length; ; length++) {
    const [low, high] = [length === 1 ? 0 : 10 ** (length - 1), 10 ** length - 1]
    if (low > most) return found
    if (most === Number.POSITIVE_INFINITY && low >= least) {
      return [...found, ...(length === 1 ? ['0'] : []), `[1-9][0-9]{${length - 1},}`]
    }
    found.push(between(String(Math.max(least, low)), String(Math.min(most, high))))
  }
}

/** Returns an unanchored pattern for integers between safe or infinite limits; `undefined` if empty. `isRead`: allow leading zeros. */
export function integersBetween(least: number, most: number, isRead = false): string | undefined {
  if (least > most) return undefined
  const zeros = isRead ? '0*' : ''
  const positive = most < 0 ? [] : natural(Math.max(0, least), most).map((digits) => `${zeros}${digits}`)
  const negative = least >= 0 ? [] : natural(Math.max(1, -most), -least).map((digits) => `-${zeros}${digits}`)
  const zero = isRead && least <= 0 && most >= 0 ? ['-0+'] : []
  return `(?:${[...positive, ...negative, ...zero].join('|')})`
}
