import { isObject } from '../http/fields.ts'
import { bodyDrift, changeResource } from './drift-kind.ts'

/** Operations that return loans, which have three required properties. */
const returnsLoans =
  /^(GET \/(main|sub)-account\/loans|GET \/sub-account\/loans\/\{loanId\}|POST \/sub-account\/loans\/\{loanId\}\/.+)$/

/** Removes initialBorrow from a loan. */
export default bodyDrift(
  'required',
  (operation) => returnsLoans.test(operation),
  (body) => changeResource(body, withoutInitialBorrow),
)

function withoutInitialBorrow(loan: unknown): unknown {
  if (!isObject(loan)) return loan
  const { initialBorrow: _, ...rest } = loan
  return rest
}
