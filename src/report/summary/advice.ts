import type { Finding, Severity } from '../../model/finding.ts'
import type { Report } from '../../model/report.ts'
import { byText, grouped, plural } from '../../util/text.ts'
import { isFailing, isUnaccepted } from '../build.ts'
import { contractOf } from '../labels.ts'
import { consequencesOf, mainKinds, operationsReached, partsOf, type RuleGroup } from './consequences.ts'
import { contractTally } from './tally.ts'

/** Returns the changes that fail the run, or else the changes that need attention. */
export function relevantChanges(report: Report): readonly Finding[] {
  const all = contractOf(report)
  const failing = all.filter((finding) => isFailing(report, finding))
  return failing.length > 0 ? failing : all.filter((finding) => isUnaccepted(finding) && finding.severity !== 'info')
}

/** Returns `188 of 1,263 operations: 95 below /repos, 93 below /orgs`, or `nobody`. Undefined without changes. */
export function affectedWords(report: Report): string | undefined {
  if (report.kind !== 'diff' || report.findings.length === 0) return undefined
  const unaccepted = contractOf(report).filter(isUnaccepted)
  const breaking = operationsOf(unaccepted, 'error')
  const risky = operationsOf(unaccepted, 'warning')
  if (breaking === undefined && risky === undefined) return nobody(report)
  if (risky === undefined) return shareOf(report, breaking ?? [], ': ')
  const least = breaking === undefined ? 'breaking: nobody' : `breaking: ${shareOf(report, breaking, ' (')}`
  return breaking === undefined
    ? `${least} · risky: ${shareOf(report, risky, ' (')}`
    : `${least} · risky: ${plural(risky.length, 'operation')}`
}

function operationsOf(findings: readonly Finding[], severity: Severity): readonly string[] | undefined {
  const some = findings.filter((finding) => finding.severity === severity)
  return some.length === 0 ? undefined : [...operationsReached(some)].sort(byText)
}

/** Returns `5 of 31 operations: 3 below /loans, GET /a, GET /b`. The parts follow in parentheses if `before` opens them. */
function shareOf(report: Report, operations: readonly string[], before: ': ' | ' ('): string {
  const total = Math.max(report.subjects.length, operations.length)
  const share = operations.length === total ? '' : `${grouped(operations.length)} of `
  const parts = operations.length === 0 ? '' : `${before}${partsOf(operations)}${before === ' (' ? ')' : ''}`
  return `${share}${grouped(total)} ${plural(total, 'operation').replace(/^\d+ /, '')}${parts}`
}

/** Returns `nobody`, with the reason why that may be incomplete. */
function nobody(report: Report): string {
  if (report.filter !== undefined) return 'nobody, by the changes that match the filter'
  if (report.notChecked.length > 0) return 'nobody, by the changes that could be compared'
  return contractTally(report).acceptedErrors > 0 ? 'nobody, except by accepted changes' : 'nobody'
}

/** Returns the fix of the only change that needs attention, or general advice. Undefined without changes. */
export function adviceOf(report: Report): string | undefined {
  const lines = adviceLines(report)
  return lines.length === 0 ? undefined : lines.join(' ')
}

/** Like `adviceOf`, with separate lines for the release and each kind of change. */
export function adviceLines(report: Report): readonly string[] {
  if (report.kind !== 'diff') return []
  const unaccepted = contractOf(report).filter((one) => isUnaccepted(one) && one.severity !== 'info')
  const [only, ...others] = unaccepted
  if (only === undefined) return [adviceWithoutRisk(report) ?? []].flat()
  if (others.length === 0) return [only.fix]
  const breaking = unaccepted.filter(({ severity }) => severity === 'error')
  if (breaking.length === 0) return ['Check the risky changes with your clients first.']
  return [
    `${nextRelease(report)}Tell clients what they have to change, or keep the old form working.`,
    ...leadingKinds(report, breaking).map(
      ({ findings: [first], title }) => `${title}: ${uncapitalized(first?.fix ?? '')}`,
    ),
  ]
}

/** Returns the largest kind of each impact, without kinds that are few among all breaking changes. At most three, most severe first. */
function leadingKinds(report: Report, breaking: readonly Finding[]): readonly RuleGroup[] {
  const { main } = mainKinds(consequencesOf(report, breaking), 3)
  return main.filter(({ findings }) => findings.length * few >= breaking.length)
}

function uncapitalized(text: string): string {
  return `${text.slice(0, 1).toLowerCase()}${text.slice(1)}`
}

/** A kind with less than 1/20 of the breaking changes gets no separate advice. */
const few = 20

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
