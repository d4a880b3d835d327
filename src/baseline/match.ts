import type { Finding } from '../model/finding.ts'
import type { Hint } from '../model/report.ts'

/** One accepted finding. */
export interface BaselineEntry {
  readonly fingerprint: string
  readonly ruleId?: string
  /** Its location, as text: for the reviewer of the file. */
  readonly location?: string
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
 * else as it was. `today` is `YYYY-MM-DD` in UTC; no day has passed before `''`.
 */
export function matchBaseline(findings: readonly Finding[], baseline: Baseline, today: string): BaselineMatch {
  const entries = new Map(baseline.entries.map((entry) => [entry.fingerprint, entry]))
  const seen = new Set<string>()
  const matched = findings.map((finding): Finding => {
    const entry = entries.get(finding.fingerprint)
    if (entry === undefined) return finding
    seen.add(entry.fingerprint)
    return { ...finding, state: entry.expires !== undefined && entry.expires < today ? 'expired' : 'accepted' }
  })
  return { findings: matched, unmatched: baseline.entries.filter((entry) => !seen.has(entry.fingerprint)) }
}

/** The hint that an entry accepts nothing; `seen` reads after its name. */
export function staleHint({ fingerprint, ruleId, reason }: BaselineEntry, seen: string): Hint {
  const name = ruleId === undefined ? fingerprint : `${fingerprint} (${ruleId})`
  return { message: `the baseline entry ${name} ${seen}. It was accepted because: ${reason}`, n: 0 }
}
