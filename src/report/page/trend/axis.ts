import type { TrendPoint } from '../../../model/report.ts'
import { printable } from '../../labels.ts'
import { clockTime, day, shortDay } from '../dates.ts'

/**
 * Which runs have their date below, at least `apart` runs from each other: each day once, with its year where that is another; the times of
 * a single day.
 */
export function datesBelow(
  points: readonly Pick<TrendPoint, 'startedAt'>[],
  apart: number,
): readonly (readonly [index: number, text: string])[] {
  const isOneDay = new Set(points.map(({ startedAt }) => day(startedAt))).size === 1
  const dates: [index: number, text: string, of: string][] = []
  for (const [at, { startedAt }] of points.entries()) {
    const last = dates.at(-1)
    if (last !== undefined && at - last[0] < apart) continue
    // Runs of one day are distinguished by the time of day.
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

/** The next value of 1, 2, 5, 10, 20 … that is not below a value: the end of an axis that can be read. */
export function axisEnd(value: number): number {
  if (value <= 1) return 1
  const unit = 10 ** Math.floor(Math.log10(value))
  return ([1, 2, 5].find((factor) => factor * unit >= value) ?? 10) * unit
}
