import { invalid } from '../http/refusal.ts'
import { type BuildStep, mapObjects, without } from './build.ts'

/** Before balance, currency, memo and businessDetails could be null. */
export const b05: BuildStep = {
  convertRequest(request) {
    const isNull = request.operation === 'POST /main-account/sub-accounts' && request.body.businessDetails === null
    if (isNull) throw invalid('businessDetails', 'an object', null)
    return request
  },
  convertResponse(body, operation) {
    if (operation.includes('/balances/')) {
      return mapObjects(body, (object) => {
        const named = object.currency === null ? without(object, 'currency') : object
        return named.balance === null ? { ...named, balance: 0 } : named
      })
    }
    if (operation.endsWith('/wallet')) {
      return mapObjects(body, (object) => (object.memo === null ? without(object, 'memo') : object))
    }
    return body
  },
}
