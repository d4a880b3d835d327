import type { ComponentChildren } from 'preact'
import type { TrendPoint } from '../../../model/report.ts'
import { printable } from '../../labels.ts'
import { clockTime, shortDay } from '../dates.ts'

/** Sizes of a chart in its own units. */
export const frame = { width: 760, height: 120, left: 44, bottom: 22, top: 16 } as const

interface ChartProps {
  readonly points: readonly TrendPoint[]
  readonly label: string
  /** The largest value, and how it is written. */
  readonly top: number
  readonly unit?: string
  readonly children: ComponentChildren
}

/** A chart over the runs: horizontal lines with numbers, dates below, a mark where the contract is another. */
export function Chart({ points, label, top, unit = '', children }: ChartProps) {
  const { width, height, left, bottom, top: above } = frame
  const ticks = [...new Set([0, Math.round(top / 2), top])]
  return (
    <svg class="chart" viewBox={`0 0 ${left + width} ${above + height + bottom}`} role="img" aria-label={label}>
      {ticks.map((value) => (
        <g key={value}>
          <line class="grid" x1={left} x2={left + width} y1={yOf(value / top)} y2={yOf(value / top)} />
          <text x={left - 6} y={yOf(value / top) + 4} text-anchor="end">
            {value}
            {unit}
          </text>
        </g>
      ))}
      {children}
      {dated(points).map(([at, text]) => (
        <text key={at} x={xOf(at, points.length)} y={above + height + 16} text-anchor="middle">
          {printable(text)}
        </text>
      ))}
      {points.flatMap(({ snapshot }, at) => {
        if (at === 0 || snapshot === points[at - 1]?.snapshot) return []
        const x = round(left + at * stepOf(points.length))
        return [
          <line key={`line ${at}`} class="cut" x1={x} x2={x} y1={above - 6} y2={above + height} />,
          <text key={`name ${at}`} class="cut-name" x={x + 3} y={above - 6}>
            {printable(snapshot)}
          </text>,
        ]
      })}
    </svg>
  )
}

/** Where the middle of a run is. */
export function xOf(index: number, count: number): number {
  return round(frame.left + (index + 0.5) * stepOf(count))
}

/** Where a share in 0…1 of the highest value is. */
export function yOf(share: number): number {
  return round(frame.top + (1 - share) * frame.height)
}

/** Width of a run: a few do not fill the chart. */
export function stepOf(count: number): number {
  return Math.min(48, frame.width / Math.max(1, count))
}

/** One decimal is finer than a screen. */
export function round(value: number): number {
  return Math.round(value * 10) / 10
}

/** Which runs have their date below: each day once, or times of a single day, as many as fit. */
function dated(points: readonly TrendPoint[]): readonly (readonly [index: number, text: string])[] {
  const fits = Math.max(1, Math.ceil(points.length / ((stepOf(points.length) * points.length) / 56)))
  const isOneDay = new Set(points.map(({ startedAt }) => shortDay(startedAt))).size === 1
  const days: [number, string][] = []
  for (const [at, { startedAt }] of points.entries()) {
    // Runs of one day are told apart by the time of day.
    const text = isOneDay ? clockTime(startedAt) : shortDay(startedAt)
    const last = days.at(-1)
    if (last === undefined || (last[1] !== text && at - last[0] >= fits)) days.push([at, text])
  }
  return days
}
