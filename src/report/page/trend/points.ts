import type { Report, TrendPoint } from '../../../model/report.ts'
import { isInconclusive, isUnaccepted } from '../../build.ts'
import { liveOf, versionOf } from '../../labels.ts'
import { shareOf } from '../../summary/coverage-labels.ts'

/** The runs before this one and this one, oldest first; empty when no earlier run is known. */
export function pointsOf(report: Report): readonly TrendPoint[] {
  const { history } = report
  return history === undefined || history.trend.length === 0 ? [] : [...history.trend, ...thisRun(report)]
}

/** This run as the next one will see it; without times there is no date to plot it at. */
function thisRun(report: Report): TrendPoint[] {
  const { times, coverage, origin, inputs } = report
  if (times === undefined) return []
  const live = liveOf(report)
  const count = (severity: string) =>
    live.filter((finding) => isUnaccepted(finding) && finding.severity === severity).length
  const share = (kind: 'operations' | 'statuses' | 'properties') => {
    const { seen, total } = coverage ? shareOf(coverage, kind) : { seen: 0, total: 0 }
    return total === 0 ? {} : { [kind]: seen / total }
  }
  const counted = { error: count('error'), warning: count('warning'), info: count('info') }
  const drifted = counted.error + counted.warning + counted.info > 0
  return [
    {
      startedAt: times.startedAt,
      snapshot: versionOf(report, report.inputs.revision),
      outcome: drifted ? 'drift' : report.subjects.some(isInconclusive) ? 'inconclusive' : 'clean',
      ...counted,
      accepted: live.filter((finding) => !isUnaccepted(finding)).length,
      new: live.filter(({ state, severity }) => severity !== 'off' && (state === 'new' || state === 'regressed'))
        .length,
      ...(inputs.revision?.version && { version: inputs.revision.version }),
      ...(origin?.release && { release: origin.release }),
      ...(coverage && { coverage: { ...share('operations'), ...share('statuses'), ...share('properties') } }),
    },
  ]
}

/** What a run is called in the address of the page. */
export function runId({ startedAt }: TrendPoint): string {
  return `run-${startedAt.replace(/[^\w]/g, '').slice(0, 20)}`
}
