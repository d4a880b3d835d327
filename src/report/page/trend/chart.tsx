import type { ComponentChildren } from 'preact'
import type { TrendPoint } from '../../../model/report.ts'
import { datesBelow } from './axis.ts'
import { frame, isFew, round, stepOf, widthOf, xOf, yOf } from './frame.ts'
import { Markers } from './markers.tsx'

interface ChartProps {
  readonly points: readonly TrendPoint[]
  readonly label: string
  /** Largest value of the axis. */
  readonly top: number
  /** Formats a value of the axis. */
  readonly write?: (value: number) => string
  readonly children: ComponentChildren
}

/** Chart over runs with grid lines, dates, and markers where the contract or release changes. */
export function Chart({ points, label, top, write = String, children }: ChartProps) {
  const { height, left, right, bottom, top: above } = frame
  const width = widthOf(points.length)
  const whole = left + width + right
  const ticks = [...new Set([0, top >= 2 ? Math.round(top / 2) : 0, top])]
  return (
    // A chart wider than the screen scrolls inside its section.
    <section
      class={`wide chart-box${isFew(points.length) ? ' few' : ''}`}
      aria-label={`${label}, scrolls sideways`}
      tabindex={0}
    >
      <svg
        class="chart"
        width={round(whole * enlarged)}
        viewBox={`0 0 ${whole} ${above + height + bottom}`}
        role="img"
        aria-label={label}
      >
        {ticks.map((value) => (
          <g key={value}>
            <line class="grid" x1={left} x2={left + width} y1={yOf(value / top)} y2={yOf(value / top)} />
            <text x={left + width + 6} y={yOf(value / top) + 4}>
              {write(value)}
            </text>
          </g>
        ))}
        {children}
        {datesBelow(points, Math.ceil(56 / stepOf(points.length))).map(([at, text]) => (
          <g key={at}>
            <line
              class="axis"
              x1={xOf(at, points.length)}
              x2={xOf(at, points.length)}
              y1={above + height}
              y2={above + height + 4}
            />
            <text x={xOf(at, points.length)} y={above + height + 16} text-anchor="middle">
              {text}
            </text>
          </g>
        ))}
        <Markers points={points} edgeOf={(at) => round(left + at * stepOf(points.length))} />
      </svg>
    </section>
  )
}

/** Scale factor if there is enough space. */
const enlarged = 1.2

interface LineProps {
  /** One value per run; null or undefined if unknown. */
  readonly values: readonly (number | null | undefined)[]
  readonly top: number
  readonly look: string
}

/** Line over runs, interrupted at unknown values. A single value is drawn as a dot. */
export function Line({ values, top, look }: LineProps) {
  const parts: string[][] = [[]]
  for (const [at, value] of values.entries()) {
    if (value === null || value === undefined) parts.push([])
    else parts.at(-1)?.push(`${xOf(at, values.length)},${yOf(Math.min(1, value / top))}`)
  }
  return (
    <>
      {parts.map(([first, ...more], at) => {
        if (first === undefined) return null
        const [x, y] = first.split(',')
        return more.length === 0 ? (
          <circle key={at} class={look} cx={x} cy={y} r="2.5" />
        ) : (
          <polyline key={at} class={look} points={[first, ...more].join(' ')} />
        )
      })}
    </>
  )
}
