import type { Acceptance, Finding } from '../../model/finding.ts'
import type { Hint } from '../../model/report.ts'
import { firstOf, plural } from '../../util/text.ts'

export interface BaselineEntry extends Acceptance {
  readonly fingerprint: string
  readonly ruleId?: string
  /** The location as text, for reviewers of the file. */
  readonly location?: string
  /** The operations of the finding when it was accepted. */
  readonly operations?: readonly string[]
  /** Whether the acceptance applies to `operations` only. */
  readonly limited?: boolean
}

export interface Baseline {
  readonly entries: readonly BaselineEntry[]
}

/** Findings with their states, and the entries that matched none of them. */
export interface BaselineMatch {
  readonly findings: readonly Finding[]
  readonly unmatched: readonly BaselineEntry[]
}

/** Sets each finding's state: `accepted` or `expired` by entry, else unchanged. `today`: `YYYY-MM-DD` in UTC; `''` expires no entry. */
export function matchBaseline(findings: readonly Finding[], baseline: Baseline, today: string): BaselineMatch {
  const entries = new Map(baseline.entries.map((entry) => [entry.fingerprint, entry]))
  const seen = new Set<string>()
  const matched = findings.map((finding): Finding => {
    const entry = entries.get(finding.fingerprint)
    if (entry === undefined) return finding
    seen.add(entry.fingerprint)
    const joined = joinedTo(entry, finding)
    const found = { ...finding, ...(joined.length > 0 && { joined }) }
    if (joined.length > 0 && entry.limited === true) return found
    const { reason, owner, expires } = entry
    const state = expires !== undefined && expires < today ? 'expired' : 'accepted'
    return { ...found, state, acceptance: { reason, owner, ...(expires !== undefined && { expires }) } }
  })
  return { findings: matched, unmatched: baseline.entries.filter((entry) => !seen.has(entry.fingerprint)) }
}

/** Returns the operations of a finding that are missing from the entry's list of operations. */
function joinedTo({ operations }: BaselineEntry, { reaches }: Finding): readonly string[] {
  if (operations === undefined) return []
  const named = new Set(operations)
  return reaches.filter((operation) => !named.has(operation))
}

/** Whether an entry accepts a finding on all its operations. */
export function isAcceptedBy(entry: BaselineEntry | undefined, finding: Finding): boolean {
  if (entry?.fingerprint !== finding.fingerprint) return false
  return entry.limited !== true || joinedTo(entry, finding).length === 0
}

/** Returns a hint for each entry whose finding now reaches further operations. */
export function joinHints(findings: readonly Finding[], { entries }: Baseline): readonly Hint[] {
  const named = new Map(entries.map((entry) => [entry.fingerprint, entry]))
  return findings.flatMap((finding) => {
    const { fingerprint, ruleId, joined = [] } = finding
    const entry = named.get(fingerprint)
    if (entry === undefined || joined.length === 0) return []
    const state = isAcceptedBy(entry, finding) ? 'is accepted, and is' : 'is accepted on other operations only, and is'
    const also = `now also on ${plural(joined.length, 'more operation')}: ${firstOf(joined)}`
    return [{ message: `${fingerprint} (${ruleId}) ${state} ${also}`, n: joined.length }]
  })
}

/** Returns the hint about an unused entry. `seen` continues the sentence after the entry's name. */
export function staleHint({ fingerprint, ruleId, location = '', owner, reason }: BaselineEntry, seen: string): Hint {
  const name = ruleId === undefined ? fingerprint : `${fingerprint} (${`${ruleId} ${location}`.trim()})`
  return { message: `the baseline entry ${name} ${seen}. ${owner} accepted it because: ${reason}`, n: 0 }
}
