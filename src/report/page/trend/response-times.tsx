import type { Report, TrendPoint } from '../../../model/report.ts'
import { byText, plural } from '../../../util/text.ts'
import { printable } from '../../labels.ts'
import { duration } from '../dates.ts'
import { axisEnd } from './axis.ts'
import { Chart, Line } from './chart.tsx'

const size = { width: 96, height: 18 } as const

/** Response times of an operation in milliseconds: this run, earlier runs and the usual value. */
export interface OperationTimes {
  readonly operation: string
  readonly count: number
  readonly p50: number
  readonly p95: number
  /** One value per trend point, this run last. */
  readonly p50s: readonly (number | null)[]
  readonly p95s: readonly (number | null)[]
  /** Median of p95 over at least three earlier runs. */
  readonly usual?: number
  /** True if p95 is at least twice the usual value and noticeably longer in absolute terms. */
  readonly isSlower: boolean
}

const noticed = 100

/** Returns response times of all measured operations: slowed-down ones first, then by p95 descending. */
export function responseTimesOf(report: Report): readonly OperationTimes[] {
  const earlier = new Map(report.history?.responseTimes?.map((each) => [each.operation, each]))
  return Object.entries(report.times?.operations ?? {})
    .map(([operation, { count, p50, p95 }]): OperationTimes => {
      const before = earlier.get(operation)
      const known = (before?.p95 ?? []).filter((one) => one !== null).sort((a, b) => a - b)
      const usual = known.length < 3 ? undefined : known[Math.ceil(known.length / 2) - 1]
      return {
        ...{ operation, count, p50, p95, p50s: [...(before?.p50 ?? []), p50], p95s: [...(before?.p95 ?? []), p95] },
        usual,
        isSlower: usual !== undefined && p95 >= 2 * usual && p95 >= usual + noticed,
      }
    })
    .sort((a, b) => Number(b.isSlower) - Number(a.isSlower) || b.p95 - a.p95 || byText(a.operation, b.operation))
}

/** Maximum numbers of operations with a chart, and with a line. */
const most = { charts: 12, lines: 200 }

/** Lists response times by operation, each expandable to a chart over runs. */
export function ResponseTimes({ report, points }: { readonly report: Report; readonly points: readonly TrendPoint[] }) {
  const all = responseTimesOf(report)
  if (all.length === 0) return null
  const slower = all.filter(({ isSlower }) => isSlower).length
  const [first, rest] = [all.slice(0, most.charts), all.slice(most.charts, most.lines)]
  return (
    <section class="block times" id="times" aria-labelledby="times-title">
      <div class="head">
        <h3 id="times-title">Response times</h3>
        <p class="soft small">
          {slower > 0 && <b class="slower">{plural(slower, 'operation')} slower than usual · </b>}
          p50 and p95 of responses with a status below 400, the slowest first
        </p>
      </div>
      <div class="rows">
        {first.map((times) => (
          <details key={times.operation}>
            <summary>
              <Row times={times} points={points} />
            </summary>
            {points.length > 1 && <TimesChart times={times} points={points} />}
          </details>
        ))}
      </div>
      {rest.length > 0 && (
        <details class="fold">
          <summary>
            {plural(rest.length, 'more operation')}
            {all.length > most.lines && ` of ${all.length - most.charts}`}
          </summary>
          <div class="rows plain-rows">
            {rest.map((times) => (
              <div key={times.operation}>
                <Row times={times} points={[]} />
              </div>
            ))}
          </div>
        </details>
      )}
    </section>
  )
}

function Row({ times, points }: { readonly times: OperationTimes; readonly points: readonly TrendPoint[] }) {
  const { operation, count, p50, p95, usual, isSlower } = times
  return (
    <span class="time">
      <code>{printable(operation)}</code>
      {points.length > 1 && <Spark values={times.p95s} />}
      <span>
        <span class="soft">p50</span> {duration(p50)}
      </span>
      <span class={isSlower ? 'slower' : ''}>
        <span class="soft">p95</span> {duration(p95)}
      </span>
      <span class="soft usual">
        {usual === undefined ? plural(count, 'response') : `usually ${duration(usual)}${isSlower ? ', slower' : ''}`}
      </span>
    </span>
  )
}

function TimesChart({ times, points }: { readonly times: OperationTimes; readonly points: readonly TrendPoint[] }) {
  const known = [...times.p50s, ...times.p95s].filter((one) => one !== null)
  const top = axisEnd(Math.max(...known))
  return (
    <figure>
      <Chart
        points={points}
        label={`Response times of ${printable(times.operation)} in each run`}
        top={top}
        write={duration}
      >
        <Line values={times.p95s} top={top} look="p95" />
        <Line values={times.p50s} top={top} look="p50" />
      </Chart>
      <p class="legend">
        <span>
          <i class="swatch operations" aria-hidden="true" /> p50
        </span>
        <span>
          <i class="swatch p95" aria-hidden="true" /> p95
        </span>
        <span>{plural(times.count, 'response')} in this run</span>
      </p>
    </figure>
  )
}

/** Sparkline without axes. A dot marks the last value. */
function Spark({ values }: { readonly values: readonly (number | null)[] }) {
  const top = Math.max(1, ...values.map((value) => value ?? 0))
  const step = size.width / Math.max(1, values.length - 1)
  const at = (value: number, index: number) =>
    [index * step, 1 + (1 - value / top) * (size.height - 2)].map((each) => Math.round(each * 10) / 10) as [
      number,
      number,
    ]
  const points = values.flatMap((value, index) => (value === null ? [] : [at(value, index)]))
  const last = points.at(-1)
  if (last === undefined) return null
  return (
    <svg class="spark" viewBox={`-3 -2 ${size.width + 6} ${size.height + 4}`} aria-hidden="true">
      <polyline points={points.map((point) => point.join(',')).join(' ')} />
      <circle cx={last[0]} cy={last[1]} r="2.5" />
    </svg>
  )
}
