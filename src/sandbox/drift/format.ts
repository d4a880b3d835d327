import { bodyDrift, changeProperty } from './drift-kind.ts'

/** The operations that return loans, transactions, applications or executions, all of which carry times. */
const returnsTimes =
  /^(GET \/(main|sub)-account\/loans|GET \/sub-account\/loans\/\{loanId\}|POST \/sub-account\/loans\/\{loanId\}\/.+|\w+ .+\/loans\/transactions|\w+ .+\/applications\b.*|GET .+\/webhooks\/executions)$/

/** A time without its zone, as many databases print it. */
export default bodyDrift(
  'format',
  (operation) => returnsTimes.test(operation),
  (body) =>
    changeProperty(body, (value) => (isTime(value) ? value.replace('T', ' ').replace(/\.\d+Z$/, '') : undefined)),
)

function isTime(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T.*Z$/.test(value)
}
