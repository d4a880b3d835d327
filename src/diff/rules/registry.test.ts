import { describe, expect, it } from 'vitest'
import type { Effect } from '../../model/diff/change.ts'
import { rules } from './index.ts'

const opposite: Readonly<Partial<Record<Effect, Effect>>> = { narrowed: 'widened', widened: 'narrowed' }

/** Rules without a counterpart of the opposite effect for the same kind, with the reason. */
const waivers: Readonly<Record<string, string>> = {
  'response-narrowed': 'a status that is added is a convention: clients must be ready for statuses they do not know',
  'required-parameter-added':
    'a removed parameter is a convention: the law cannot decide whether it is ignored or rejected',
  'required-request-body-added': 'a removed body is a convention, like a removed parameter',
  'property-refused': 'naming a property of a closed object is property-added, whose effect is as compared',
  'required-header-removed': 'a header that is added and required restricts no client: header-added is a convention',
}

describe('the rule registry', () => {
  it('every rule follows the law or a convention with a reason', () => {
    for (const rule of rules) {
      expect([rule.id, rule.effect === undefined]).toEqual([rule.id, rule.convention !== undefined])
      if (rule.convention) expect(rule.convention.because.length, rule.id).toBeGreaterThan(10)
    }
  })

  it('ids are unique and kebab-case', () => {
    expect(new Set(rules.map((rule) => rule.id)).size).toBe(rules.length)
    for (const { id } of rules) expect(id).toMatch(/^[a-z]+(-[a-z]+)+$/)
  })

  const unmirrored = rules.filter(({ effect, on }) => {
    const wanted = effect === undefined || effect === 'as-compared' ? undefined : opposite[effect]
    return wanted !== undefined && !rules.some((other) => other.on === on && other.effect === wanted)
  })

  it('every rule of the law has a counterpart or a waiver', () => {
    expect(unmirrored.map((rule) => rule.id).filter((id) => waivers[id] === undefined)).toEqual([])
  })

  it('no waiver is obsolete', () => {
    expect(Object.keys(waivers).filter((id) => !unmirrored.some((rule) => rule.id === id))).toEqual([])
  })

  it('every rule has a title, a reason, a fix and an example with a finding', () => {
    for (const { id, title, why, fix, examples = [] } of rules) {
      expect([id, title.length > 3, /\.$/.test(why), /\.$/.test(fix)]).toEqual([id, true, true, true])
      expect([id, examples.some((example) => example.finds)]).toEqual([id, true])
    }
  })
})
