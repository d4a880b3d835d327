import type { LvrLimits } from '../money/market.ts'
import { type Amount, amount, round, wires, zero } from '../money/money.ts'

/** Statuses of a loan's ratio from good to bad; the names are assumed. */
const lvrStatuses = ['HEALTHY', 'ATTENTION', 'REPAYMENT_NOTICE', 'DEFAULT_NOTICE', 'LIQUIDATION'] as const

export type LvrStatus = (typeof lvrStatuses)[number]

/** Returns the loan-to-value ratio in percent; debt without security counts as 1000 %. */
export function loanToValue(principal: Amount, securityFiat: Amount): Amount {
  if (principal.isZero()) return zero
  if (securityFiat.isZero()) return amount(1000)
  return round(principal.div(securityFiat).mul(100), 'rate')
}

export function limitsView(limits: LvrLimits): Readonly<Record<keyof LvrLimits, number>> {
  const { maxBorrowLvr, attentionLimit, defaultNoticeLimit, repaymentNoticeLimit, maxLimit } = limits
  return wires({ maxBorrowLvr, attentionLimit, defaultNoticeLimit, repaymentNoticeLimit, maxLimit }, 'rate')
}

/** Returns the worst threshold that the ratio has reached. */
export function loanToValueStatus(ratio: Amount, limits: LvrLimits): LvrStatus {
  if (ratio.gte(limits.maxLimit)) return 'LIQUIDATION'
  if (ratio.gte(limits.defaultNoticeLimit)) return 'DEFAULT_NOTICE'
  if (ratio.gte(limits.repaymentNoticeLimit)) return 'REPAYMENT_NOTICE'
  if (ratio.gte(limits.attentionLimit)) return 'ATTENTION'
  return 'HEALTHY'
}
