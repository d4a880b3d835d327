import { expect, it } from 'vitest'
import { contractFinding } from '../../testing/sample-report.ts'
import { compareOpinions, type ForeignChange } from './compare.ts'

const tool = 'openapi-diff'
const change = (operation: string): ForeignChange => ({ code: 'method.remove', location: `at ${operation}`, operation })
const finding = contractFinding({ reaches: ['GET /loans/{id}', 'POST /loans'] })

function messages(breaking: readonly ForeignChange[], findings = [finding]): string[] {
  return compareOpinions(findings, { tool, breaking }).hints.map((hint) => hint.message)
}

it('lists what each calls breaking alone', () => {
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

it('counts only what we call breaking', () => {
  expect(messages([], [contractFinding({ verdict: 'risky' })])).toEqual([
    'openapi-diff calls 0 breaking, specdrift 0: they agree on which operations break',
  ])
})

it('says why there is no opinion', () => {
  expect(compareOpinions([finding], { tool, silent: 'it crashed' })).toEqual({
    hints: [],
    notChecked: [{ what: 'second opinion of openapi-diff', because: 'it crashed' }],
  })
})
