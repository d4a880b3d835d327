import { gst } from '../accounts/transactions.ts'
import { credit } from '../accounts/wallet.ts'
import type { Loan } from '../model/loan.ts'
import { loanCurrency } from '../money/market.ts'
import { type Amount, amount, Money, round, roundUp, zero } from '../money/money.ts'
import type { State, SubAccount } from '../state.ts'
import { enter } from './ledger.ts'
import { securityValue } from './loans.ts'

/** Fee for selling security as a share of its value, excluding GST. Assumed. */
const swapFeeRatio = amount('0.005')

/** Share of the proceeds left after the fee and its GST of 10 %. */
const keptRatio: Amount = amount(1).minus(swapFeeRatio.mul('1.1'))

/** Proceeds of a sale of security in AUD. */
export interface Sale {
  /** Excluding GST. */
  readonly fee: Amount
  readonly net: Amount
}

/** Returns the proceeds of selling an amount of a loan's security today. */
export function saleOf({ market }: State, { cryptoCurrency }: Loan, cryptoAmount: Amount): Sale {
  const proceeds = round(cryptoAmount.mul(market.price(cryptoCurrency)), 'fiat')
  const fee = round(proceeds.mul(swapFeeRatio), 'fiat')
  return { fee, net: proceeds.minus(fee).minus(gst(fee)) }
}

/** Returns the amount of security to sell today for at least this net amount, exceeding it by a few cents at most. */
export function cryptoToRaise({ market }: State, { cryptoCurrency }: Loan, net: Amount): Amount {
  // Two cents more, because proceeds, fee and GST are rounded separately.
  return roundUp(net.plus('0.02').div(keptRatio).div(market.price(cryptoCurrency)), 'crypto')
}

/** Undershoots `aim` (a fraction) by a few cents at most: solves (debt − k·x) / (value − x) = aim for the amount x to sell. */
export function cryptoToReach(state: State, loan: Loan, aim: Amount): Amount {
  const debt = loan.principalLeft.plus('0.02')
  const value = debt.minus(aim.mul(securityValue(state, loan))).div(keptRatio.minus(aim))
  return Money.max(zero, roundUp(value.div(state.market.price(loan.cryptoCurrency)), 'crypto'))
}

/** Sells security and repays principal; proceeds beyond `due` are credited to the account. */
export function sell(
  state: State,
  account: SubAccount,
  loan: Loan,
  { cryptoAmount, due, principal }: { readonly cryptoAmount: Amount; readonly due: Amount; readonly principal: Amount },
): Amount {
  const { fee, net } = saleOf(state, loan, cryptoAmount)
  enter(state, loan, principal.neg(), cryptoAmount.neg())
  loan.totalFee = loan.totalFee.plus(fee).plus(gst(fee))
  credit(account.wallet.fiat, loanCurrency, Money.max(0, net.minus(due)))
  return fee
}
