import type { Report, TrendPoint } from '../../../model/report.ts'
import { plural } from '../../../util/text.ts'
import { day } from '../dates.ts'
import { Chart, frame, round, stepOf, xOf, yOf } from './chart.tsx'
import { pointsOf } from './points.ts'
import { RunTable } from './run-table.tsx'

const counted = ['error', 'warning', 'info', 'accepted'] as const
const covered = ['operations', 'statuses', 'properties'] as const

/** How the runs before this one went, and this one: findings as bars, coverage as lines, all of it as a table. */
export function Trend({ report }: { readonly report: Report }) {
  const points = pointsOf(report)
  if (report.history === undefined || points.length === 0) return null
  return (
    <section id="trend" class="block">
      <div class="head">
        <h2>Trend</h2>
        <p class="soft small">
          {plural(report.history.runs, 'earlier run')} since {day(report.history.since)}, the newest right
        </p>
      </div>
      <figure>
        <figcaption>Findings of each run</figcaption>
        <Bars points={points} />
        <Legend
          names={[
            ['error', 'errors'],
            ['warning', 'warnings'],
            ['info', 'info'],
            ['grey', 'accepted'],
            ['none', 'not checked'],
            ['cut', 'contract changed'],
          ]}
        />
      </figure>
      <figure>
        <figcaption>Share seen of what the contract documents</figcaption>
        <Lines points={points} />
        <Legend names={covered.map((kind) => [kind, kind] as const)} />
      </figure>
      <RunTable points={points} />
    </section>
  )
}

interface Points {
  readonly points: readonly TrendPoint[]
}

function Bars({ points }: Points) {
  const most = Math.max(1, ...points.map((point) => counted.reduce((sum, name) => sum + point[name], 0)))
  const top = most === 1 ? 1 : most + (most % 2)
  const step = stepOf(points.length)
  const width = round(step * 0.7)
  return (
    <Chart points={points} label={`Findings of each run, at most ${most}; as a table below`} top={top}>
      {points.map((point, at) => {
        let share = 0
        const x = round(xOf(at, points.length) - width / 2)
        if (point.outcome === 'outage' || point.outcome === 'inconclusive')
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
    </Chart>
  )
}

function Lines({ points }: Points) {
  return (
    <Chart points={points} label="Coverage of each run in per cent; as a table below" top={100} unit=" %">
      {covered.map((kind) => {
        const places = points.flatMap(({ coverage }, at) => {
          const share = coverage?.[kind]
          return share === undefined ? [] : [`${xOf(at, points.length)},${yOf(share)}`]
        })
        return <polyline key={kind} class={kind} points={places.join(' ')} />
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
