import { bodyDrift, changeProperty } from './drift-kind.ts'

/** Operations that return loans, transactions, applications or executions, which all contain times. */
const returnsTimes =
  /^(GET \/(main|sub)-account\/loans|GET \/sub-account\/loans\/\{loanId\}|POST \/sub-account\/loans\/\{loanId\}\/.+|\w+ .+\/loans\/transactions|\w+ .+\/applications\b.*|GET .+\/webhooks\/executions)$/

/** Removes the zone from a time, as databases often format it. */
export default bodyDrift(
  'format',
  (operation) => returnsTimes.test(operation),
  (body) =>
    changeProperty(body, (value) => (isTime(value) ? value.replace('T', ' ').replace(/\.\d+Z$/, '') : undefined)),
)

function isTime(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T.*Z$/.test(value)
}
