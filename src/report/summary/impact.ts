import { type Finding, type Impact, impacts } from '../../model/finding.ts'

/** A heading for the changes of each impact. */
export const impactWords = {
  'calls-stop': 'Calls stop working',
  'requests-refused': 'Requests are refused',
  'responses-changed': 'Responses that clients may not understand',
  'behaviour-changed': 'Behaviour changes',
  compatible: 'Additions and other compatible changes',
  documentation: 'Documentation',
} as const satisfies Record<Impact, string>

/** Sorts changes of the contract by what they mean for a client, then by how many operations they reach; live findings come first, in the order they have. */
export function byImpact(a: Finding, b: Finding): number {
  return rankOf(a) - rankOf(b) || (a.kind === 'contract' ? b.reaches.length - a.reaches.length : 0)
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
