import { expect, it } from 'vitest'
import { contractFinding, diffReport } from '../../../testing/sample-report.ts'
import { answersOf } from './answers.ts'

function broke(...rules: readonly string[]) {
  const findings = rules.map((ruleId, at) => contractFinding({ ruleId, fingerprint: `c${at}`.padEnd(16, '0') }))
  return answersOf(diffReport({ findings }))[0]?.lines.map(({ text }) => text)
}

it('names what broke, and counts the rest by rule where it is too much for a list', () => {
  expect(broke('a')).toEqual(['may now be POSTPONED'])
  expect(broke('a', 'b', 'b')).toEqual(['may now be POSTPONED', 'and 2 more findings'])
  expect(broke('x', 'c', 'b', 'a', 'a', 'a', 'b', 'd')).toEqual([
    'may now be POSTPONED',
    'and 7 more findings: 2 a, 2 b, 1 c …',
  ])
})
