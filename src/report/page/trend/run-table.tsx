import type { TrendPoint } from '../../../model/report.ts'
import { printable } from '../../labels.ts'
import { coverageNames, percent } from '../../summary/coverage-labels.ts'
import { dayAndTime } from '../dates.ts'
import { runId } from './points.ts'

const counted = ['error', 'warning', 'info', 'accepted'] as const
const covered = ['operations', 'statuses', 'properties'] as const

/** Table of runs, newest first, with the charts' data. */
export function RunTable({ points }: { readonly points: readonly TrendPoint[] }) {
  return (
    <details class="run-table">
      <summary>The {points.length} runs as a table</summary>
      <section class="wide" aria-label="Runs" tabindex={0}>
        <table class="runs">
          <thead>
            <tr>
              {[
                'run',
                'contract',
                'outcome',
                ...counted,
                'new or back',
                ...covered.map((kind) => coverageNames[kind]),
              ].map((name) => (
                <th scope="col" key={name}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {points.toReversed().map((point) => (
              <tr key={point.startedAt} id={runId(point)}>
                <th scope="row">{printable(dayAndTime(point.startedAt))}</th>
                <td>{printable(contractOf(point))}</td>
                <td>{point.outcome}</td>
                {counted.map((name) => (
                  <td key={name}>{point[name]}</td>
                ))}
                <td>{point.new ?? ''}</td>
                {covered.map((kind) => (
                  <td key={kind}>{point.coverage?.[kind] === undefined ? '' : percent(point.coverage[kind], 1)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}

/** Returns `b07 · 2.1.0 · release v2.1.0`, omitting unknown parts. */
function contractOf({ snapshot, version, release }: TrendPoint): string {
  const stated = version === undefined || version === snapshot ? '' : version
  return [snapshot, stated, release === undefined ? '' : `release ${release}`].filter(Boolean).join(' · ')
}
