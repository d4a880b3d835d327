import type { Finding } from '../../model/finding.ts'
import type { Hint } from '../../model/report.ts'
import { firstOf, plural } from '../../util/text.ts'

/** One accepted finding. */
export interface BaselineEntry {
  readonly fingerprint: string
  readonly ruleId?: string
  /** Its location, as text: for the reviewer of the file. */
  readonly location?: string
  /** The operations that showed it when it was accepted. */
  readonly operations?: readonly string[]
  /** It is accepted on `operations` and on no other. */
  readonly limited?: boolean
  /** Why it is accepted. */
  readonly reason: string
  /** Who is responsible for it. */
  readonly owner: string
  /** The last day it is accepted on, `YYYY-MM-DD`; for good when absent. */
  readonly expires?: string
}

/** The findings of an API that its users accepted. */
export interface Baseline {
  readonly entries: readonly BaselineEntry[]
}

/** Findings with their states set, and the entries that matched none of them. */
export interface BaselineMatch {
  readonly findings: readonly Finding[]
  readonly unmatched: readonly BaselineEntry[]
}

/**
 * Sets the state of every finding: `accepted` when an entry accepts it, `expired` when the entry's last day has passed,
 * else as it was. What several operations share stays accepted when others join, unless the entry is limited to those
 * it names. `today` is `YYYY-MM-DD` in UTC; no day has passed before `''`.
 */
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
    return { ...found, state: entry.expires !== undefined && entry.expires < today ? 'expired' : 'accepted' }
  })
  return { findings: matched, unmatched: baseline.entries.filter((entry) => !seen.has(entry.fingerprint)) }
}

/** The operations of a finding that its entry does not name, though it names some. */
function joinedTo({ operations }: BaselineEntry, { reaches }: Finding): readonly string[] {
  if (operations === undefined) return []
  const named = new Set(operations)
  return reaches.filter((operation) => !named.has(operation))
}

/** Whether an entry accepts a finding as far as it reaches. */
export function isAcceptedBy(entry: BaselineEntry | undefined, finding: Finding): boolean {
  if (entry?.fingerprint !== finding.fingerprint) return false
  return entry.limited !== true || joinedTo(entry, finding).length === 0
}

/** The hints that entries of a baseline have come to reach other operations than they name. */
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

/** The hint that an entry accepts nothing; `seen` reads after its name. */
export function staleHint({ fingerprint, ruleId, reason }: BaselineEntry, seen: string): Hint {
  const name = ruleId === undefined ? fingerprint : `${fingerprint} (${ruleId})`
  return { message: `the baseline entry ${name} ${seen}. It was accepted because: ${reason}`, n: 0 }
}
