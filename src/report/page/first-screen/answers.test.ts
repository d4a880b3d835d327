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
    '1 × operation-removed: Loan',
    '2 × enum-widened: 2 in Loan',
  ])
  expect(broke('enum-widened', 'b', 'b', 'c', 'c', 'c', 'd', 'operation-removed')).toEqual([
    '1 × operation-removed: Loan',
    '3 × c: 3 in Loan',
    '2 × b: 2 in Loan',
    'and 2 more findings',
  ])
})

it('names affected consumers and gives advice for the whole diff', () => {
  const findings = ['a', 'b'].map((ruleId) => contractFinding({ ruleId, fingerprint: `c${ruleId}`.padEnd(16, '0') }))
  const [, hit, advice] = answersOf(diffReport({ findings }))
  expect(hit?.lines.map(({ text }) => text)).toEqual(['3 operations: GET /loans, GET /loans/{id}, POST /loans'])
  expect(advice?.lines[0]?.text).toBe(
    'Release it as a major version. Tell clients what they have to change, or keep accepting and returning the old form.',
  )
})
