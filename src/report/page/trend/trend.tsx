import type { Report, TrendPoint } from '../../../model/report.ts'
import { plural } from '../../../util/text.ts'
import { day, longDuration } from '../dates.ts'
import { axisEnd } from './axis.ts'
import { Chart, Line } from './chart.tsx'
import { frame, round, stepOf, xOf, yOf } from './frame.ts'
import { markersOf } from './markers.tsx'
import { pointsOf } from './points.ts'
import { ResponseTimes } from './response-times.tsx'
import { RunTable } from './run-table.tsx'

const counted = ['error', 'warning', 'info', 'accepted'] as const
const covered = ['operations', 'statuses', 'properties'] as const

/** History of runs: findings as bars, coverage and response times as lines, and a table. */
export function Trend({ report }: { readonly report: Report }) {
  const points = pointsOf(report)
  if (report.history === undefined || points.length === 0)
    return report.times?.operations === undefined ? null : <ResponseTimes report={report} points={[]} />
  const marked = markersOf(points)
  const marks = [
    ...(marked.some(({ contract }) => contract !== undefined) ? [['contract', 'contract changed'] as const] : []),
    ...(marked.some(({ contract }) => contract === undefined) ? [['release', 'release'] as const] : []),
  ]
  return (
    <section id="trend" class="block">
      <div class="head">
        <h2>Trend</h2>
        <p class="soft small">
          {plural(report.history.runs, 'earlier run')} since {day(report.history.since)}, the newest right
        </p>
      </div>
      <div class={points.length <= few ? 'charts few' : 'charts'}>
        <figure>
          <figcaption>
            Findings of each run
            <TimeToFix report={report} />
          </figcaption>
          <Bars points={points} />
          <Legend
            names={[
              ...looks.filter(([name]) => points.some((point) => point[name] > 0)).map(([, ...look]) => look),
              ...(points.some((point) => (point.new ?? 0) > 0)
                ? [['fresh', '+n: new or back in that run'] as const]
                : []),
              ...(points.some(wasNotChecked) ? [['none', 'not checked'] as const] : []),
              ...marks,
            ]}
          />
        </figure>
        <figure>
          <figcaption>Covered share of the contract</figcaption>
          <Chart
            points={points}
            label="Coverage of each run in per cent; as a table below"
            top={100}
            write={(one) => `${one} %`}
          >
            {covered.map((kind) => (
              <Line key={kind} look={kind} top={1} values={points.map(({ coverage }) => coverage?.[kind])} />
            ))}
          </Chart>
          <Legend names={[...covered.map((kind) => [kind, kind] as const), ...marks]} />
        </figure>
      </div>
      <ResponseTimes report={report} points={points} />
      <RunTable points={points} />
    </section>
  )
}

/** Up to this number of runs, charts are placed side by side. */
const few = 16

const looks = [
  ['error', 'error', 'errors'],
  ['warning', 'warning', 'warnings'],
  ['info', 'info', 'info'],
  ['accepted', 'grey', 'accepted'],
] as const

/** Shows `fixed after 3 days (median of 12 findings)`. */
function TimeToFix({ report: { history } }: { readonly report: Report }) {
  const { findings, median } = history?.timeToFix ?? {}
  if (findings === undefined || median === undefined) return null
  return (
    <span class="soft">
      {' '}
      · fixed after <b>{longDuration(median)}</b> ({findings === 1 ? '1 finding' : `median of ${findings} findings`})
    </span>
  )
}

function wasNotChecked({ outcome }: TrendPoint): boolean {
  return outcome === 'outage' || outcome === 'inconclusive'
}

interface Points {
  readonly points: readonly TrendPoint[]
}

function Bars({ points }: Points) {
  const most = Math.max(1, ...points.map((point) => counted.reduce((sum, name) => sum + point[name], 0)))
  const top = axisEnd(most)
  const step = stepOf(points.length)
  const width = round(step * 0.7)
  return (
    <Chart points={points} label={`Findings of each run, at most ${most}; as a table below`} top={top}>
      {points.map((point, at) => {
        let share = 0
        const x = round(xOf(at, points.length) - width / 2)
        if (wasNotChecked(point) && counted.every((name) => point[name] === 0))
          return <rect key={at} class="none" x={x} y={yOf(1)} width={width} height={frame.height} />
        return counted.map((name) => {
          const part = point[name] / top
          const from = share
          share += part
          return (
            part > 0 && (
              <rect
                key={`${at} ${name}`}
                class={name}
                x={x}
                y={yOf(share)}
                width={width}
                height={round(yOf(from) - yOf(share))}
              />
            )
          )
        })
      })}
      {points.map((point, at) => {
        const { new: fresh = 0 } = point
        if (fresh === 0) return null
        const height = counted.reduce((sum, name) => sum + point[name], 0) / top
        return (
          <text key={`new ${at}`} class="fresh" x={xOf(at, points.length)} y={yOf(height) - 4} text-anchor="middle">
            +{fresh}
          </text>
        )
      })}
    </Chart>
  )
}

function Legend({ names }: { readonly names: readonly (readonly [look: string, words: string])[] }) {
  return (
    <p class="legend">
      {names.map(([look, words]) => (
        <span key={look}>
          <i class={`swatch ${look}`} aria-hidden="true" /> {words}
        </span>
      ))}
    </p>
  )
}
