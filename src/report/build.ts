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

/** What a run found out, before it is sorted and counted. */
export interface ReportParts extends Omit<Report, 'schemaVersion' | 'tool' | 'summary' | 'hints' | 'notChecked'> {
  /** The version of specdrift. */
  readonly toolVersion: string
  readonly hints?: readonly Hint[]
  readonly notChecked?: readonly NotChecked[]
  /** How many findings are known of that are gone. */
  readonly fixed?: number
  readonly advice?: AdviceSettings
}

/** Makes the report: sorted, counted from its findings, the same bytes for the same input. */
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

/**
 * 0 clean · 2 the run could not check · 1 a finding that counts is at or above the threshold, or coverage below what is asked for · 2 nothing failed, yet something called could
 * not be checked. A changelog is a history and always ends with 0.
 */
export function exitCodeOf(report: Report): 0 | 1 | 2 {
  if (report.kind === 'changelog') return 0
  if (report.couldNotCheck !== undefined) return 2
  if (countFailing(report) > 0 || shortfallsOf(report).length > 0) return 1
  // Nothing was compared: `no changes` would be unfounded.
  const isBlind = report.kind === 'diff' && report.subjects.length === 0 && report.notChecked.length > 0
  // Of recorded traffic a gateway's errors are a part, and no reason to record again.
  const isInconclusiveRun = report.kind !== 'check' && report.summary.operations.inconclusive > 0
  return isBlind || isInconclusiveRun || lostSource(report) !== undefined ? 2 : 0
}

/** Why the published description could not be read, if that has lasted too long for a run to end with 0. */
export function lostSource({ notChecked }: Pick<Report, 'notChecked'>): string | undefined {
  return notChecked.find(({ kind }) => kind === 'source-lost')?.because
}

const ranks = { off: 0, info: 1, warning: 2, error: 3, never: 4 } as const

/** Whether a finding makes the run fail: it is at or above the threshold, the baseline doesn't accept it, and it isn't settled. */
export function isFailing(report: Pick<Report, 'kind' | 'failOn' | 'inputs' | 'shard'>, finding: Finding): boolean {
  return isUnaccepted(finding) && !isSettled(report, finding) && ranks[finding.severity] >= ranks[report.failOn]
}

/**
 * Whether a monitor only lists a change of the contract: its snapshot was taken, and an earlier run reported it. A shard
 * doesn't know the earlier runs; the merged report counts it.
 */
function isSettled({ kind, inputs, shard }: Parameters<typeof isFailing>[0], finding: Finding): boolean {
  if (kind !== 'monitor' || finding.kind !== 'contract') return false
  return shard !== undefined || (inputs.published === undefined && finding.state === 'open')
}

/** How many findings make the run fail, those that a filter leaves out too. */
export function countFailing(report: Report): number {
  return report.findings.filter((finding) => isFailing(report, finding)).length + (report.filter?.left.failing ?? 0)
}

/** Whether a finding still asks for attention: not accepted by the baseline, or only until a day gone by. */
export function isUnaccepted(finding: Finding): boolean {
  return finding.state !== 'accepted' && finding.state !== 'fixed'
}

/**
 * Whether a response of the application itself was received, so that checks of a body, its status and its headers had something to check. An
 * operation that only failed, or was only called with values that do not exist, was not reached.
 */
export function isReached({ notReached, statuses = [] }: Subject): boolean {
  return notReached !== true && statuses.some((status) => status > 0 && status < 500)
}

/** Whether some call of the operation received no response that could be checked. */
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
  const { severities, verdicts } = tallyOf(all)
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
    calls: subjects.reduce((sum, subject) => sum + (subject.calls ?? 0), 0),
  }
}
