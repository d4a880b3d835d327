import { bodyDrift, changeResource, isRecord } from './drift-kind.ts'

/** The operations that answer with loans, of which the description requires three properties. */
const answersLoans =
  /^(GET \/(main|sub)-account\/loans|GET \/sub-account\/loans\/\{loanId\}|POST \/sub-account\/loans\/\{loanId\}\/.+)$/

/** A loan without initialBorrow. */
export default bodyDrift(
  'required',
  (operation) => answersLoans.test(operation),
  (body) => changeResource(body, withoutInitialBorrow),
)

function withoutInitialBorrow(loan: unknown): unknown {
  if (!isRecord(loan)) return loan
  const { initialBorrow: _, ...rest } = loan
  return rest
}
