import { expect, it } from 'vitest'
import { contractFinding, diffReport } from '../../../testing/sample-report.ts'
import { answersOf } from './answers.ts'

function broke(...rules: readonly string[]) {
  const findings = rules.map((ruleId, at) =>
    contractFinding({
      ...{ ruleId, fingerprint: `c${at}`.padEnd(16, '0') },
      ...(ruleId === 'operation-removed' && { impact: 'calls-stop' }),
    }),
  )
  return answersOf(diffReport({ findings }))[0]?.lines.map(({ text }) => text)
}

it('names a single breaking change, and counts several by rule, most severe impact first', () => {
  expect(broke('enum-widened')).toEqual(['may now be POSTPONED'])
  expect(broke('enum-widened', 'enum-widened', 'operation-removed')).toEqual([
    '1 breaking × operation-removed: Loan.status',
    '2 breaking × enum-widened: 2 in Loan',
  ])
  expect(broke('enum-widened', 'b', 'b', 'c', 'c', 'c', 'd', 'operation-removed')).toEqual([
    '1 breaking × operation-removed: Loan.status',
    '3 breaking × c: 3 in Loan',
    '2 breaking × b: 2 in Loan',
    'and 2 more kinds: 1 breaking × d, 1 breaking × enum-widened',
  ])
})

it('names affected consumers and gives advice for the whole diff', () => {
  const findings = ['a', 'b'].map((ruleId) => contractFinding({ ruleId, fingerprint: `c${ruleId}`.padEnd(16, '0') }))
  const fix = findings[0]?.fix.replace(/^./, (first) => first.toLowerCase())
  const [, hit, advice] = answersOf(diffReport({ findings }))
  expect(hit?.lines.map(({ text }) => text)).toEqual(['3 operations: GET /loans, GET /loans/{id}, POST /loans'])
  expect(advice?.lines.map(({ text }) => text)).toEqual([
    'Release it as a major version. Tell clients what they have to change, or keep the old form working.',
    ...['a', 'b'].map((ruleId) => `${ruleId}: ${fix}`),
    'Or accept it: specdrift baseline accept lending <id> …',
  ])
})
