import { type Finding, type FindingState, findingStates } from '../../model/finding.ts'
import type { Report, Summary } from '../../model/report.ts'
import { plural } from '../../util/text.ts'
import { dayAndTime } from '../page/dates.ts'

/**
 * Findings counted once. The severities add up to `unaccepted`, and so do the verdicts; the states but `fixed` add up to `total`, and
 * `total` less the accepted is `unaccepted`: every number of the terminal, the page and the summaries is one of these.
 */
export interface Tally {
  /** Every finding there is now: those that are accepted too, those that are fixed not. */
  readonly total: number
  /** Those that ask for attention. */
  readonly unaccepted: number
  /** Of those that ask for attention. */
  readonly severities: Summary['severities']
  /** Of those that ask for attention, whatever the policy makes of them. */
  readonly verdicts: Summary['verdicts']
  readonly states: Readonly<Record<FindingState, number>>
}

/** Counts findings; `fixed`: how many are known of that are gone. */
export function tallyOf(findings: readonly Finding[], fixed = 0): Tally {
  const states: Record<FindingState, number> = { new: 0, open: 0, regressed: 0, expired: 0, accepted: 0, fixed }
  const severities = { error: 0, warning: 0, info: 0 }
  const verdicts = { breaking: 0, risky: 0, compatible: 0 }
  for (const { state, severity, verdict } of findings) {
    // What a policy turned off is in no report.
    if (severity === 'off') continue
    states[state]++
    if (state === 'accepted' || state === 'fixed') continue
    severities[severity]++
    verdicts[verdict]++
  }
  const unaccepted = severities.error + severities.warning + severities.info
  return { total: unaccepted + states.accepted, unaccepted, severities, verdicts, states }
}

/** Counts the subject of a report: live findings of a live run, changes of a diff. */
export function mainTally(report: Report): Tally {
  return report.kind === 'diff' || report.kind === 'changelog' ? contractTally(report) : liveTally(report)
}

/** The live findings of a report, and how many are fixed. */
export function liveTally({ findings, summary }: Report): Tally {
  const tally = tallyOf(findings.filter(({ kind }) => kind !== 'contract'))
  return { ...tally, states: { ...tally.states, fixed: summary.drift.fixed } }
}

/** What the contract changed, the entries of a changelog included. */
export function contractTally({ findings, changelog = [] }: Report): Tally {
  const entries = changelog.flatMap((each) => each.findings)
  return tallyOf([...findings.filter(({ kind }) => kind === 'contract'), ...entries])
}

/** `15 errors · 7 warnings · 3 infos`: what asks for attention; what is 0 is left out, but the errors. */
export function severityWords({ severities: { error, warning, info } }: Pick<Tally, 'severities'>): string {
  const rest = [...(warning > 0 ? [plural(warning, 'warning')] : []), ...(info > 0 ? [`${info} info`] : [])]
  return [plural(error, 'error'), ...rest].join(' · ')
}

/** The same with the accepted: `0 errors · 2 warnings · 3 accepted`. */
export function countedWords(tally: Tally): string {
  const { accepted } = tally.states
  return `${severityWords(tally)}${accepted > 0 ? ` · ${accepted} accepted` : ''}`
}

/** `2 breaking · 1 risky · 9 compatible · 1 accepted`, or `no changes`: the findings of a contract, by what the policy makes of them. */
export function verdictWords({ severities, states, total }: Tally): string {
  if (total === 0) return 'no changes'
  const { error: breaking, warning: risky, info: compatible } = severities
  const counts = { breaking, risky, compatible, accepted: states.accepted }
  const words = (['breaking', 'risky', 'compatible', 'accepted'] as const).filter((word) => counts[word] > 0)
  return words.map((word) => `${counts[word]} ${word}`).join(' · ')
}

const always: readonly FindingState[] = ['new', 'open', 'accepted', 'fixed']

/** `1 new · 2 open · 0 accepted · 0 fixed`: by state; what is back or expired only where there is some. */
export function stateWords({ states }: Tally): string {
  return findingStates
    .filter((state) => states[state] > 0 || always.includes(state))
    .map((state) => `${states[state]} ${state}`)
    .join(' · ')
}

/** `new`, `open since 18 Nov 2026, 08:00 UTC, 3 runs`, `regressed`, `accepted`: the state of a finding, and since when. */
export function stateOf({ state, cause }: Finding): string {
  const { runs, firstSeen } = cause ?? {}
  const isOld = state !== 'new' && state !== 'fixed'
  return [
    isOld && firstSeen !== undefined ? `${state} since ${dayAndTime(firstSeen)}` : state,
    ...(state === 'open' && runs !== undefined ? [plural(runs, 'run')] : []),
  ].join(', ')
}
