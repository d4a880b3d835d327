import type { Finding } from '../../model/finding.ts'

/** What a change of the contract means for a client, the gravest first. */
export const impacts = [
  'calls stop working',
  'requests are refused',
  'responses are not understood',
  'behaviour changes',
  'compatible changes',
  'documentation',
] as const
export type Impact = (typeof impacts)[number]

const stops =
  /^(?:(?:retired-)?operation-(?:removed|moved)|servers?-(?!added)|security-(?!widened)|webhook-removed|callback-removed)/
const behaves = /^(?:default|deprecation|stability|sunset|links|operation-id)-/

/** The consequence of a change, by its verdict, its rule and its direction. */
export function impactOf({ ruleId, verdict, site, uses = [] }: Finding): Impact {
  if (ruleId === 'documentation-changed') return 'documentation'
  if (behaves.test(ruleId)) return 'behaviour changes'
  if (verdict === 'compatible') return 'compatible changes'
  if (stops.test(ruleId)) return 'calls stop working'
  // A component in requests and responses: the use that it breaks decides.
  const direction = uses[0]?.direction ?? site.direction
  return direction === 'response' ? 'responses are not understood' : 'requests are refused'
}

/** Sorts changes of the contract by consequence, then by how many operations they reach; leaves live findings as they are. */
export function byImpact(a: Finding, b: Finding): number {
  return rankOf(a) - rankOf(b) || (a.kind === 'contract' ? b.reaches.length - a.reaches.length : 0)
}

/** Changes of the contract come before live findings. */
function rankOf(finding: Finding): number {
  return finding.kind === 'contract' ? impacts.indexOf(impactOf(finding)) : impacts.length
}
