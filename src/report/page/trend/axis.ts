import type { TrendPoint } from '../../../model/report.ts'
import { printable } from '../../labels.ts'
import { clockTime, day, shortDay } from '../dates.ts'

/** Labels each day once, at least `apart` runs from the previous label. If all runs are from one day, labels show the time. */
export function datesBelow(
  points: readonly Pick<TrendPoint, 'startedAt'>[],
  apart: number,
): readonly (readonly [index: number, text: string])[] {
  const isOneDay = new Set(points.map(({ startedAt }) => day(startedAt))).size === 1
  const dates: [index: number, text: string, of: string][] = []
  for (const [at, { startedAt }] of points.entries()) {
    const last = dates.at(-1)
    if (last !== undefined && at - last[0] < apart) continue
    // If all runs are from one day, the time distinguishes them.
    const text = isOneDay ? clockTime(startedAt) : day(startedAt)
    if (last !== undefined && (isOneDay ? clockTime(last[2]) : day(last[2])) === text) continue
    if (isOneDay) {
      dates.push([at, last === undefined ? `${shortDay(startedAt)}, ${text}` : text, startedAt])
      continue
    }
    const isSameYear = last === undefined || last[2].slice(0, 4) === startedAt.slice(0, 4)
    dates.push([at, isSameYear ? shortDay(startedAt) : day(startedAt), startedAt])
  }
  return dates.map(([at, text]) => [at, printable(text)])
}

/** Rounds up to the next of 1, 2, 5, 10, 20 …, for a readable axis. */
export function axisEnd(value: number): number {
  if (value <= 1) return 1
  const unit = 10 ** Math.floor(Math.log10(value))
  return ([1, 2, 5].find((factor) => factor * unit >= value) ?? 10) * unit
}
