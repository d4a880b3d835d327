import type { Finding } from '../model/finding.ts'
import type { NotChecked } from '../model/observation.ts'
import type { ChangelogEntry, Hint, Report, Subject, Summary } from '../model/report.ts'
import { byText } from '../util/text.ts'
import { withGroups } from './listing/with-groups.ts'
import { type AdviceSettings, coverageGaps } from './summary/coverage-gaps.ts'
import { shortfallsOf } from './summary/coverage-labels.ts'
import { byImpact } from './summary/impact.ts'
import { semverOf } from './summary/semver.ts'
import { tallyOf } from './summary/tally.ts'

/** Raw results of a run, before findings are sorted, grouped and counted. */
export interface ReportParts extends Omit<Report, 'schemaVersion' | 'tool' | 'summary' | 'hints' | 'notChecked'> {
  /** The version of specdrift. */
  readonly toolVersion: string
  readonly hints?: readonly Hint[]
  readonly notChecked?: readonly NotChecked[]
  /** Number of findings of earlier runs that are no longer there. */
  readonly fixed?: number
  readonly advice?: AdviceSettings
}

/** Builds a report with sorted findings and a computed summary. Deterministic: the same input gives the same bytes. */
export function buildReport(parts: ReportParts): Report {
  const { toolVersion, fixed = 0, changelog, statistics, advice: _, ...rest } = parts
  const findings = withGroups(sortFindings(parts.findings))
  const entries = changelog?.map((entry) => {
    const sorted = withGroups(sortFindings(entry.findings))
    return { ...entry, semver: semverOf(sorted), findings: sorted }
  })
  const reaching = countReaching(findings)
  const subjects = parts.subjects
    .map((subject) => ({ ...subject, findings: reaching.get(subject.operation) ?? 0 }))
    .sort((a, b) => byText(a.operation, b.operation))
  const gaps = coverageGaps({ ...parts, subjects })
  return {
    schemaVersion: 3,
    tool: { name: 'specdrift', version: toolVersion },
    ...rest,
    subjects,
    rules: parts.rules.toSorted((a, b) => byText(a.id, b.id)),
    findings,
    hints: parts.hints ?? [],
    notChecked: (parts.notChecked ?? []).toSorted(
      (a, b) => byText(a.operation ?? '', b.operation ?? '') || byText(a.what, b.what) || byText(a.because, b.because),
    ),
    changelog: entries,
    ...((rest.kind === 'diff' || rest.kind === 'changelog') && {
      semver: semverOf([...findings, ...(entries ?? []).flatMap((entry) => entry.findings)]),
    }),
    summary: { ...summarize(findings, subjects, entries ?? [], fixed), ...(gaps.length > 0 && { gaps }) },
    statistics,
  }
}

/** 1: a finding reaches `failOn` or coverage is too low; 2: something couldn't be checked; 0: otherwise, and for changelogs. */
export function exitCodeOf(report: Report): 0 | 1 | 2 {
  if (report.kind === 'changelog') return 0
  if (report.couldNotCheck !== undefined) return 2
  if (countFailing(report) > 0 || shortfallsOf(report).length > 0) return 1
  // If no operation was compared, exit code 0 would wrongly mean "no changes".
  const isBlind = report.kind === 'diff' && report.subjects.length === 0 && report.notChecked.length > 0
  // Recorded traffic normally contains gateway errors, and a new recording would contain them as well.
  const isInconclusiveRun = report.kind !== 'check' && report.summary.operations.inconclusive > 0
  return isBlind || isInconclusiveRun || lostSource(report) !== undefined ? 2 : 0
}

/** Returns the reason if the published description has been unreadable for longer than a run may tolerate. */
export function lostSource({ notChecked }: Pick<Report, 'notChecked'>): string | undefined {
  return notChecked.find(({ kind }) => kind === 'source-lost')?.because
}

const ranks = { off: 0, info: 1, warning: 2, error: 3, never: 4 } as const

/** Returns true if a finding fails the run: it reaches the threshold, the baseline doesn't accept it, and it isn't settled. */
export function isFailing(report: Pick<Report, 'kind' | 'failOn' | 'inputs' | 'shard'>, finding: Finding): boolean {
  return isUnaccepted(finding) && !isSettled(report, finding) && ranks[finding.severity] >= ranks[report.failOn]
}

/**
 * Returns true for a change of an updated snapshot that an earlier run reported. A shard leaves the decision to the merged report.
 */
function isSettled({ kind, inputs, shard }: Parameters<typeof isFailing>[0], finding: Finding): boolean {
  if (kind !== 'monitor' || finding.kind !== 'contract') return false
  return shard !== undefined || (inputs.published === undefined && finding.state === 'open')
}

export function countFailing(report: Report): number {
  return report.findings.filter((finding) => isFailing(report, finding)).length + (report.filter?.left.failing ?? 0)
}

/** Returns true if a finding needs attention: it is not fixed, and the baseline doesn't accept it or its acceptance has expired. */
export function isUnaccepted(finding: Finding): boolean {
  return finding.state !== 'accepted' && finding.state !== 'fixed'
}

/**
 * Returns true if the application itself (not a gateway) responded with a status below 500, so that checks of status, headers and body
 * could run. False if the operation was only called with values that don't exist.
 */
export function isReached({ notReached, statuses = [] }: Subject): boolean {
  return notReached !== true && statuses.some((status) => status > 0 && status < 500)
}

/** Returns true if at least one call of the operation got no response that could be checked. */
export function isInconclusive(subject: Subject): boolean {
  return Object.entries(subject.outcomes ?? {}).some(([outcome, calls]) => outcome !== 'received' && calls > 0)
}

function sortFindings(findings: readonly Finding[]): Finding[] {
  return findings
    .filter((finding) => finding.severity !== 'off')
    .sort(
      (a, b) =>
        byImpact(a, b) ||
        ranks[b.severity] - ranks[a.severity] ||
        (a.kind === 'contract' ? b.reaches.length - a.reaches.length : 0) ||
        byText(a.site.component ?? a.site.operation ?? '', b.site.component ?? b.site.operation ?? '') ||
        byText(a.ruleId, b.ruleId) ||
        byText(a.site.pointer, b.site.pointer) ||
        byText(a.fingerprint, b.fingerprint),
    )
}

function countReaching(findings: readonly Finding[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { reaches, site } of findings) {
    const operations = new Set(site.operation === undefined ? reaches : [...reaches, site.operation])
    for (const operation of operations) counts.set(operation, (counts.get(operation) ?? 0) + 1)
  }
  return counts
}

function summarize(
  findings: readonly Finding[],
  subjects: readonly Subject[],
  entries: readonly ChangelogEntry[],
  fixed: number,
): Summary {
  const all = [...findings, ...entries.flatMap((entry) => entry.findings)]
  const live = all.filter((finding) => finding.kind !== 'contract')
  const { severities, verdicts, acceptedErrors } = tallyOf(all)
  const { states } = tallyOf(live, fixed)
  const called = subjects.filter((subject) => (subject.calls ?? 0) > 0)
  const notReached = subjects.filter((subject) => subject.notReached === true).length
  const notWritable = subjects.filter((subject) => subject.notWritable === true).length
  return {
    verdicts,
    severities,
    contract: all.length - live.length,
    drift: states,
    operations: {
      total: subjects.length,
      called: called.length,
      inconclusive: subjects.filter(isInconclusive).length,
      ...(notReached > 0 && { notReached }),
      ...(notWritable > 0 && { notWritable }),
    },
    ...(acceptedErrors > 0 && { acceptedErrors }),
    calls: subjects.reduce((sum, subject) => sum + (subject.calls ?? 0), 0),
  }
}
