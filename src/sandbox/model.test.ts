import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openLoan } from './loans/loans.ts'
import { offerFor } from './loans/offers.ts'
import type { Loan, Transaction } from './model/loan.ts'
import type { CryptoCurrency } from './money/market.ts'
import { type Amount, amount, zero } from './money/money.ts'
import type { SubAccount } from './state.ts'
import { testService } from './test-client.ts'

/**
 * A model of one Line of Credit: its cost, remaining debt and wallet balance, computed in exact decimals from transactions and
 * days. Interest is in units of 1/36,500, which avoids division.
 */
interface Model {
  /** Interest times 36,500. */
  readonly interest: Amount
  readonly wallet: Amount
}

const price = amount(150_000)
const round = (value: Amount) => value.toDecimalPlaces(2)
const sum = (values: readonly Amount[]) => values.reduce((total, each) => total.plus(each), zero)
const isDone = ({ status }: Transaction) => status === 'COMPLETED'

/** Returns the change of the fiat balance by a transaction; a sale adds its proceeds beyond the amount due. */
function movedFiat({ type, fiatAmount = zero, cryptoAmount = zero, originationFee = zero }: Transaction): Amount {
  if (type === 'FIAT_BORROW') return fiatAmount.minus(originationFee).minus(round(originationFee.mul('0.1')))
  if (type === 'FIAT_REPAY' || type === 'AUTO_FIAT_REPAY') return fiatAmount.neg()
  if (!type.endsWith('SECURITY_REPAY')) return zero
  const proceeds = round(cryptoAmount.mul(price))
  const fee = round(proceeds.mul('0.005'))
  return proceeds
    .minus(fee)
    .minus(round(fee.mul('0.1')))
    .minus(fiatAmount)
}

function expectAgreement({ interest, wallet }: Model, loan: Loan, account: SubAccount): void {
  const done = loan.transactions.filter(isDone)
  const isPicked = ({ type, status }: Transaction) =>
    type.startsWith('AUTO_') && /^(PICKED|POSTPONED|INITIATED)/.test(status)
  const interests = [...done, ...loan.transactions.filter(isPicked)].map((each) => each.interest ?? zero)
  const left = interest.minus(sum(interests).mul(36_500)).minus(loan.accrued)
  // A closed loan was paid to the nearest cent.
  const tolerance = loan.status === 'CLOSED' ? 0.005 * 36_500 : 0
  expect(left.abs().lte(tolerance), `interest off by ${left.div(36_500).toFixed()}`).toBe(true)
  expect(account.wallet.fiat.get('AUD')?.toFixed()).toBe(wallet.plus(sum(done.map(movedFiat))).toFixed())
  const of = (pattern: RegExp) => sum(done.filter(({ type }) => pattern.test(type)).map((each) => principalOf(each)))
  expect(loan.principalLeft.toFixed()).toBe(
    of(/BORROW$/)
      .minus(of(/REPAY$/))
      .toFixed(),
  )
}

function principalOf({ fiatAmount = zero, interest = zero }: Transaction): Amount {
  return fiatAmount.minus(interest)
}

const money = fc.integer({ min: 1, max: 900_000 }).map((cents) => cents / 100)
const commands = fc.oneof(
  { weight: 6, arbitrary: fc.constant(['day'] as const) },
  money.map((fiatAmount) => ['repayments/fiat', { fiatAmount }] as const),
  fc
    .integer({ min: 1, max: 3_000_000 })
    .map((units) => ['repayments/security', { cryptoAmount: units / 1e8 }] as const),
  money.map((fiatAmount) => ['redraws/applications', { fiatAmount }] as const),
  fc.integer({ min: 1, max: 50_000_000 }).map((units) => ['security/withdraw', { cryptoAmount: units / 1e8 }] as const),
  fc.constant(['rollovers/applications', { rolloverType: 'CREDIT_LINE', fiatLoanLimit: 60_000 }] as const),
  fc.constantFrom('0', '50000').map((held) => ['wallet', held] as const),
  {
    weight: 1,
    arbitrary: fc.constantFrom('close/fiat', 'close/security').map((path) => [path, { rarely: true }] as const),
  },
)

describe('the amounts of a loan', () => {
  it('agree with a model in exact decimals over 300 random operations', { timeout: 60_000 }, async () => {
    const sequences = fc.array(commands, { minLength: 300, maxLength: 300, size: 'max' })
    await fc.assert(fc.asyncProperty(sequences, fc.nat(299), run), { numRuns: 8 })
  })
})

/** `closeFrom`: step from which closing is allowed, because it ends the sequence. */
async function run(sequence: readonly (readonly [string, unknown?])[], closeFrom: number): Promise<void> {
  const { service, client } = await testService()
  const { state } = service
  const [account] = state.subAccounts
  if (account === undefined) throw new Error('no account was seeded')
  state.loans.length = 0
  state.applications.length = 0
  Object.assign(state, { market: { price: (code: CryptoCurrency) => (code === 'BTC' ? price : amount(1)) } })
  let wallet = account.wallet.fiat.get('AUD') ?? zero
  let interest = zero
  const offer = offerFor('PERSONAL', 'LINE_OF_CREDIT')
  const loan = openLoan(state, account, { offer, principal: amount(50_000), security: amount(2), termInDays: 120 })
  for (const [index, [call, body]] of sequence.entries()) {
    if (call === 'day') {
      const before = loan.transactions.filter(isDone)
      if (loan.status === 'ACTIVE') interest = interest.plus(loan.principalLeft.mul('11.9'))
      await service.advance('P1D')
      // A payment collected the day after it was picked counts from the day it was picked.
      const atOnce = loan.transactions.filter(
        (each) => each.type === 'AUTO_FIAT_REPAY' && isDone(each) && !before.includes(each) && each.postponements === 0,
      )
      interest = interest.minus(sum(atOnce.map(principalOf)).mul('11.9'))
    } else if (call === 'wallet') {
      // Simulates a payment by someone else.
      wallet = wallet.plus(amount(String(body))).minus(account.wallet.fiat.get('AUD') ?? zero)
      account.wallet.fiat.set('AUD', amount(String(body)))
    } else if (!call.startsWith('close/') || index >= closeFrom) {
      const path = call.endsWith('/applications') ? call : `${loan.id}/${call}`
      const request = { body: { ...Object(body), loanId: loan.id } }
      const { status } = await client.call(`POST /sub-account/loans/${path}`, request)
      expect([200, 400, 409]).toContain(status)
    }
    expectAgreement({ interest, wallet }, loan, account)
  }
}
