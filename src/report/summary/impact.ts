import { type Finding, type Impact, impacts } from '../../model/finding.ts'

/** A heading for the changes of each impact. */
const impactWords = {
  'calls-stop': 'Calls stop working',
  'requests-refused': 'Requests are refused',
  'responses-changed': 'Responses that clients may not understand',
  'behaviour-changed': 'Behaviour changes',
  compatible: 'Additions and other compatible changes',
  documentation: 'Documentation',
} as const satisfies Record<Impact, string>

/** The heading of changes with one impact: of risky ones alone it says `may`. */
export function impactTitle(impact: Impact, findings: readonly Finding[]): string {
  const title = impactWords[impact]
  if (findings.some(({ severity }) => severity === 'error')) return title
  return title.replace(/^(Calls) |^(Requests) are/, (_, calls) => (calls ? 'Calls may ' : 'Requests may be'))
}

/** Sorts changes of the contract by what they mean for a client; live findings come first. */
export function byImpact(a: Finding, b: Finding): number {
  return rankOf(a) - rankOf(b)
}

/** What a change means for a client; a report of an earlier version doesn't say it. */
export function impactOf({ impact, verdict, site }: Finding): Impact {
  if (impact !== undefined) return impact
  if (verdict === 'compatible') return 'compatible'
  return site.direction === 'response' ? 'responses-changed' : 'requests-refused'
}

function rankOf(finding: Finding): number {
  return finding.kind === 'contract' ? impacts.indexOf(impactOf(finding)) : -1
}
