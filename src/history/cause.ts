import type { Cause, Finding, FindingState } from '../model/finding.ts'
import type { FixedFinding } from '../model/report.ts'
import { byText } from '../util/text.ts'
import {
  type FindingRecord,
  findingRecordOf,
  type Held,
  type Ledger,
  type Moment,
  type Origin,
  originOf,
  reachesOf,
} from './ledger.ts'

/**
 * The live findings with their cause, and as open or regressed where an earlier run saw them and they are not accepted.
 * Without an earlier run there is nothing to say.
 */
export function withCauses(findings: readonly Finding[], ledger: Ledger, held: Held): readonly Finding[] {
  if (ledger.first === undefined) return findings
  return findings.map((finding) => {
    if (finding.kind === 'contract') return finding
    const findingRecord = findingRecordOf(ledger, finding.fingerprint)
    const seen = stateOf(ledger, finding.fingerprint).state
    const state = byHistory.has(finding.state) ? seen : finding.state
    const joined = seen === 'regressed' ? [] : joinedSince(findingRecord, finding)
    return {
      ...finding,
      state,
      ...(joined.length > 0 && finding.joined === undefined && { joined }),
      cause: causeOf(ledger, findingRecord, finding, held),
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

/** The cause of a finding of this run, whose records are those of the runs before it. */
function causeOf(ledger: Ledger, findingRecord: FindingRecord | undefined, finding: Finding, held: Held): Cause {
  const { ruleId, site, locations } = finding
  const isNew = findingRecord === undefined || findingRecord.gone !== undefined
  const origin = isNew
    ? originOf(ledger, { ruleId, ...site, ...(locations && { reaches: locations }) }, held)
    : findingRecord.cause
  if (findingRecord === undefined) return { kind: origin.kind, evidence: evidenceOf(origin) }
  const { first, last } = findingRecord
  const evidence = evidenceOf(origin, isNew ? undefined : first)
  const runs = isNew ? 1 : findingRecord.runs === undefined ? undefined : findingRecord.runs + 1
  return {
    ...{ kind: origin.kind, evidence, firstSeen: first.startedAt, lastSeen: last.startedAt },
    ...(runs !== undefined && { runs }),
  }
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
