import type { Finding } from '../../model/finding.ts'
import { severityRank } from '../../model/locations.ts'
import type { ReportFilter } from '../../model/report/view.ts'
import type { Report } from '../../model/report.ts'
import { matcherOf } from '../../util/operation-glob.ts'
import { isFailing, isUnaccepted } from '../build.ts'
import { tallyOf } from '../summary/tally.ts'

export type WantedFindings = Omit<ReportFilter, 'left' | 'drifted'>

/** Hides findings and counts them in `filter.left`. Verdict, exit code and subjects stay those of the whole report. */
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

export function wantedBy({ minSeverity = 'info', only, exclude = [], operations }: WantedFindings) {
  const names = (ids: readonly string[], finding: Finding) => ids.some((id) => isCalled(finding, id))
  const here = operationMatcher(operations)
  return (finding: Finding): boolean =>
    severityRank(finding.severity) <= severityRank(minSeverity) &&
    (only === undefined || names(only, finding)) &&
    !names(exclude, finding) &&
    (operations === undefined || operationsOf(finding).some(here))
}

/** Returns true for the id of the finding's rule or check, or a prefix (at least four digits) of its fingerprint or group. */
export function isCalled({ ruleId, fingerprint, group = fingerprint }: Finding, id: string): boolean {
  return ruleId === id || (id.length >= 4 && [fingerprint, group].some((one) => one.startsWith(id)))
}

/** Returns every operation at which a finding is located or that it reaches. */
export function operationsOf({ reaches, site: { operation } }: Finding): readonly string[] {
  return operation === undefined ? reaches : [operation, ...reaches]
}

/** Returns a predicate that matches operations such as `GET /loans/{id}` against globs. A glob without a method matches any method. */
export function operationMatcher(globs: readonly string[] | undefined): (operation: string) => boolean {
  if (globs === undefined) return () => true
  const matchers = globs.map((glob) => matcherOf(glob.startsWith('/') ? `* ${glob}` : glob))
  return (operation) => matchers.some((matches) => matches(operation))
}
