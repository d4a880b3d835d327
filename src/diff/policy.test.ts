import { expect, it } from 'vitest'
import type { Direction, Severity } from '../model/finding.ts'
import { type RuleSettings, severityOf, withOverrides } from '../util/rule-settings.ts'
import { policies } from './policy.ts'

const internal = 'GET /internal/**'

it.each<readonly [string, RuleSettings[string], Direction | undefined, readonly string[], Severity]>([
  ['nothing set', [], 'response', ['GET /a'], 'error'],
  ['set everywhere', 'info', 'response', ['GET /a'], 'info'],
  ['its direction', [{ severity: 'info', direction: 'response' }], 'response', ['GET /a'], 'info'],
  ['the other direction', [{ severity: 'info', direction: 'response' }], 'request', ['GET /a'], 'error'],
  ['both directions', [{ severity: 'info', direction: 'response' }], 'both', ['GET /a'], 'error'],
  ['no direction', [{ severity: 'info', direction: 'response' }], undefined, ['GET /a'], 'error'],
  ['its operations', [{ severity: 'info', operations: internal }], 'request', ['GET /internal/a'], 'info'],
  [
    'one operation outside',
    [{ severity: 'info', operations: internal }],
    'request',
    ['GET /internal/a', 'GET /b'],
    'error',
  ],
  ['no operation at all', [{ severity: 'info', operations: internal }], 'request', [], 'error'],
  [
    'the last that fits',
    [{ severity: 'info' }, { severity: 'warning' }, { severity: 'off', direction: 'request' }],
    'response',
    ['GET /a'],
    'warning',
  ],
])('%s', (_name, setting, direction, reaches, severity) => {
  const policy = withOverrides(policies.strict, { 'enum-widened': setting })
  expect(severityOf(policy, 'enum-widened', 'breaking', direction, reaches)).toBe(severity)
})

it('leaves other rules and the preset unchanged', () => {
  const policy = withOverrides(policies.compat, { 'enum-widened': [{ severity: 'off' }] })
  expect(severityOf(policy, 'enum-narrowed', 'breaking', 'request', [])).toBe('error')
  expect(policies.compat).not.toHaveProperty('overrides')
})

const strict = 'enum-narrowed enum-widened exclusivity-narrowed exclusivity-widened nullable-added nullable-removed'

it('a severity for a rule replaces the preset for some of its verdicts', () => {
  const policy = withOverrides(policies.strict, { 'property-added': 'off' })
  expect(severityOf(policy, 'property-added', 'risky', 'response', [])).toBe('off')
})

it.each<[keyof typeof policies, string, string]>([
  ...`${strict} property-became-required required-property-added`
    .split(' ')
    .map((id): [keyof typeof policies, string, string] => ['strict', id, 'error error error']),
  ['strict', 'property-added', 'error error info'],
  ['strict', 'schema-opened', 'error error info'],
  ['compat', 'property-added', 'error warning info'],
  ['strict', 'type-changed', 'error warning info'],
  ['compat', 'enum-widened', 'error warning info'],
])('%s: %s is %s when breaking, risky, compatible', (name, id, severities) => {
  const found = (['breaking', 'risky', 'compatible'] as const).map((verdict) =>
    severityOf(policies[name], id, verdict, 'both', []),
  )
  expect([policies[name].name, found.join(' ')]).toEqual([name, severities])
})
