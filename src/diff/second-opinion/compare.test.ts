import { expect, it } from 'vitest'
import { contractFinding } from '../../testing/sample-report.ts'
import { compareOpinions, type ForeignChange } from './compare.ts'

const tool = 'openapi-diff'
const change = (operation: string): ForeignChange => ({ code: 'method.remove', location: `at ${operation}`, operation })
const finding = contractFinding({ reaches: ['GET /loans/{id}', 'POST /loans'] })

function messages(breaking: readonly ForeignChange[], findings = [finding]): string[] {
  return compareOpinions(findings, { tool, breaking }).hints.map((hint) => hint.message)
}

it('lists breaking changes that only one tool reports', () => {
  expect(messages([change('DELETE /loans')])).toEqual([
    'openapi-diff calls 1 breaking, specdrift 1: they differ',
    'only openapi-diff calls breaking: method.remove at at DELETE /loans',
    'only specdrift calls breaking: enum-widened c000000000000001 (may now be POSTPONED) at GET /loans/{id} and 1 more operation',
  ])
})

it.each(['GET /loans/{loanId}', 'POST /loans', '/loans', ''])('agrees by operation: %s', (operation) => {
  expect(messages([change(operation)])).toEqual([
    'openapi-diff calls 1 breaking, specdrift 1: they agree on which operations break',
  ])
})

it('ignores our non-breaking findings', () => {
  expect(messages([], [contractFinding({ verdict: 'risky' })])).toEqual([
    'openapi-diff calls 0 breaking, specdrift 0: they agree on which operations break',
  ])
})

it('explains why there is no second opinion', () => {
  expect(compareOpinions([finding], { tool, silent: 'it crashed' })).toEqual({
    hints: [],
    notChecked: [{ what: 'second opinion of openapi-diff', because: 'it crashed' }],
  })
})
