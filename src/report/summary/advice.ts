import type { Finding } from '../../model/finding.ts'
import type { Report } from '../../model/report.ts'
import { isUnaccepted } from '../build.ts'
import { contractOf } from '../labels.ts'

/** What to do about a diff as a whole; of a single change its own advice. Undefined if nothing is breaking or risky. */
export function adviceOf(report: Report): string | undefined {
  const asked = contractOf(report).filter((one) => isUnaccepted(one) && one.severity !== 'info')
  const [only, ...others] = asked
  if (report.kind !== 'diff' || only === undefined) return undefined
  if (others.length === 0) return only.fix
  if (!asked.some(({ severity }) => severity === 'error')) return 'Check the risky changes with your clients first.'
  const next = report.semver === undefined ? '' : `Release it as a ${report.semver} version. `
  return `${next}${asked.some(isRemoval) ? 'Deprecate what goes away first, and tell clients when it ends.' : 'Tell clients what they have to change, or keep accepting and returning the old form.'}`
}

function isRemoval({ impact, severity }: Finding): boolean {
  return impact === 'calls-stop' && severity === 'error'
}
