import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Loan, Transaction } from '../model/loan.ts'
import { type Amount, zero } from '../money/money.ts'
import type { State } from '../state.ts'
import { testService } from '../test-client.ts'

const sumOf = (transactions: readonly Transaction[], pick: (each: Transaction) => Amount | undefined) =>
  transactions.reduce((sum, each) => sum.plus(pick(each) ?? zero), zero)

/** Holds a loan's books against its transactions, which are entered independently of them. */
function expectBalanced(loan: Loan): void {
  const done = loan.transactions.filter(({ status }) => status === 'COMPLETED')
  const of = (...types: readonly string[]) => done.filter(({ type }) => types.includes(type))
  const repaid = of('FIAT_REPAY', 'SECURITY_REPAY', 'AUTO_FIAT_REPAY', 'AUTO_SECURITY_REPAY')
  const principal = ({ fiatAmount = zero, interest = zero }: Transaction) => fiatAmount.minus(interest)
  const out = [
    ...of('SECURITY_WITHDRAWAL', 'SECURITY_REPAY', 'AUTO_SECURITY_REPAY'),
    ...loan.transactions.filter(({ status }) => status === 'WITHDRAWAL_INITIATED'),
  ]
  const books = {
    borrowed: loan.borrowed.toFixed(),
    repaid: loan.principalRepaid.toFixed(),
    left: loan.principalLeft.toFixed(),
    held: loan.security.toFixed(),
  }
  expect(books).toEqual({
    borrowed: sumOf(of('FIAT_BORROW'), (each) => each.fiatAmount).toFixed(),
    repaid: sumOf(repaid, principal).toFixed(),
    left: loan.borrowed.minus(loan.principalRepaid).toFixed(),
    held: sumOf(of('SECURITY_DEPOSIT'), (each) => each.cryptoAmount)
      .minus(sumOf(out, (each) => each.cryptoAmount))
      .toFixed(),
  })
  expect(loan.principalLeft.gte(0) && loan.security.gte(0) && loan.pendingWithdrawal.gte(0)).toBe(true)
}

/** All crypto there is of one kind: in wallets, as security, on the way back, and sold. */
function allBitcoin({ subAccounts, loans }: State): string {
  const sold = loans.flatMap(({ transactions }) =>
    transactions.filter(({ type, status }) => /SECURITY_REPAY$/.test(type) && status === 'COMPLETED'),
  )
  const held = subAccounts.reduce((sum, { wallet }) => sum.plus(wallet.crypto.get('BTC') ?? zero), zero)
  const locked = loans.reduce((sum, loan) => sum.plus(loan.security).plus(loan.pendingWithdrawal), zero)
  return held
    .plus(locked)
    .plus(sumOf(sold, ({ cryptoAmount }) => cryptoAmount))
    .toFixed()
}

const loanIds = fc.constantFrom('loan-1', 'loan-2', 'loan-4', 'loan-5')
const fiat = fc.integer({ min: 1, max: 4_000_000 }).map((cents) => cents / 100)
const crypto = fc.integer({ min: 1, max: 150_000_000 }).map((units) => units / 1e8)
const action = (name: string, field: string, amounts: fc.Arbitrary<number>) =>
  fc
    .tuple(loanIds, amounts)
    .map(([id, value]) => [`POST /sub-account/loans/${id}/${name}`, { [field]: value }] as const)
const commands = fc.oneof(
  action('repayments/fiat', 'fiatAmount', fiat),
  action('repayments/security', 'cryptoAmount', crypto),
  action('security/top-up', 'cryptoAmount', crypto),
  action('security/withdraw', 'cryptoAmount', crypto),
  fc
    .tuple(loanIds, fc.constantFrom('fiat', 'security'))
    .map(([id, means]) => [`POST /sub-account/loans/${id}/close/${means}`, {}] as const),
  fc
    .tuple(loanIds, fiat)
    .map(([loanId, fiatAmount]) => ['POST /sub-account/loans/redraws/applications', { loanId, fiatAmount }] as const),
  fc.tuple(loanIds, fc.constantFrom('CREDIT_LINE', 'FIXED_TERM'), fiat).map(([loanId, rolloverType, fiatLoanLimit]) => {
    const body = { loanId, rolloverType, fiatLoanLimit, termInYears: 1 }
    return ['POST /sub-account/loans/rollovers/applications', body] as const
  }),
  fc.tuple(fiat, crypto).map(([fiatPrincipalAmount, securityCryptoAmount]) => {
    const loanOfferId = '6f1e0d0a-52a1-4c0e-9d39-0c6d3f3f7c02'
    const body = { applyFor: 'FIXED_TERM', loanOfferId, fiatPrincipalAmount, securityCryptoAmount, termInYears: 1 }
    return ['POST /sub-account/loans/applications', body] as const
  }),
  fc.constantFrom('P1D', 'P2D', 'P1M', 'P5M').map((duration) => ['advance', duration] as const),
)

describe('the ledger', () => {
  it('balances after every one of any commands, and no refusal changes it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(commands, { maxLength: 25 }), async (sequence) => {
        const { client, service } = await testService()
        const { state } = service
        const bitcoin = allBitcoin(state)
        for (const [call, body] of sequence) {
          if (call === 'advance') await service.advance(String(body))
          else {
            const before = state.transactions.length
            const { status } = await client.call(call, { body })
            expect([200, 400, 404, 409]).toContain(status)
            if (status !== 200) expect(state.transactions).toHaveLength(before)
          }
          for (const loan of state.loans) expectBalanced(loan)
          for (const { wallet } of state.subAccounts) {
            const balances = [...wallet.fiat.values(), ...wallet.crypto.values()]
            expect(balances.filter((balance) => balance?.isNegative())).toEqual([])
          }
          expect(allBitcoin(state)).toBe(bitcoin)
        }
      }),
      { numRuns: 60 },
    )
  })
})
