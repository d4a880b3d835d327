import { oneOf } from '../http/fields.ts'
import { invalid } from '../http/refusal.ts'
import { accountTypes } from '../loans/offers.ts'
import { cryptoCurrencies, loanCurrency } from '../money/market.ts'
import type { BuildStep } from './build.ts'

/** Path values that the description enumerated. */
const enumerated: Readonly<Record<string, readonly string[]>> = {
  cryptoCurrency: cryptoCurrencies,
  cryptoNetwork: ['BTC', 'ETH'],
  country: ['AU'],
  fiatCurrency: [loanCurrency],
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Before the parameters were loosened: values outside their enums or formats were rejected. */
export const b01: BuildStep = {
  convertRequest(request) {
    for (const [, name = ''] of request.operation.matchAll(/\{(\w+)\}/g)) {
      const value = request.path(name)
      const allowed = enumerated[name]
      if (allowed !== undefined) oneOf(name, value, allowed)
      if (name === 'loanOfferId' && !uuid.test(value)) throw invalid(name, 'a UUID', value)
    }
    const accountType = request.query('accountType')
    if (accountType !== undefined) oneOf('accountType', accountType, accountTypes)
    return request
  },
}
