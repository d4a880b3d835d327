import { mostViolations, violationGroup } from '../../../drift/evidence/ceiling.ts'
import type { Finding } from '../../../model/finding.ts'
import { isGarbled } from '../to-live-result.ts'

/** Decides which findings are to be shown now. */
export interface FirstSeen {
  /** Those of an exchange: what is seen for the first time, and what has become ten times as frequent. */
  seen(findings: readonly Finding[]): readonly Finding[]
  /** The same of all findings so far, united: what only all exchanges together show. */
  settled(findings: readonly Finding[]): readonly Finding[]
}

/** Findings that are known by name: what comes beyond is shown only where all are checked together. */
const mostKnown = 50_000

interface Known {
  samples: number
  /** It is shown again with so many samples. */
  next: number
}

/** Starts with what was shown before. */
export function createFirstSeen(before: readonly Finding[], isWanted: (finding: Finding) => boolean): FirstSeen {
  const known = new Map<string, Known>()
  /** How many of a rule at a location were shown: the ceiling of a report is that of the stream. */
  const shown = new Map<string, number>()

  const enter = (finding: Finding): Known => {
    const entry = { samples: 0, next: 1 }
    known.set(finding.fingerprint, entry)
    const group = violationGroup(finding)
    shown.set(group, (shown.get(group) ?? 0) + 1)
    return entry
  }

  /** The finding as it is shown, if it is. */
  const show = (finding: Finding, entry: Known): readonly Finding[] => {
    if (entry.samples < entry.next || (isGarbled(finding) && entry.samples < 2)) return []
    while (entry.next <= entry.samples) entry.next *= 10
    if (!isWanted(finding)) return []
    return [{ ...finding, ...(finding.evidence && { evidence: { ...finding.evidence, samples: entry.samples } }) }]
  }

  for (const finding of before) {
    const entry = enter(finding)
    entry.samples = finding.evidence?.samples ?? 0
    show(finding, entry)
  }
  return {
    seen: (findings) =>
      findings.flatMap((finding) => {
        let entry = known.get(finding.fingerprint)
        if (entry === undefined) {
          if (known.size >= mostKnown || (shown.get(violationGroup(finding)) ?? 0) >= mostViolations) return []
          entry = enter(finding)
        }
        entry.samples += finding.evidence?.samples ?? 0
        return show(finding, entry)
      }),
    settled: (findings) =>
      findings.flatMap((finding) => {
        const entry = known.get(finding.fingerprint) ?? enter(finding)
        entry.samples = finding.evidence?.samples ?? 0
        return show(finding, entry)
      }),
  }
}
