import type { Report, TrendPoint } from '../../../model/report.ts'
import { isInconclusive, isUnaccepted } from '../../build.ts'
import { liveOf, versionOf } from '../../labels.ts'
import { shareOf } from '../../summary/coverage-labels.ts'

/** Returns earlier runs and this one, oldest first. Empty without earlier runs. */
export function pointsOf(report: Report): readonly TrendPoint[] {
  const { history } = report
  return history === undefined || history.trend.length === 0 ? [] : [...history.trend, ...thisRun(report)]
}

/** Returns this run as a trend point; empty without a start time. */
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

export function runId({ startedAt }: TrendPoint): string {
  return `run-${startedAt.replace(/[^\w]/g, '').slice(0, 20)}`
}
