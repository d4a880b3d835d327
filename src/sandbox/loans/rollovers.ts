import type { Fields } from '../http/fields.ts'
import { notCovered } from '../http/refusal.ts'
import type { Loan } from '../model/loan.ts'
import type { RolloverApplication, RolloverTerms } from '../model/rollover.ts'
import { wire } from '../money/money.ts'
import type { State, SubAccount } from '../state.ts'
import { readApplicant } from './applications.ts'
import { settleInterest } from './auto-repayments.ts'
import { requireActive } from './loan-actions.ts'
import { beginTerm, capacityOfLoan, findLoan, owedOf } from './loans.ts'
import { offerFor, principalBounds, termBounds } from './offers.ts'

/** Files a rollover, carried out by the next daily settlement; rejects terms outside the limits or below the debt. */
export function fileRollover(state: State, account: SubAccount, body: Fields): RolloverApplication {
  const variant = body.require('rolloverType', 'loanId').choice('rolloverType', ['CREDIT_LINE', 'FIXED_TERM'])
  const applicant = readApplicant(body)
  const loan = findLoan(state, account, body.text('loanId'))
  requireActive(loan)
  const terms = readTerms(body, variant)
  requireCover(state, loan, terms)
  const rollover: RolloverApplication = {
    id: state.nextId('rollover'),
    accountId: account.id,
    createdAt: state.now(),
    loan,
    terms,
    ...applicant,
    status: 'SUBMITTED',
  }
  state.rollovers.push(rollover)
  return rollover
}

/** Carries a rollover out: the loan continues with the new kind, limit or term. Throws if it would be rejected now. */
export function rollOver(state: State, { loan, terms }: RolloverApplication): void {
  requireActive(loan)
  requireCover(state, loan, terms)
  settleInterest(state, loan)
  const { accountType, cryptoCurrency } = loan.offer
  if (terms.rolloverType === 'CREDIT_LINE') {
    loan.limit = terms.fiatLoanLimit
    beginTerm(loan, offerFor(accountType, 'LINE_OF_CREDIT', cryptoCurrency), loan.termInDays, state.now())
  } else {
    const termInDays = terms.termInYears.mul(365).round().toNumber()
    beginTerm(loan, offerFor(accountType, 'FIXED_TERM', cryptoCurrency), termInDays, state.now())
  }
}

export function rolloverView(rollover: RolloverApplication): Readonly<Record<string, unknown>> {
  const { id, loan, terms, status, applicantInfo, createdAt } = rollover
  return {
    id,
    rolloverType: terms.rolloverType,
    loanId: loan.id,
    status,
    ...(applicantInfo && { applicantInfo }),
    ...(terms.rolloverType === 'CREDIT_LINE'
      ? { fiatLoanLimit: wire(terms.fiatLoanLimit, 'fiat') }
      : { termInYears: wire(terms.termInYears, 'rate') }),
    createdAt: createdAt.toISOString(),
  }
}

function readTerms(body: Fields, rolloverType: RolloverTerms['rolloverType']): RolloverTerms {
  return rolloverType === 'CREDIT_LINE'
    ? { rolloverType, fiatLoanLimit: body.bounded('fiatLoanLimit', 'fiat', principalBounds) }
    : { rolloverType, termInYears: body.bounded('termInYears', 'rate', termBounds) }
}

/** Throws if the debt including pending amounts exceeds the limit or the current capacity of the security. */
function requireCover(state: State, loan: Loan, terms: RolloverTerms): void {
  const owed = owedOf(loan)
  if (terms.rolloverType === 'CREDIT_LINE' && terms.fiatLoanLimit.lt(owed)) {
    const message = `fiatLoanLimit must not be below what is drawn and pending, ${owed.toFixed()}.`
    throw notCovered('LIMIT_EXCEEDED', 'fiatLoanLimit', message, terms.fiatLoanLimit.toNumber())
  }
  if (owed.lte(capacityOfLoan(state, loan))) return
  throw notCovered('LIMIT_EXCEEDED', 'loanId', `Loan '${loan.id}' is above its borrowing limit.`, loan.id)
}
