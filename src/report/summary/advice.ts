import type { Finding } from '../../model/finding.ts'
import type { Report } from '../../model/report.ts'
import { isUnaccepted } from '../build.ts'
import { contractOf } from '../labels.ts'

/** Returns advice for a diff: the fix of the only change, or general advice for several. Undefined if nothing is breaking or risky. */
export function adviceOf(report: Report): string | undefined {
  const unaccepted = contractOf(report).filter((one) => isUnaccepted(one) && one.severity !== 'info')
  const [only, ...others] = unaccepted
  if (report.kind !== 'diff' || only === undefined) return undefined
  if (others.length === 0) return only.fix
  if (!unaccepted.some(({ severity }) => severity === 'error'))
    return 'Check the risky changes with your clients first.'
  const next = report.semver === undefined ? '' : `Release it as a ${report.semver} version. `
  return `${next}${unaccepted.some(isRemoval) ? 'Deprecate removed parts first, and tell clients when they will be removed.' : 'Tell clients what they have to change, or keep accepting and returning the old form.'}`
}

function isRemoval({ impact, severity }: Finding): boolean {
  return impact === 'calls-stop' && severity === 'error'
}
