import { describe, expect, it } from 'vitest'
import type { Change, Effect, Trail, Use } from '../model/diff/change.ts'
import type { Policy, Rule } from '../model/diff/rule.ts'
import type { Finding } from '../model/finding.ts'
import { descriptionOf, descriptionWithPaths } from '../testing/rule-tester.ts'
import { judgeChanges } from './judge.ts'
import { policies } from './policy.ts'

const paths = "{ /a: { get: { responses: { '200': { description: '' } } } } }"
const [base, revision] = [descriptionOf(descriptionWithPaths(paths)), descriptionOf(descriptionWithPaths(paths))]

/** A rule for documentation changes that puts its input into the message. */
const rule = (parts: object = { effect: 'as-compared' }) =>
  ({
    id: 'r',
    on: 'documentation',
    title: '',
    why: 'w',
    fix: 'f',
    judge: () => ({ message: 'm', key: 'k' }),
    ...parts,
  }) as unknown as Rule
const use = (parts: Partial<Use> = {}): Use => ({ operation: 'GET /a', direction: 'response', part: '200', ...parts })
const change = (parts: object = {}) =>
  ({
    ...{ kind: 'documentation', before: { title: 'a' }, after: { title: 'b' }, effect: 'narrowed' },
    ...{ site: { location: '/paths/~1a/get' }, uses: [use()] },
    ...parts,
  }) as Change

function judge(changes: readonly Change[], rules: readonly Rule[] = [rule()], policy?: Policy): readonly Finding[] {
  return judgeChanges(changes, { base, revision, rules, ...(policy === undefined ? {} : { policy }) })
}
const one = (parts: object, rules?: readonly Rule[], policy?: Policy) => judge([change(parts)], rules, policy)[0]

it('a finding has all facts of its change', () => {
  const site = { location: '/paths/~1a/get', base: '/paths/~1a/get', revision: '/paths/~1a' }
  expect(one({ site })).toEqual({
    ...{ ruleId: 'r', kind: 'contract', verdict: 'compatible', severity: 'info', state: 'new' },
    fingerprint: expect.stringMatching(/^[0-9a-f]{16}$/),
    ...{ message: 'm', why: 'w', fix: 'f', derivation: 'narrowed × response → compatible', impact: 'compatible' },
    site: { operation: 'GET /a', direction: 'response', part: '200', pointer: '' },
    reaches: ['GET /a'],
    source: { base: base.document.locate(site.base), revision: revision.document.locate(site.revision) },
    before: { title: 'a' },
    after: { title: 'b' },
  })
  expect(one({ before: undefined, site: { ...site, base: undefined } })).toMatchObject({
    source: { revision: expect.anything() },
  })
  expect(Object.keys(one({ before: undefined }) ?? {})).not.toContain('before')
  expect(one({ after: undefined })?.source).toEqual({})
  expect(Object.keys(one({ after: undefined }) ?? {})).not.toContain('after')
  // A use with a trail can be proven, so it is preferred among equally bad ones.
  expect(one({ uses: [use({ operation: 'GET /b' }), use({ trail: {} as Trail })] })?.site.operation).toBe('GET /a')
})

describe('the law', () => {
  it.each<[Effect, Partial<Use>, string]>([
    ['narrowed', { direction: 'request' }, 'narrowed × request → breaking'],
    ['widened', { direction: 'request' }, 'widened × request → compatible'],
    ['narrowed', { direction: 'none' }, 'narrowed × request → breaking'],
    ['incomparable', { direction: 'request' }, 'incomparable × request → breaking'],
    ['none', { direction: 'request' }, 'none × request → compatible'],
    ['widened', {}, 'widened × response → breaking'],
    ['incomparable', {}, 'incomparable × response → breaking'],
    ['none', {}, 'none × response → compatible'],
    ['narrowed', { polarity: 'inverted' }, 'widened × response → breaking (inverted by an enclosing keyword)'],
    ['widened', { polarity: 'inverted' }, 'narrowed × response → compatible (inverted by an enclosing keyword)'],
    ['narrowed', { polarity: 'undecided' }, 'incomparable × response → breaking (undecided by an enclosing keyword)'],
    ['incomparable', { polarity: 'inverted' }, 'incomparable × response → breaking (inverted by an enclosing keyword)'],
    ['none', { polarity: 'undecided' }, 'none × response → compatible (undecided by an enclosing keyword)'],
    ['widened', { unstable: 'alpha' }, 'widened × response → breaking, softened: the operation is alpha'],
    ['narrowed', { unstable: 'alpha' }, 'narrowed × response → compatible'],
    // Effect that remains after an enclosing choice.
    ['incomparable', { effect: 'narrowed' }, 'narrowed × response → compatible'],
    ['incomparable', { effect: 'widened' }, 'widened × response → breaking'],
    ['widened', { effect: 'incomparable' }, 'widened × response → breaking'],
    ['widened', { effect: 'widened' }, 'widened × response → breaking'],
    ['narrowed', { effect: 'widened', isOfWhole: true }, 'widened × response → breaking'],
    ['narrowed', { isOfWhole: true }, 'narrowed × response → compatible'],
  ])('%s, %j: %s', (effect, parts, derivation) => {
    const verdict = 'unstable' in parts && effect === 'widened' ? 'risky' : (/→ (\w+)/.exec(derivation)?.[1] ?? '')
    expect(one({ effect, uses: [use(parts)] })).toMatchObject({ derivation, verdict })
  })

  it('has no finding if an enclosing choice compensates the edit, unless a convention applies', () => {
    const made = { effect: 'narrowed', uses: [use({ effect: 'none' })] }
    expect(one(made)).toBeUndefined()
    expect(one({ effect: 'narrowed', uses: [use({ effect: 'widened' })] })).toBeUndefined()
    const convention = { request: 'breaking', response: 'risky', because: 'so it is' }
    expect(one(made, [rule({ convention })])).toMatchObject({
      verdict: 'risky',
      derivation: 'convention: risky, because so it is',
    })
    expect(one({ uses: [use({ direction: 'request' })] }, [rule({ convention })])?.verdict).toBe('breaking')
    const both = [use({ effect: 'none', operation: 'GET /b' }), use()]
    expect(one({ uses: both })?.reaches).toEqual(['GET /a'])
  })

  it("judges a part of the edit by the rule's effect", () => {
    expect(one({ effect: 'incomparable' }, [rule({ effect: 'widened' })])?.verdict).toBe('breaking')
    expect(one({ effect: 'incomparable' }, [rule({ effect: 'narrowed' })])?.verdict).toBe('compatible')
  })
})

it('the worst use decides, and every derivation is listed', () => {
  const uses = [
    use({ unstable: 'draft', operation: 'GET /c' }),
    use(),
    use({ direction: 'request', operation: 'POST /a' }),
  ]
  expect(one({ effect: 'widened', uses })).toMatchObject({
    verdict: 'breaking',
    derivation:
      'widened × request → compatible; widened × response → breaking; widened × response → breaking, softened: the operation is draft',
    site: { operation: 'GET /a', direction: 'both', part: '200', pointer: '' },
    reaches: ['GET /a', 'GET /c', 'POST /a'],
    uses: [
      { operation: 'GET /a', direction: 'response', verdict: 'breaking' },
      { operation: 'GET /c', direction: 'response', verdict: 'risky' },
      { operation: 'POST /a', direction: 'request', verdict: 'compatible' },
    ],
  })
})

it('an operation is listed once per direction with its worst verdict; without a direction it has none', () => {
  const uses = [
    use({ effect: 'widened' }),
    use({ unstable: 'draft' }),
    use({ operation: 'DELETE /a', direction: 'none' }),
  ]
  const finding = one({ effect: 'widened', uses })
  expect(finding?.uses).toEqual([
    { operation: 'GET /a', direction: 'response', verdict: 'breaking' },
    { operation: 'DELETE /a', verdict: 'compatible' },
  ])
  expect(one({ uses: [use({ direction: 'none' })] })?.site.direction).toBeUndefined()
  const sorted = one({ effect: 'incomparable', uses: [use(), use({ direction: 'request' })] })?.uses
  expect(sorted?.map(({ direction }) => direction)).toEqual(['request', 'response'])
})

it('findings are sorted by severity, verdict and location, without those that are off', () => {
  const at = (location: string) => change({ effect: 'widened', site: { location }, uses: [use()] })
  const rules = ['off', 'z', 'b', 'a'].map((id) => rule({ id, effect: id === 'z' ? 'narrowed' : 'widened' }))
  const policy: Policy = { ...policies.compat, rules: { off: 'off', z: 'error', b: 'error', a: 'error' } }
  const changes = ['/components/schemas/B', '/components/schemas/A/x', '/components/schemas/A'].map(at)
  expect(
    judge(changes, rules, policy).map(({ ruleId, site }) => `${ruleId} ${site.component?.at(-1)}${site.pointer}`),
  ).toEqual([...['a A', 'b A', 'a A/x', 'b A/x', 'a B', 'b B'], ...['z A', 'z A/x', 'z B']])
  const levels = { ...policy, rules: { b: 'info', a: 'warning', z: 'error', off: 'off' } } as Policy
  expect(judge([at('/components/schemas/A')], rules, levels).map(({ ruleId }) => ruleId)).toEqual(['z', 'a', 'b'])
  const parts = ['404', '200'].map((part) => change({ uses: [use({ part })] }))
  const operations = ['GET /b', 'GET /a'].map((operation) => change({ uses: [use({ operation })] }))
  expect(judge(parts).map(({ site }) => site.part)).toEqual(['200', '404'])
  expect(judge(operations).map(({ site }) => site.operation)).toEqual(['GET /a', 'GET /b'])
})

it('a rule receives only its kind of change, and a throwing rule fails the run', () => {
  expect(judge([change({ kind: 'deprecation', before: true, after: undefined })])).toEqual([])
  const crash = rule({
    judge: () => {
      throw new Error('oops')
    },
  })
  const crashed = () => judge([change()], [crash])
  expect(crashed).toThrow(expect.objectContaining({ code: 'RULE_CRASHED' }))
  expect(crashed).toThrow(/\br\b.*\/paths\/~1a\/get.*oops/)
})

describe('a fingerprint', () => {
  const id = (location: string, uses: readonly Use[] = [use()]) => one({ site: { location }, uses })?.fingerprint

  it('of a component is the same for all users, except for the direction', () => {
    const location = '/components/schemas/A/properties/a'
    expect(id(location, [use({ operation: 'GET /b', part: '404' })])).toBe(id(location))
    expect(id(location, [use({ direction: 'request' })])).not.toBe(id(location))
    expect(id('/components/schemas/A/properties/b')).not.toBe(id(location))
    expect(id('/components/schemas/B/properties/a')).not.toBe(id(location))
  })

  it('differs between operations and between their parts', () => {
    const location = '/paths/~1a/get/schema/properties/a'
    expect(id(location, [use({ operation: 'GET /b' })])).not.toBe(id(location))
    expect(id(location, [use({ part: '404' })])).not.toBe(id(location))
    expect(id('/paths/~1a/get/schema/properties/b')).not.toBe(id(location))
  })

  it.each(['allOf', 'anyOf', 'oneOf', 'prefixItems'])('does not move with a position in %s', (list) => {
    const at = (index: string) => id(`/components/schemas/A/${list}/${index}/properties/a`)
    expect(at('0')).toBe(at('12'))
    expect(at('0')).not.toBe(at('0x'))
    expect(id(`/components/schemas/A/${list}/0`)).toBe(id(`/components/schemas/A/${list}/12`))
    expect(at('0')).not.toBe(id('/components/schemas/A/properties/a'))
  })
})
