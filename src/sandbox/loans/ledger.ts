import type { Loan } from '../model/loan.ts'
import { type Amount, Money, zero } from '../money/money.ts'
import type { State } from '../state.ts'

/** The only function that changes debt and security. `principal`: negative if repaid; `security`: negative if removed. */
export function enter({ now }: State, loan: Loan, principal: Amount, security: Amount = zero): void {
  loan.borrowed = loan.borrowed.plus(Money.max(zero, principal))
  loan.principalRepaid = loan.principalRepaid.minus(Money.min(zero, principal))
  loan.principalLeft = loan.principalLeft.plus(principal)
  loan.security = loan.security.plus(security)
  loan.positions.push({ since: now(), principalLeft: loan.principalLeft, security: loan.security })
}
