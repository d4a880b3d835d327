import { rules } from '../diff/rules/index.ts'
import { checks } from '../drift/checks/index.ts'
import type { Rule } from '../model/diff/rule.ts'
import { toolError } from '../model/errors.ts'
import type { Check } from '../model/observation.ts'
import { meant } from '../util/text.ts'

/** The rules of the diff and the checks of live responses. */
export interface Catalogue {
  readonly rules: readonly Rule[]
  readonly checks: readonly Check[]
}

/** All rules and checks, sorted by id. */
export const catalogue: Catalogue = { rules, checks }

/** The ids of all rules and checks. */
export const ids: readonly string[] = [...rules, ...checks].map(({ id }) => id)

/** The rule or check of an id. Throws UNKNOWN_RULE with what may have been meant. */
export function findRule(id: string): { readonly rule: Rule } | { readonly check: Check } {
  const rule = rules.find((candidate) => candidate.id === id)
  if (rule !== undefined) return { rule }
  const check = checks.find((candidate) => candidate.id === id)
  if (check !== undefined) return { check }
  throw toolError('UNKNOWN_RULE', [id, meant(id, ids)])
}
