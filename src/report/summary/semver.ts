import type { SemverBump } from '../../model/diff/semver.ts'
import type { Finding } from '../../model/finding.ts'

/** What no program notices. */
const unnoticed = new Set(['documentation-changed'])

/**
 * The version bump that changes of a contract ask for (https://semver.org): major where the policy calls one breaking, accepted by the
 * baseline or not; patch where texts changed only; minor otherwise, as for what is added or deprecated (§7).
 */
export function semverOf(findings: readonly Finding[]): SemverBump {
  if (findings.length === 0) return 'none'
  if (findings.some(({ severity }) => severity === 'error')) return 'major'
  return findings.every(({ ruleId }) => unnoticed.has(ruleId)) ? 'patch' : 'minor'
}

/** `next version: major`; of nothing nothing. */
export function semverWords(bump: SemverBump | undefined): string {
  return bump === undefined || bump === 'none' ? '' : `next version: ${bump}`
}
