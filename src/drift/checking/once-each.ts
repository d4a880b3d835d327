import type { Finding } from '../../model/finding.ts'
import { severityRank } from '../../model/locations.ts'

const serverError = 'server-error'
const undocumentedStatus = 'status-code-conformance'

/**
 * The findings of one response without what another says already: a 5xx that is not documented is the failure of the server.
 * To document it would fix nothing. Where that counts for less, by the settings of the rules or because a test expects it, both are kept.
 */
export function onceEach(findings: readonly Finding[]): readonly Finding[] {
  const failures = findings.filter(({ ruleId }) => ruleId === serverError)
  if (failures.length === 0) return findings
  const isSaid = ({ ruleId, severity }: Finding): boolean =>
    ruleId === undocumentedStatus && failures.some((one) => severityRank(one.severity) <= severityRank(severity))
  return findings.filter((one) => !isSaid(one))
}
