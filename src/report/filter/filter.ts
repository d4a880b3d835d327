import type { Finding } from '../../model/finding.ts'
import { severityRank } from '../../model/locations.ts'
import type { ReportFilter } from '../../model/report/view.ts'
import type { Report } from '../../model/report.ts'
import { matcherOf } from '../../util/operation-glob.ts'
import { isFailing, isUnaccepted } from '../build.ts'
import { tallyOf } from '../summary/tally.ts'

/** What the user wants to see. */
export type WantedFindings = Omit<ReportFilter, 'left' | 'drifted'>

/**
 * The report with the findings that are wanted, and how many others there are. Its verdict, its exit code and its operations stay those of
 * the whole; what was not checked of other operations than those named is left out too.
 */
export function filterReport(report: Report, wanted: WantedFindings): Report {
  if (Object.values(wanted).every((each) => each === undefined)) return report
  const isWanted = wantedBy(wanted)
  const left = [...report.findings, ...(report.changelog ?? []).flatMap(({ findings }) => findings)].filter(
    (finding) => !isWanted(finding),
  )
  const { severities, states } = tallyOf(left)
  const before = report.filter
  const failing = report.kind === 'changelog' ? 0 : left.filter((finding) => isFailing(report, finding)).length
  const drifted = left.filter((finding) => isUnaccepted(finding) && finding.severity !== 'info').filter(isLive)
  const here = operationMatcher(wanted.operations)
  return {
    ...report,
    findings: report.findings.filter(isWanted),
    notChecked: report.notChecked.filter(({ operation }) => operation === undefined || here(operation)),
    ...(report.changelog && {
      changelog: report.changelog.map((entry) => ({ ...entry, findings: entry.findings.filter(isWanted) })),
    }),
    filter: {
      ...wanted,
      left: {
        error: severities.error + (before?.left.error ?? 0),
        warning: severities.warning + (before?.left.warning ?? 0),
        info: severities.info + (before?.left.info ?? 0),
        accepted: states.accepted + (before?.left.accepted ?? 0),
        failing: failing + (before?.left.failing ?? 0),
      },
      drifted: [...new Set([...drifted.flatMap(operationsOf), ...(before?.drifted ?? [])])].sort(),
    },
  }
}

function isLive({ kind }: Finding): boolean {
  return kind !== 'contract'
}

/** Whether a finding is one of those that are wanted. */
export function wantedBy({ minSeverity = 'info', only, exclude = [], operations }: WantedFindings) {
  const names = (ids: readonly string[], finding: Finding) => ids.some((id) => isCalled(finding, id))
  const here = operationMatcher(operations)
  return (finding: Finding): boolean =>
    severityRank(finding.severity) <= severityRank(minSeverity) &&
    (only === undefined || names(only, finding)) &&
    !names(exclude, finding) &&
    (operations === undefined || operationsOf(finding).some(here))
}

/** Whether an id names a finding: its rule or check, or at least four digits with which its fingerprint or that of its group begins. */
export function isCalled({ ruleId, fingerprint, group = fingerprint }: Finding, id: string): boolean {
  return ruleId === id || (id.length >= 4 && [fingerprint, group].some((one) => one.startsWith(id)))
}

/** Every operation that a finding is at or reaches. */
export function operationsOf({ reaches, site: { operation } }: Finding): readonly string[] {
  return operation === undefined ? reaches : [operation, ...reaches]
}

/** Matches operations such as `GET /loans/{id}` against globs. A glob without a method matches paths. */
export function operationMatcher(globs: readonly string[] | undefined): (operation: string) => boolean {
  if (globs === undefined) return () => true
  const matchers = globs.map((glob) => matcherOf(glob.startsWith('/') ? `* ${glob}` : glob))
  return (operation) => matchers.some((matches) => matches(operation))
}
