import type { Cause, Finding, FindingState } from '../model/finding.ts'
import type { FixedFinding } from '../model/report.ts'
import { byText } from '../util/text.ts'
import { type FindingRecord, findingRecordOf, type Ledger, type Moment, type Origin, reachesOf } from './ledger.ts'

/**
 * The live findings of a run with their cause, and as open or regressed where a run before saw them and they are not accepted.
 * Without a run before there is nothing to say. `after`: what the runs add up to with this one.
 */
export function withCauses(findings: readonly Finding[], before: Ledger, after: Ledger): readonly Finding[] {
  if (before.first === undefined) return findings
  return findings.map((finding) => {
    const [known, record] = [before, after].map((ledger) => findingRecordOf(ledger, finding.fingerprint))
    if (finding.kind === 'contract' || record === undefined) return finding
    const seen = stateOf(before, finding.fingerprint).state
    const state = byHistory.has(finding.state) ? seen : finding.state
    const joined = seen === 'regressed' ? [] : joinedSince(known, finding)
    return {
      ...finding,
      state,
      ...(joined.length > 0 && finding.joined === undefined && { joined }),
      cause: causeOf(known, record),
    }
  })
}

/** States that follow from the runs before; the others are the baseline's. */
const byHistory: ReadonlySet<FindingState> = new Set(['new', 'open', 'regressed'])

/** The state of a finding that a run sees after those of a ledger, and whether that run is the first to see it, or to see it again. */
export function stateOf(
  ledger: Ledger,
  fingerprint: string,
): { readonly state: 'new' | 'open' | 'regressed'; readonly isNew: boolean } {
  const record = findingRecordOf(ledger, fingerprint)
  if (record === undefined) return { state: 'new', isNew: true }
  const isNew = record.gone !== undefined
  return { state: isNew || record.again === true ? 'regressed' : 'open', isNew }
}

/** The operations on which no run before saw a finding that they know. */
function joinedSince(findingRecord: FindingRecord | undefined, { reaches }: Finding): readonly string[] {
  if (findingRecord === undefined) return []
  const known = new Set(reachesOf(findingRecord).map(({ operation }) => operation))
  return reaches.filter((operation) => !known.has(operation))
}

/** The cause of a finding, from what was known of it before a run, and is with it. */
function causeOf(known: FindingRecord | undefined, { cause, first, runs }: FindingRecord): Cause {
  const isNew = known === undefined || known.gone !== undefined
  const what = { kind: cause.kind, evidence: evidenceOf(cause, isNew ? undefined : first) }
  if (known === undefined) return what
  return { ...what, firstSeen: first.startedAt, lastSeen: known.last.startedAt, ...(runs !== undefined && { runs }) }
}

/** What a cause rests on, in words; `first`: the run that saw it first, where it was there ever since. */
export function evidenceOf({ kind, green, under }: Origin, first?: Moment): string {
  const since = first === undefined ? '' : `, ${dayOf(first)}`
  if (green === undefined)
    return kind === 'never-conformed' ? `there since the first run${since}` : `not checked before${since}`
  const edited = kind === 'contract-changed' ? `, red under ${under}` : ''
  return `green on ${dayOf(green)}, run of ${green.snapshot}${edited}`
}

/** `2026-11-19`. */
export function dayOf({ startedAt }: Moment): string {
  return startedAt.slice(0, 10)
}

/** What is remembered of a finding of several operations, so that it is fixed only when all of them were checked. */
export function fixedFinding(
  { fingerprint, ruleId, operation, location }: FixedFinding,
  operations: ReadonlySet<string>,
): FixedFinding {
  return {
    fingerprint,
    ruleId,
    ...(operation !== undefined && { operation }),
    location,
    ...(operations.size > 1 && { operations: [...operations].sort(byText).slice(0, mostRemembered) }),
  }
}

/** Maximum of operations that are remembered of a finding outside of the history. */
export const mostRemembered = 50

/** What the last run before this one still saw, and this one, having checked its operation, did not. Sorted. */
export function fixedSince(ledger: Ledger, after: Ledger): readonly FixedFinding[] {
  return Object.values(after.findingRecords)
    .filter(({ fingerprint, gone }) => gone !== undefined && findingRecordOf(ledger, fingerprint)?.gone === undefined)
    .map((record) => fixedFinding(record, new Set(reachesOf(record).map(({ operation }) => operation))))
    .sort((a, b) => byText(a.location, b.location) || byText(a.fingerprint, b.fingerprint))
}
