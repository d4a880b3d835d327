import type { SemverBump } from '../../model/diff/semver.ts'
import type { Finding } from '../../model/finding.ts'

/** Rules whose changes don't affect any program. */
const unnoticed = new Set(['documentation-changed'])

/**
 * Major if the policy rates a change as error, even if accepted; patch for documentation; otherwise minor (https://semver.org §7).
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
