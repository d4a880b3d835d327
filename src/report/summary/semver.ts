import type { SemverBump } from '../../model/diff/semver.ts'
import type { Finding } from '../../model/finding.ts'

/** Rules whose changes don't affect any program. */
const unnoticed = new Set(['documentation-changed'])

/**
 * Returns the version bump that contract changes require (https://semver.org): major if the policy rates one as an error, even if the
 * baseline accepts it; patch if only documentation changed; otherwise minor, which includes deprecations (§7).
 */
export function semverOf(findings: readonly Finding[]): SemverBump {
  if (findings.length === 0) return 'none'
  if (findings.some(({ severity }) => severity === 'error')) return 'major'
  return findings.every(({ ruleId }) => unnoticed.has(ruleId)) ? 'patch' : 'minor'
}

/** Returns `next version: major`, or an empty string if no release is needed. */
export function semverWords(bump: SemverBump | undefined): string {
  return bump === undefined || bump === 'none' ? '' : `next version: ${bump}`
}
