import { describe, expect, it } from 'vitest'
import { compilePattern, patternFlaw } from './patterns.ts'

describe('compilePattern follows ECMA-262', () => {
  it.each<readonly [pattern: string, matching: readonly string[], others: readonly string[]]>([
    ['b', ['abc'], ['ac']],
    ['^a\\-b\\/$', ['a-b/'], ['ab']],
    ['^\\s$', ['\u00a0', '\u2003', '\n'], ['a', '']],
    ['^\\S+$', ['a'], ['\u00a0']],
    ['^[\\s\\S]$', ['\u2003', 'x'], []],
    ['^[\\w-.]+$', ['a-b.c'], ['a b']],
    ['^[a\\s-]+$', ['a -'], ['b']],
    ['^[.-\\d]+$', ['1.-'], ['a']],
    ['^\\d{1,2000}$', ['1', '1'.repeat(2000)], ['', '1'.repeat(2001)]],
    ['^[a-z]{1500}$', ['a'.repeat(1500)], ['a'.repeat(1499), 'a'.repeat(1501)]],
    ['^(?:x|y{1001,})$', ['x', 'y'.repeat(1001), 'y'.repeat(5000)], ['y'.repeat(1000)]],
    ['^a{1500,2000}?$', ['a'.repeat(1500)], ['']],
    ['^(ab){2,3}$', ['abab'], ['ab']],
    ['^\\p{L}+$', ['äöü'], ['1']],
    ['^\\u00e4[\\u{1F600}]$', ['ä😀'], ['a😀']],
    ['^.$', ['😀'], ['ab']],
    ['(?i)^abc$', ['ABC'], ['ABD']],
    ['\\Aa\\Z', ['a'], ['ab']],
    ['^[\\]]\\{2}$', [']{2}'], [']{{']],
    ['^$', [''], ['a', '\n']],
  ])('%s', (pattern, matching, others) => {
    const { test } = compilePattern(pattern)
    expect(matching.filter((text) => !test(text))).toEqual([])
    expect(others.filter((text) => test(text))).toEqual([])
  })

  it.each(['^(a+)+$', '^(a|a)*$', '(x+x+)+y', '([a-z]+)*[0-9]{3,4000}'])(
    '%s matches 100,000 characters in linear time',
    (pattern) => {
      const started = performance.now()
      compilePattern(pattern).test(`${'a'.repeat(100_000)}!`)
      expect(performance.now() - started).toBeLessThan(5000)
    },
  )

  it.each([
    ['(?=a)b', /\(\?=/],
    ['(a)\\1', /back-reference \\1/],
    ['(?<n>a)\\k<n>', /back-reference \\k/],
    ['(', /missing closing/],
    ['['.repeat(10_001), /longer than/],
    ['a{1,100000}', /repeat count/],
    ['(ab){1,2000}', /repeat count/],
  ])('%s cannot be checked, and the reason is reported', (pattern, reason) => {
    expect(patternFlaw(pattern)).toMatch(reason)
  })
})
