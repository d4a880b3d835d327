import { rules } from '../diff/rules/index.ts'
import { checks } from '../drift/checks/index.ts'
import type { Rule } from '../model/diff/rule.ts'
import { toolError } from '../model/errors.ts'
import type { Check } from '../model/observation.ts'
import { meant } from '../util/text.ts'

/** Rules of the diff and checks of live responses. */
export interface Catalogue {
  readonly rules: readonly Rule[]
  readonly checks: readonly Check[]
}

export const catalogue: Catalogue = { rules, checks }

export const ids: readonly string[] = [...rules, ...checks].map(({ id }) => id)

/** Returns the rule or check with an id. Throws UNKNOWN_RULE with a suggestion. */
export function findRule(id: string): { readonly rule: Rule } | { readonly check: Check } {
  const rule = rules.find((candidate) => candidate.id === id)
  if (rule !== undefined) return { rule }
  const check = checks.find((candidate) => candidate.id === id)
  if (check !== undefined) return { check }
  throw toolError('UNKNOWN_RULE', [id, meant(id, ids)])
}
