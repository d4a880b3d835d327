import type { Policy } from '../model/diff/rule.ts'

const compat: Policy = {
  name: 'compat',
  verdicts: { breaking: 'error', risky: 'warning', compatible: 'info' },
  rules: {},
}

/**
 * The lending service's published policy: "removed or added enumeration values, nullable changes, new required properties are
 * marked as breaking", in either direction. Clients need not tolerate undocumented content.
 */
const strict: Policy = {
  name: 'strict',
  verdicts: compat.verdicts,
  rules: {
    'enum-narrowed': 'error',
    'enum-widened': 'error',
    'exclusivity-narrowed': 'error',
    'exclusivity-widened': 'error',
    'keyword-changed': { risky: 'error' },
    'nullable-added': 'error',
    'nullable-removed': 'error',
    'property-added': { risky: 'error' },
    'property-became-required': 'error',
    'required-property-added': 'error',
    'schema-opened': { risky: 'error' },
  },
}

export const policies = { compat, strict } as const satisfies Record<string, Policy>
