import { advance, record } from '../accounts/transactions.ts'
import { credit } from '../accounts/wallet.ts'
import type { Fields } from '../http/fields.ts'
import { notCovered } from '../http/refusal.ts'
import { applyForValues } from '../model/application.ts'
import type { RedrawApplication } from '../model/redraw.ts'
import { loanCurrency } from '../money/market.ts'
import { wire } from '../money/money.ts'
import type { State, SubAccount } from '../state.ts'
import { readApplicant } from './applications.ts'
import { enter } from './ledger.ts'
import { requireActive } from './loan-actions.ts'
import { availableToBorrow, findLoan } from './loans.ts'

/** Files a redraw, pending until the next daily settlement, or as a draft without a pending amount. */
export function fileRedraw(state: State, account: SubAccount, body: Fields): RedrawApplication {
  body.require('loanId', 'fiatAmount')
  const fiatAmount = body.amount('fiatAmount', 'fiat')
  const applyFor = body.optional('applyFor', (name) => body.choice(name, applyForValues))
  const applicant = readApplicant(body)
  const loan = findLoan(state, account, body.text('loanId'))
  requireActive(loan)
  const available = availableToBorrow(state, loan)
  if (fiatAmount.gt(available)) {
    const message = `Loan '${loan.id}' has ${available.toFixed()} AUD available to borrow.`
    throw notCovered('LIMIT_EXCEEDED', 'fiatAmount', message, fiatAmount.toNumber())
  }
  const redraw: RedrawApplication = {
    id: state.nextId('redraw'),
    accountId: account.id,
    createdAt: state.now(),
    loan,
    fiatAmount,
    ...applicant,
    status: applyFor === 'DRAFT' ? 'DRAFT' : 'SUBMITTED',
  }
  state.redraws.push(redraw)
  if (redraw.status === 'SUBMITTED') reserve(state, redraw)
  return redraw
}

export function redrawView(redraw: RedrawApplication): Readonly<Record<string, unknown>> {
  const { id, loan, status, applicantInfo, fiatAmount, createdAt } = redraw
  return {
    id,
    applyFor: status === 'DRAFT' ? 'DRAFT' : loan.offer.repaymentType,
    status,
    ...(applicantInfo && { applicantInfo }),
    loanId: loan.id,
    fiatAmount: wire(fiatAmount, 'fiat'),
    createdAt: createdAt.toISOString(),
  }
}

/** Pays a redraw out, or declines it if the debt would exceed the limit or the current capacity of the security. */
export function payOut(state: State, account: SubAccount, redraw: RedrawApplication): void {
  const { id, loan, fiatAmount } = redraw
  const isCovered = fiatAmount.lte(availableToBorrow(state, loan, loan.principalLeft))
  redraw.status = isCovered ? 'APPROVED' : 'DECLINED'
  loan.pendingBorrow = loan.pendingBorrow.minus(fiatAmount)
  const entry = loan.transactions.find((each) => each.loanApplicationId === id)
  if (entry) advance(state, entry, isCovered ? 'COMPLETED' : 'ROLLED_BACK')
  if (!isCovered) return
  enter(state, loan, fiatAmount)
  loan.isOffSchedule = true
  loan.totalRedraw = loan.totalRedraw.plus(fiatAmount)
  credit(account.wallet.fiat, loanCurrency, fiatAmount)
}

/** Reserves the amount of a submitted redraw until it is paid. */
function reserve(state: State, { id, loan, fiatAmount }: RedrawApplication): void {
  loan.pendingBorrow = loan.pendingBorrow.plus(fiatAmount)
  const status = 'WAITING_FOR_FIAT_TRANSFER_TO_USER'
  record(state, loan, { type: 'FIAT_BORROW', status, fiatAmount, loanApplicationId: id })
}
