import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inFull } from '../../testing/runs.ts'
import type { Loan, Transaction } from '../model/loan.ts'
import { assets, type CryptoCurrency, cryptoCurrencies } from '../money/market.ts'
import { type Amount, amount, zero } from '../money/money.ts'
import type { State, SubAccount } from '../state.ts'
import { testService } from '../test-client.ts'

const sumOf = (transactions: readonly Transaction[], pick: (each: Transaction) => Amount | undefined) =>
  transactions.reduce((sum, each) => sum.plus(pick(each) ?? zero), zero)
const crypto = ({ cryptoAmount }: Transaction) => cryptoAmount
const fiat = ({ fiatAmount }: Transaction) => fiatAmount
const cents = (value: Amount) => value.toDecimalPlaces(2)

/** Checks a loan's totals against its transactions, which are recorded independently. */
function expectBalanced(loan: Loan): void {
  const of = (status: string, ...types: readonly string[]) =>
    loan.transactions.filter((each) => each.status === status && (types.length === 0 || types.includes(each.type)))
  const repaid = of('COMPLETED', 'FIAT_REPAY', 'SECURITY_REPAY', 'AUTO_FIAT_REPAY', 'AUTO_SECURITY_REPAY')
  const out = of('COMPLETED', 'SECURITY_WITHDRAWAL', 'SECURITY_REPAY', 'AUTO_SECURITY_REPAY')
  const { borrowed, principalRepaid, principalLeft, security, pendingBorrow, pendingWithdrawal } = loan
  const books = { borrowed, principalRepaid, principalLeft, security, pendingBorrow, pendingWithdrawal }
  const expected = {
    borrowed: sumOf(of('COMPLETED', 'FIAT_BORROW'), fiat),
    principalRepaid: sumOf(repaid, ({ fiatAmount = zero, interest = zero }) => fiatAmount.minus(interest)),
    principalLeft: borrowed.minus(principalRepaid),
    security: sumOf(of('COMPLETED', 'SECURITY_DEPOSIT'), crypto).minus(sumOf(out, crypto)).minus(pendingWithdrawal),
    pendingBorrow: sumOf(of('WAITING_FOR_FIAT_TRANSFER_TO_USER'), fiat),
    pendingWithdrawal: sumOf(of('WITHDRAWAL_INITIATED'), crypto),
  }
  expect(texts(books)).toEqual(texts(expected))
  expect(Object.entries(books).filter(([, value]) => value.isNegative())).toEqual([])
  const isOdd = ({ fiatAmount = zero, interest = zero }: Transaction) => interest.lt(0) || interest.gt(fiatAmount)
  expect(loan.transactions.filter(isOdd)).toEqual([])
  // Rounding of payments can collect up to a cent in advance.
  expect(loan.accrued.div(36_500).gt('-0.01'), `interest built up: ${loan.accrued.div(36_500)}`).toBe(true)
}

const texts = (amounts: Readonly<Record<string, Amount>>) =>
  Object.fromEntries(Object.entries(amounts).map(([name, value]) => [name, value.toFixed()]))

/** Asserts that debt never exceeds the limit, including pending rollovers, and that a closed loan has no debt and no security. */
function expectWithinLimits({ rollovers, redraws }: State, loan: Loan): void {
  const { principalLeft, pendingBorrow, security, pendingWithdrawal, accrued } = loan
  const pending = rollovers.flatMap(({ loan: of, status, terms }) =>
    of === loan && status === 'SUBMITTED' && 'fiatLoanLimit' in terms ? [terms.fiatLoanLimit] : [],
  )
  const submitted = redraws.filter((each) => each.loan === loan && each.status === 'SUBMITTED')
  expect(submitted.reduce((sum, each) => sum.plus(each.fiatAmount), zero).toFixed()).toBe(pendingBorrow.toFixed())
  if (loan.status === 'CLOSED') {
    expect(texts({ principalLeft, pendingBorrow, security, pendingWithdrawal, accrued })).toEqual(
      texts({ principalLeft: zero, pendingBorrow: zero, security: zero, pendingWithdrawal: zero, accrued: zero }),
    )
  } else for (const limit of [loan.limit, ...pending]) expect(principalLeft.plus(pendingBorrow).lte(limit)).toBe(true)
}

/** Asserts that the ratio including pending amounts is within the borrowing limit at the current price. */
function expectCovered({ market }: State, { id, principalLeft, pendingBorrow, security, cryptoCurrency }: Loan): void {
  const { maxBorrowLvr } = assets[cryptoCurrency].limits
  const most = security.mul(market.price(cryptoCurrency)).mul(maxBorrowLvr)
  expect(principalLeft.plus(pendingBorrow).mul(100).lte(most), `${id} is above its borrowing limit`).toBe(true)
}

/** Returns the total of each asset: in wallets, as security, being withdrawn, and sold. */
function allCrypto({ subAccounts, loans }: State): Readonly<Record<string, string>> {
  const all = (currency: CryptoCurrency) => {
    const own = loans.filter(({ cryptoCurrency }) => cryptoCurrency === currency)
    const sold = own.flatMap(({ transactions }) =>
      transactions.filter(({ type, status }) => /SECURITY_REPAY$/.test(type) && status === 'COMPLETED'),
    )
    const held = subAccounts.reduce((sum, { wallet }) => sum.plus(wallet.crypto.get(currency) ?? zero), zero)
    const locked = own.reduce((sum, loan) => sum.plus(loan.security).plus(loan.pendingWithdrawal), zero)
    return held.plus(locked).plus(sumOf(sold, crypto)).toFixed()
  }
  return Object.fromEntries(cryptoCurrencies.map((currency) => [currency, all(currency)]))
}

/** Returns the change of the fiat balance by a transaction completed now; a sale adds its proceeds beyond the amount due. */
function movedFiat({ market }: State, { loan, type, ...moved }: Transaction): Amount {
  const { fiatAmount = zero, cryptoAmount = zero, originationFee = zero } = moved
  if (type === 'FIAT_BORROW') return fiatAmount.minus(originationFee).minus(cents(originationFee.mul('0.1')))
  if (type === 'FIAT_REPAY' || type === 'AUTO_FIAT_REPAY') return fiatAmount.neg()
  if (!type.endsWith('SECURITY_REPAY')) return zero
  const proceeds = cents(cryptoAmount.mul(market.price(loan.cryptoCurrency)))
  const fee = cents(proceeds.mul('0.005'))
  return proceeds
    .minus(fee)
    .minus(cents(fee.mul('0.1')))
    .minus(fiatAmount)
}

/** Serializes everything that a rejection must not change. */
function everything({ subAccounts, loans, transactions, applications, redraws, rollovers }: State): string {
  return JSON.stringify([
    subAccounts.map(({ wallet }) => [...wallet.fiat, ...wallet.crypto]),
    loans.map(({ transactions: _, ...loan }) => loan),
    transactions.map(({ loan: _, ...transaction }) => transaction),
    [...applications, ...redraws, ...rollovers].map(({ id, status }) => [id, status]),
  ])
}

/** One step: a request, a day, a price change, or a payment by someone else. */
type Operation = readonly [call: string, body?: unknown]

const loanIds = fc.constantFrom('loan-1', 'loan-2', 'loan-4', 'loan-5')
const fiatAmounts = fc.oneof(
  fc.integer({ min: 1, max: 4_000_000 }).map((each) => each / 100),
  fc.constantFrom(8000, 22_000, 30_000),
)
const cryptoAmounts = fc.integer({ min: 1, max: 150_000_000 }).map((units) => units / 1e8)
const offerIds = fc.constantFrom('01', '02', '05').map((end) => `6f1e0d0a-52a1-4c0e-9d39-0c6d3f3f7c${end}`)
const action = (name: string, field: string, amounts: fc.Arbitrary<number>) =>
  fc
    .tuple(loanIds, amounts)
    .map(([id, value]): Operation => [`POST /sub-account/loans/${id}/${name}`, { [field]: value }])
const filed = (kind: string, body: Readonly<Record<string, fc.Arbitrary<unknown>>>) =>
  fc.record(body).map((each): Operation => [`POST /sub-account/loans/${kind}applications`, each])
const operations = fc.oneof(
  action('repayments/fiat', 'fiatAmount', fiatAmounts),
  action('repayments/security', 'cryptoAmount', cryptoAmounts),
  action('security/top-up', 'cryptoAmount', cryptoAmounts),
  action('security/withdraw', 'cryptoAmount', cryptoAmounts),
  action('close/fiat', 'none', fiatAmounts),
  action('close/security', 'none', fiatAmounts),
  { weight: 3, arbitrary: filed('redraws/', { loanId: loanIds, fiatAmount: fiatAmounts }) },
  filed('redraws/', { loanId: loanIds, fiatAmount: fiatAmounts, applyFor: fc.constantFrom('DRAFT', 'LINE_OF_CREDIT') }),
  filed('rollovers/', {
    ...{ loanId: loanIds, rolloverType: fc.constantFrom('CREDIT_LINE', 'FIXED_TERM') },
    ...{ fiatLoanLimit: fiatAmounts, termInYears: fc.constantFrom(1, 2) },
  }),
  filed('', {
    ...{ applyFor: fc.constantFrom('DRAFT', 'FIXED_TERM', 'LINE_OF_CREDIT'), loanOfferId: offerIds },
    ...{ fiatPrincipalAmount: fiatAmounts, securityCryptoAmount: cryptoAmounts, termInYears: fc.constant(1) },
  }),
  fc.constantFrom('PATCH application-2/apply-for/FIXED_TERM', 'POST application-1/withdraw').map((each): Operation => {
    return [each.replace(' ', ' /sub-account/loans/applications/'), {}]
  }),
  { weight: 4, arbitrary: fc.constantFrom(1, 1, 2, 31).map((days): Operation => ['days', days]) },
  fc.constantFrom('0.15', '0.3', '0.6', '1', '2').map((factor): Operation => ['price', factor]),
  fc.constantFrom('0', '100000').map((balance): Operation => ['wallet', balance]),
)

type Running = Awaited<ReturnType<typeof testService>>

/** Runs a step and compares the state with the one before. */
async function step({ service, client }: Running, call: string, body: unknown): Promise<void> {
  const { state } = service
  const before = { crypto: allCrypto(state), everything: call === 'day' ? '' : everything(state), done: doneOf(state) }
  const balances = state.subAccounts.map(({ wallet }) => wallet.fiat.get('AUD') ?? zero)
  const terms = state.loans.map(({ termStart }) => termStart)
  if (call === 'day') await service.advance('P1D')
  else {
    const { status } = await client.call(call, { body })
    expect([200, 400, 404, 409]).toContain(status)
    if (status !== 200) expect(everything(state)).toBe(before.everything)
    const isCovering = status === 200 && /redraws|rollovers|withdraw$/.test(call)
    const named = state.loans.filter(({ id }) => id === Object(body).loanId || call.includes(`/${id}/`))
    if (isCovering && Object(body).applyFor !== 'DRAFT') for (const loan of named) expectCovered(state, loan)
  }
  const done = doneOf(state).filter((each) => !before.done.includes(each))
  for (const { loan } of done.filter(({ type }) => type === 'FIAT_BORROW')) expectCovered(state, loan)
  for (const [index, loan] of state.loans.entries()) {
    expectBalanced(loan)
    expectWithinLimits(state, loan)
    if (terms[index] !== undefined && terms[index] !== loan.termStart) expectCovered(state, loan)
  }
  for (const [index, account] of state.subAccounts.entries()) {
    const own = done.filter(({ loan }) => loan.accountId === account.id)
    const moved = own.reduce((sum, each) => sum.plus(movedFiat(state, each)), zero)
    expectHeld(account, balances[index]?.plus(moved))
  }
  expect(allCrypto(state)).toEqual(before.crypto)
}

const doneOf = ({ transactions }: State) => transactions.filter(({ status }) => status === 'COMPLETED')

function expectHeld({ wallet }: SubAccount, balance: Amount | undefined): void {
  expect(wallet.fiat.get('AUD')?.toFixed()).toBe(balance?.toFixed())
  expect([...wallet.fiat.values(), ...wallet.crypto.values()].filter((each) => each?.isNegative())).toEqual([])
}

async function run(sequence: readonly Operation[]): Promise<void> {
  const running = await testService()
  const { state } = running.service
  const { price } = state.market
  let factor = amount(1)
  Object.assign(state, { market: { price: (...of: Parameters<typeof price>) => price(...of).mul(factor) } })
  for (const [call, body] of sequence) {
    if (call === 'price') factor = amount(String(body))
    else if (call === 'wallet') state.subAccounts[0]?.wallet.fiat.set('AUD', amount(String(body)))
    else if (call !== 'days') await step(running, call, body)
    else for (let day = 0; day < Number(body); day += 1) await step(running, 'day', undefined)
  }
}

/** SPECDRIFT_SEQUENCES=1000 sets the number of sequences. */
const numRuns = Number(process.env.SPECDRIFT_SEQUENCES ?? inFull(100, 20))

describe('the ledger', () => {
  it(`satisfies every invariant in ${numRuns} random sequences of 30 operations`, { timeout: 3_600_000 }, async () => {
    const sequences = fc.array(operations, { minLength: 30, maxLength: 30 })
    await fc.assert(fc.asyncProperty(sequences, run), { numRuns, seed: 35 })
  })
})
