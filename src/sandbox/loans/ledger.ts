import type { Loan } from '../model/loan.ts'
import type { Amount } from '../money/money.ts'

/** Enters principal that was paid out. The only functions that change what is owed and what is held are in this file. */
export function borrow(loan: Loan, principal: Amount): void {
  loan.borrowed = loan.borrowed.plus(principal)
  loan.principalLeft = loan.principalLeft.plus(principal)
}

/** Enters principal that came back. */
export function repay(loan: Loan, principal: Amount): void {
  loan.principalLeft = loan.principalLeft.minus(principal)
  loan.principalRepaid = loan.principalRepaid.plus(principal)
}

/** Enters security that came in. */
export function lock(loan: Loan, cryptoAmount: Amount): void {
  loan.security = loan.security.plus(cryptoAmount)
}

/** Enters security that went out. */
export function release(loan: Loan, cryptoAmount: Amount): void {
  loan.security = loan.security.minus(cryptoAmount)
}
