import { type Finding, type Impact, impacts } from '../../model/finding.ts'

const impactWords = {
  'calls-stop': 'Calls stop working',
  'requests-refused': 'Requests are refused',
  'responses-changed': 'Responses that clients may not understand',
  'behaviour-changed': 'Behaviour changes',
  compatible: 'Additions and other compatible changes',
  documentation: 'Documentation',
} as const satisfies Record<Impact, string>

/** Returns the heading for an impact. Uses "may" if all changes are only risky. */
export function impactTitle(impact: Impact, findings: readonly Finding[]): string {
  const title = impactWords[impact]
  if (findings.some(({ severity }) => severity === 'error')) return title
  return title.replace(/^(Calls) |^(Requests) are/, (_, calls) => (calls ? 'Calls may ' : 'Requests may be'))
}

/** Comparator that sorts contract changes by impact, after live findings. */
export function byImpact(a: Finding, b: Finding): number {
  return rankOf(a) - rankOf(b)
}

/** Returns the impact of a change. Reports of earlier versions lack it, so it is derived from the verdict. */
export function impactOf({ impact, verdict, site }: Finding): Impact {
  if (impact !== undefined) return impact
  if (verdict === 'compatible') return 'compatible'
  return site.direction === 'response' ? 'responses-changed' : 'requests-refused'
}

function rankOf(finding: Finding): number {
  return finding.kind === 'contract' ? impacts.indexOf(impactOf(finding)) : -1
}
