import type { Cause, Finding, FindingState } from '../model/finding.ts'
import type { FixedFinding } from '../model/report.ts'
import { byText } from '../util/text.ts'
import { type FindingRecord, findingRecordOf, type Ledger, type Moment, type Origin, reachesOf } from './ledger.ts'

/** Adds causes to live findings, and marks known ones as open or regressed unless accepted. `after`: the ledger with this run. */
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

/** States that earlier runs determine; the baseline determines the others. */
const byHistory: ReadonlySet<FindingState> = new Set(['new', 'open', 'regressed'])

/** Returns the state of a finding given the earlier runs, and whether this run is the first to see it, or see it again. */
export function stateOf(
  ledger: Ledger,
  fingerprint: string,
): { readonly state: 'new' | 'open' | 'regressed'; readonly isNew: boolean } {
  const record = findingRecordOf(ledger, fingerprint)
  if (record === undefined) return { state: 'new', isNew: true }
  const isNew = record.gone !== undefined
  return { state: isNew || record.again === true ? 'regressed' : 'open', isNew }
}

/** Returns the operations on which no earlier run has seen a known finding. */
function joinedSince(findingRecord: FindingRecord | undefined, { reaches }: Finding): readonly string[] {
  if (findingRecord === undefined) return []
  const known = new Set(reachesOf(findingRecord).map(({ operation }) => operation))
  return reaches.filter((operation) => !known.has(operation))
}

function causeOf(known: FindingRecord | undefined, { cause, first, runs }: FindingRecord): Cause {
  const isNew = known === undefined || known.gone !== undefined
  const what = { kind: cause.kind, evidence: evidenceOf(cause, isNew ? undefined : first) }
  if (known === undefined) return what
  return { ...what, firstSeen: first.startedAt, lastSeen: known.last.startedAt, ...(runs !== undefined && { runs }) }
}

/** Describes the evidence of a cause. `first`: the first run that saw the finding, if it was present ever since. */
export function evidenceOf({ kind, green, under }: Origin, first?: Moment): string {
  const since = first === undefined ? '' : `, ${dayOf(first)}`
  if (green === undefined)
    return kind === 'never-conformed' ? `there since the first run${since}` : `not checked before${since}`
  const edited = kind === 'contract-changed' ? `, red under ${under}` : ''
  return `green on ${dayOf(green)}, run of ${green.snapshot}${edited}`
}

/** Formats the day: `2026-11-19`. */
export function dayOf({ startedAt }: Moment): string {
  return startedAt.slice(0, 10)
}

/** Returns the remembered facts of a finding, so that it only counts as fixed once all its operations were checked. */
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

/** Maximum number of operations remembered per finding outside of the history. */
export const mostRemembered = 50

/** Returns the findings that earlier runs saw and this run, having checked their operations, didn't; sorted. */
export function fixedSince(ledger: Ledger, after: Ledger): readonly FixedFinding[] {
  return Object.values(after.findingRecords)
    .filter(({ fingerprint, gone }) => gone !== undefined && findingRecordOf(ledger, fingerprint)?.gone === undefined)
    .map((record) => fixedFinding(record, new Set(reachesOf(record).map(({ operation }) => operation))))
    .sort((a, b) => byText(a.location, b.location) || byText(a.fingerprint, b.fingerprint))
}
