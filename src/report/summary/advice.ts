import type { Finding } from '../../model/finding.ts'
import type { Report } from '../../model/report.ts'
import { byText, grouped, plural } from '../../util/text.ts'
import { isFailing, isUnaccepted } from '../build.ts'
import { contractOf } from '../labels.ts'
import { operationsReached, partsOf } from './consequences.ts'
import { contractTally } from './tally.ts'

/** Returns the changes that fail the run, or else those that need attention. */
export function relevantChanges(report: Report): readonly Finding[] {
  const all = contractOf(report)
  const failing = all.filter((finding) => isFailing(report, finding))
  return failing.length > 0 ? failing : all.filter((finding) => isUnaccepted(finding) && finding.severity !== 'info')
}

/** Returns the operations that the relevant changes of a diff affect: `188 of 1,263 operations: 95 below /repos, 40 below /orgs and 53 more`. */
export function affectedWords(report: Report): string | undefined {
  const relevant = relevantChanges(report)
  if (report.kind !== 'diff' || relevant.length === 0) return undefined
  const operations = [...operationsReached(relevant)].sort(byText)
  const total = Math.max(report.subjects.length, operations.length)
  const share = operations.length === total ? '' : `${grouped(operations.length)} of `
  return `${share}${grouped(total)} ${plural(total, 'operation').replace(/^\d+ /, '')}${operations.length === 0 ? '' : `: ${partsOf(operations)}`}`
}

/** Returns advice for a diff: the fix of the only change that needs attention, or general advice. Undefined if nothing changed. */
export function adviceOf(report: Report): string | undefined {
  if (report.kind !== 'diff') return undefined
  const unaccepted = contractOf(report).filter((one) => isUnaccepted(one) && one.severity !== 'info')
  const [only, ...others] = unaccepted
  if (only === undefined) return adviceWithoutRisk(report)
  if (others.length === 0) return only.fix
  if (!unaccepted.some(({ severity }) => severity === 'error'))
    return 'Check the risky changes with your clients first.'
  return `${nextRelease(report)}${unaccepted.some(isRemoval) ? 'Deprecate removed parts first, and tell clients when they will be removed.' : 'Tell clients what they have to change, or keep accepting and returning the old form.'}`
}

/** Returns advice for a diff in which every breaking or risky change is accepted. Undefined if something may be missing. */
function adviceWithoutRisk(report: Report): string | undefined {
  const { total, acceptedErrors } = contractTally(report)
  if (total === 0 || report.filter !== undefined || report.notChecked.length > 0) return undefined
  const next = nextRelease(report)
  if (acceptedErrors > 0) return `${next}The baseline accepts what breaks clients.`
  if (report.semver === 'patch') return `${next}Only documentation changed.`
  return `${next}Clients don't have to change anything.`
}

function nextRelease({ semver }: Report): string {
  return semver === undefined || semver === 'none' ? '' : `Release it as a ${semver} version. `
}

function isRemoval({ impact, severity }: Finding): boolean {
  return impact === 'calls-stop' && severity === 'error'
}
