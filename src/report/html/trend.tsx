import type { Report, TrendPoint } from '../../model/report.ts'
import { plural } from '../../util/text.ts'
import { isInconclusive, isUnaccepted } from '../build.ts'
import { coverageNames, percent, shareOf } from '../coverage-labels.ts'
import { liveOf, printable, versionOf } from '../labels.ts'

const width = 720
const height = 120
const counted = ['error', 'warning', 'info', 'accepted'] as const
const covered = ['operations', 'statuses', 'properties'] as const

/** How the runs before this one went, and this one: findings as bars, coverage as lines, all of it as a table. */
export function Trend({ report }: { readonly report: Report }) {
  const { history } = report
  if (history === undefined || !hasTrend(report)) return null
  const points = [...history.trend, ...thisRun(report)]
  const most = Math.max(...points.map(sumOf))
  return (
    <section id="trend">
      <h2>Trend</h2>
      <p class="soft">
        {plural(history.runs, 'earlier run')} since {printable(history.since.slice(0, 10))}; the last{' '}
        {history.trend.length} and this one are shown, the newest right.
      </p>
      <figure>
        <figcaption>Live findings per run, at most {most}</figcaption>
        <Bars points={points} most={most} />
        <Legend names={[...counted, 'inconclusive']} />
      </figure>
      <figure>
        <figcaption>Share seen of what is documented, 0 to 100 %</figcaption>
        <Lines points={points} />
        <Legend names={covered} />
      </figure>
      <details>
        <summary>As a table</summary>
        <Numbers points={points} />
      </details>
    </section>
  )
}

/** Whether there are earlier runs to show. */
export function hasTrend({ history }: Report): boolean {
  return history !== undefined && history.trend.length > 0
}

/** This run as the next one will see it; without times there is no date to plot it at. */
function thisRun(report: Report): TrendPoint[] {
  const { times, coverage } = report
  if (times === undefined) return []
  const live = liveOf(report)
  const count = (severity: string) =>
    live.filter((finding) => isUnaccepted(finding) && finding.severity === severity).length
  const share = (kind: (typeof covered)[number]) => {
    const { seen, total } = coverage ? shareOf(coverage, kind) : { seen: 0, total: 0 }
    return total === 0 ? {} : { [kind]: seen / total }
  }
  return [
    {
      startedAt: times.startedAt,
      snapshot: versionOf(report, report.inputs.revision),
      outcome: live.some(isUnaccepted) ? 'drift' : report.subjects.some(isInconclusive) ? 'inconclusive' : 'clean',
      error: count('error'),
      warning: count('warning'),
      info: count('info'),
      accepted: live.filter((finding) => !isUnaccepted(finding)).length,
      ...(coverage && { coverage: { ...share('operations'), ...share('statuses'), ...share('properties') } }),
    },
  ]
}

interface Points {
  readonly points: readonly TrendPoint[]
}

function sumOf(point: TrendPoint): number {
  return counted.reduce((sum, name) => sum + point[name], 0)
}

function Bars({ points, most }: Points & { readonly most: number }) {
  const step = stepOf(points)
  return (
    <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={`Findings per run, at most ${most}`}>
      {points.map((point, index) => {
        let top = height
        const x = round(index * step + step * 0.15)
        const bar = round(step * 0.7)
        const isChecked = point.outcome !== 'outage' && point.outcome !== 'inconclusive'
        return [
          !isChecked && <rect key="all" class="inconclusive" x={x} y={0} width={bar} height={height} />,
          ...counted.map((name) => {
            const size = round((point[name] / Math.max(1, most)) * height)
            top = round(top - size)
            return size > 0 && <rect key={name} class={name} x={x} y={top} width={bar} height={size} />
          }),
        ]
      })}
      <line x1={0} y1={height} x2={width} y2={height} />
    </svg>
  )
}

function Lines({ points }: Points) {
  const step = stepOf(points)
  return (
    <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label="Coverage per run, from 0 to 100 per cent">
      {covered.map((kind) => {
        const coordinates = points.flatMap(({ coverage }, index) => {
          const share = coverage?.[kind]
          return share === undefined ? [] : [`${round((index + 0.5) * step)},${round(2 + (1 - share) * (height - 4))}`]
        })
        return <polyline key={kind} class={kind} points={coordinates.join(' ')} />
      })}
      <line x1={0} y1={height} x2={width} y2={height} />
    </svg>
  )
}

function Legend({ names }: { readonly names: readonly string[] }) {
  return (
    <p class="legend soft">
      {names.map((name) => (
        <span key={name} class={name.replace(' ', '-')}>
          {name}
        </span>
      ))}
    </p>
  )
}

function Numbers({ points }: Points) {
  return (
    <section class="wide" aria-label="Trend as a table" tabindex={0}>
      <table>
        <thead>
          <tr>
            {['run', 'contract', 'outcome', ...counted, ...covered.map((kind) => coverageNames[kind])].map((name) => (
              <th scope="col" key={name}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.toReversed().map((point) => (
            <tr key={point.startedAt}>
              <th scope="row">{printable(point.startedAt.slice(0, 16).replace('T', ' '))}</th>
              <td>{printable(point.snapshot)}</td>
              <td>{point.outcome}</td>
              {counted.map((name) => (
                <td key={name}>{point[name]}</td>
              ))}
              {covered.map((kind) => (
                <td key={kind}>{point.coverage?.[kind] === undefined ? '' : percent(point.coverage[kind], 1)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Width of one run: a few runs do not fill the chart. */
function stepOf(points: readonly TrendPoint[]): number {
  return Math.min(24, width / points.length)
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
