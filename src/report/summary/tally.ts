import { type Finding, type FindingState, findingStates } from '../../model/finding.ts'
import type { Report, Summary } from '../../model/report.ts'
import { plural } from '../../util/text.ts'
import { dayAndTime } from '../page/dates.ts'

/** Severities and verdicts each add up to `unaccepted`. States except `fixed` add up to `total`. */
export interface Tally {
  /** Current findings, including accepted but not fixed ones. */
  readonly total: number
  /** Findings that need attention. */
  readonly unaccepted: number
  /** Unaccepted findings by severity. */
  readonly severities: Summary['severities']
  /** Unaccepted findings by verdict, independent of the policy. */
  readonly verdicts: Summary['verdicts']
  readonly states: Readonly<Record<FindingState, number>>
  /** Accepted findings that the policy rates as errors. */
  readonly acceptedErrors: number
}

/** Counts findings. `fixed` is the number of earlier findings that are gone. */
export function tallyOf(findings: readonly Finding[], fixed = 0): Tally {
  const states: Record<FindingState, number> = { new: 0, open: 0, regressed: 0, expired: 0, accepted: 0, fixed }
  const severities = { error: 0, warning: 0, info: 0 }
  const verdicts = { breaking: 0, risky: 0, compatible: 0 }
  let acceptedErrors = 0
  for (const { state, severity, verdict } of findings) {
    // The policy turned this finding off; it appears in no report.
    if (severity === 'off') continue
    states[state]++
    if (state === 'accepted' && severity === 'error') acceptedErrors++
    if (state === 'accepted' || state === 'fixed') continue
    severities[severity]++
    verdicts[verdict]++
  }
  const unaccepted = severities.error + severities.warning + severities.info
  return { total: unaccepted + states.accepted, unaccepted, severities, verdicts, states, acceptedErrors }
}

/** Counts the subject of a report: live findings of a live run, changes of a diff. */
export function mainTally(report: Report): Tally {
  return report.kind === 'diff' || report.kind === 'changelog' ? contractTally(report) : liveTally(report)
}

/** Counts live findings, including fixed ones. */
export function liveTally({ findings, summary }: Report): Tally {
  const tally = tallyOf(findings.filter(({ kind }) => kind !== 'contract'))
  return { ...tally, states: { ...tally.states, fixed: summary.drift.fixed } }
}

/** Counts contract changes, including changelog entries. */
export function contractTally({ findings, changelog = [] }: Report): Tally {
  const entries = changelog.flatMap((each) => each.findings)
  return tallyOf([...findings.filter(({ kind }) => kind === 'contract'), ...entries])
}

/** Counts unaccepted findings by severity: `15 errors · 7 warnings · 3 info`. Omits zeros except for errors. */
export function severityWords({ severities: { error, warning, info } }: Pick<Tally, 'severities'>): string {
  const rest = [...(warning > 0 ? [plural(warning, 'warning')] : []), ...(info > 0 ? [`${info} info`] : [])]
  return [plural(error, 'error'), ...rest].join(' · ')
}

/** Like `severityWords`, with accepted findings: `0 errors · 2 warnings · 3 accepted`. */
export function countedWords(tally: Tally): string {
  const { accepted } = tally.states
  return `${severityWords(tally)}${accepted > 0 ? ` · ${accepted} accepted` : ''}`
}

/** Counts contract changes by severity in compatibility terms: `2 breaking · 1 risky · 9 compatible · 1 accepted`, or `no changes`. */
export function verdictWords(tally: Tally): string {
  if (tally.total === 0) return 'no changes'
  const { error: breaking, warning: risky, info: compatible } = tally.severities
  const counts = { breaking, risky, compatible }
  const words = (['breaking', 'risky', 'compatible'] as const).filter((word) => counts[word] > 0)
  return [...words.map((word) => `${counts[word]} ${word}`), ...acceptedWords(tally)].join(' · ')
}

/** Counts accepted changes: `2 accepted`, `3 accepted, 1 of them breaking`, `1 accepted breaking change`. */
function acceptedWords({ states: { accepted }, acceptedErrors }: Tally): readonly string[] {
  if (accepted === 0) return []
  if (acceptedErrors === accepted) return [plural(accepted, 'accepted breaking change')]
  return [`${accepted} accepted${acceptedErrors > 0 ? `, ${acceptedErrors} of them breaking` : ''}`]
}

const always: readonly FindingState[] = ['new', 'open', 'accepted', 'fixed']

/** Counts findings by state: `1 new · 2 open · 0 accepted · 0 fixed`. Omits `regressed` and `expired` if zero. */
export function stateWords({ states }: Tally): string {
  return findingStates
    .filter((state) => states[state] > 0 || always.includes(state))
    .map((state) => `${states[state]} ${state}`)
    .join(' · ')
}

/** Describes an acceptance: `by team-a until 2026-12-31: agreed in API-42`. */
export function acceptanceOf({ acceptance }: Finding): string | undefined {
  if (acceptance === undefined) return undefined
  const { owner, expires, reason } = acceptance
  return `by ${owner}${expires === undefined ? '' : ` until ${expires}`}: ${reason}`
}

/** Returns the state of a finding and how long it has existed: `new`, `open since 18 Nov 2026, 08:00 UTC, 3 runs`. */
export function stateOf({ state, cause }: Finding): string {
  const { runs, firstSeen } = cause ?? {}
  const isOld = state !== 'new' && state !== 'fixed'
  return [
    isOld && firstSeen !== undefined ? `${state} since ${dayAndTime(firstSeen)}` : state,
    ...(state === 'open' && runs !== undefined ? [plural(runs, 'run')] : []),
  ].join(', ')
}
