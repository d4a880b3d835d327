import type { Direction, Severity, Verdict } from '../model/finding.ts'
import type { Override, Policy } from '../model/rule.ts'
import { matcherOf } from '../util/operation-glob.ts'

/** What a user says of rules: a severity, or severities for some places, in which the last that fits wins. */
export type RuleSettings = Readonly<Record<string, Severity | readonly Omit<Override, 'rule'>[]>>

const compat: Policy = {
  name: 'compat',
  verdicts: { breaking: 'error', risky: 'warning', compatible: 'info' },
  rules: {},
}

/**
 * The lending service's own published policy: "removed or added enumeration values, nullable changes, new
 * required properties are marked as breaking", whichever way they travel.
 */
const strict: Policy = {
  name: 'strict',
  verdicts: compat.verdicts,
  rules: {
    'enum-narrowed': 'error',
    'enum-widened': 'error',
    'nullable-added': 'error',
    'nullable-removed': 'error',
    'property-became-required': 'error',
    'required-property-added': 'error',
  },
}

/** The presets by name. */
export const policies = { compat, strict } as const satisfies Record<string, Policy>

/** A preset with what the user says over it: a severity for a rule, or a list of them for some places. */
export function withOverrides(policy: Policy, rules: RuleSettings): Policy {
  const everywhere = { ...policy.rules }
  const overrides: Override[] = [...(policy.overrides ?? [])]
  for (const [rule, setting] of Object.entries(rules)) {
    if (typeof setting === 'string') everywhere[rule] = setting
    else overrides.push(...setting.map((entry) => ({ rule, ...entry })))
  }
  return { ...policy, rules: everywhere, overrides }
}

/** The severity of a finding: the last override that fits it, then what is said of its rule, then of its verdict. */
export function severityOf(
  policy: Policy,
  rule: string,
  verdict: Verdict,
  direction: Direction | undefined,
  reaches: readonly string[],
): Severity {
  const override = policy.overrides?.findLast((each) => each.rule === rule && fits(each, direction, reaches))
  return override?.severity ?? policy.rules[rule] ?? policy.verdicts[verdict]
}

function fits(override: Override, direction: Direction | undefined, reaches: readonly string[]): boolean {
  if (override.direction !== undefined && override.direction !== direction) return false
  const { operations } = override
  return operations === undefined || (reaches.length > 0 && reaches.every(matcherOf(operations)))
}
