import type { Override, Policy } from '../model/diff/rule.ts'
import type { Direction, Finding, Severity, Verdict } from '../model/finding.ts'
import { matcherOf } from './operation-glob.ts'

/** User settings for rules: a severity, or severities for some locations, of which the last match applies. */
export type RuleSettings = Readonly<Record<string, Severity | readonly Omit<Override, 'rule'>[]>>

/** Adds the user's overrides to a policy. */
export function withOverrides(policy: Policy, rules: RuleSettings): Policy {
  const everywhere = { ...policy.rules }
  const overrides: Override[] = [...(policy.overrides ?? [])]
  for (const [rule, setting] of Object.entries(rules)) {
    if (typeof setting === 'string') everywhere[rule] = setting
    else overrides.push(...setting.map((entry) => ({ rule, ...entry })))
  }
  return { ...policy, rules: everywhere, overrides }
}

/** Returns the severity of a finding: from the last matching override, the rule, or the verdict. */
export function severityOf(
  policy: Policy,
  rule: string,
  verdict: Verdict,
  direction: Direction | undefined,
  reaches: readonly string[],
): Severity {
  const override = policy.overrides?.findLast((each) => each.rule === rule && fits(each, direction, reaches))
  if (override !== undefined) return override.severity
  const setting = policy.rules[rule]
  return (typeof setting === 'object' ? setting[verdict] : setting) ?? policy.verdicts[verdict]
}

function fits(override: Override, direction: Direction | undefined, reaches: readonly string[]): boolean {
  if (override.direction !== undefined && override.direction !== direction) return false
  const { operations } = override
  return operations === undefined || (reaches.length > 0 && reaches.every(matcherOf(operations)))
}

/** Applies the user's severity to a live finding. Findings about assumed parts keep theirs. */
export function overrule(finding: Finding, rules: RuleSettings): Finding {
  const { ruleId, verdict, severity, site, reaches } = finding
  if (finding.assumed === true || !Object.hasOwn(rules, ruleId)) return finding
  const verdicts = { breaking: severity, risky: severity, compatible: severity }
  const policy = withOverrides({ name: '', verdicts, rules: {} }, rules)
  const direction = site.direction === 'both' ? undefined : site.direction
  return { ...finding, severity: severityOf(policy, ruleId, verdict, direction, reaches) }
}
