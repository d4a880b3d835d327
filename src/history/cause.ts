import type { Cause, Finding } from '../model/finding.ts'
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
    const isBack = findingRecord?.gone !== undefined || findingRecord?.again === true
    const seen = isBack ? 'regressed' : findingRecord === undefined ? 'new' : 'open'
    const state = finding.state === 'new' ? seen : finding.state
    return { ...finding, state, cause: causeOf(ledger, findingRecord, finding, held) }
  })
}

/** The cause of a finding of this run, whose records are those of the runs before it. */
function causeOf(ledger: Ledger, findingRecord: FindingRecord | undefined, finding: Finding, held: Held): Cause {
  const isNew = findingRecord === undefined || findingRecord.gone !== undefined
  const origin = isNew ? originOf(ledger, { ...finding.site, ruleId: finding.ruleId }, held) : findingRecord.cause
  if (findingRecord === undefined) return { kind: origin.kind, evidence: evidenceOf(origin) }
  const { first, last } = findingRecord
  const evidence = evidenceOf(origin, isNew ? undefined : first)
  return { kind: origin.kind, evidence, firstSeen: first.startedAt, lastSeen: last.startedAt }
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

/** What the last run before this one still saw, and this one, having checked its operation, did not. Sorted. */
export function fixedSince(ledger: Ledger, after: Ledger): readonly FixedFinding[] {
  return Object.values(after.findingRecords)
    .filter(({ fingerprint, gone }) => gone !== undefined && findingRecordOf(ledger, fingerprint)?.gone === undefined)
    .map(({ fingerprint, ruleId, operation, location }) => ({
      fingerprint,
      ruleId,
      ...(operation !== undefined && { operation }),
      location,
    }))
    .sort((a, b) => byText(a.location, b.location) || byText(a.fingerprint, b.fingerprint))
}
