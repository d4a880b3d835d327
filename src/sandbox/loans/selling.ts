import { gst } from '../accounts/transactions.ts'
import { credit } from '../accounts/wallet.ts'
import type { Loan } from '../model/loan.ts'
import { loanCurrency } from '../money/market.ts'
import { type Amount, amount, Money, round, roundUp, zero } from '../money/money.ts'
import type { State, SubAccount } from '../state.ts'
import { enter } from './ledger.ts'
import { securityValue } from './loans.ts'

/** What selling security costs, as a share of its value; GST comes on top. Assumed. */
const swapFeeRatio = amount('0.005')

/** The share of the proceeds that is left after the fee and its GST of 10 %. */
const keptRatio: Amount = amount(1).minus(swapFeeRatio.mul('1.1'))

/** What a sale of security brings, in AUD. */
export interface Sale {
  /** Without its GST. */
  readonly fee: Amount
  readonly net: Amount
}

/** What selling that much of a loan's security brings today. */
export function saleOf({ market }: State, { cryptoCurrency }: Loan, cryptoAmount: Amount): Sale {
  const proceeds = round(cryptoAmount.mul(market.price(cryptoCurrency)), 'fiat')
  const fee = round(proceeds.mul(swapFeeRatio), 'fiat')
  return { fee, net: proceeds.minus(fee).minus(gst(fee)) }
}

/** How much security has to be sold today for at least this net amount, and for a few cents more at most. */
export function cryptoToRaise({ market }: State, { cryptoCurrency }: Loan, net: Amount): Amount {
  // Two cents more, as the proceeds, the fee and its GST are each rounded to the cent.
  return roundUp(net.plus('0.02').div(keptRatio).div(market.price(cryptoCurrency)), 'crypto')
}

/**
 * How much security has to be sold today so that the ratio comes down to `aim` (as a fraction), and at most a few cents
 * below. Selling x of the value V of the security repays k·x of the debt D; (D − k·x) / (V − x) = m gives x.
 */
export function cryptoToReach(state: State, loan: Loan, aim: Amount): Amount {
  const debt = loan.principalLeft.plus('0.02')
  const value = debt.minus(aim.mul(securityValue(state, loan))).div(keptRatio.minus(aim))
  return Money.max(zero, roundUp(value.div(state.market.price(loan.cryptoCurrency)), 'crypto'))
}

/** Sells security and repays that much principal with it; what the sale brings beyond `due` goes to the account. */
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
