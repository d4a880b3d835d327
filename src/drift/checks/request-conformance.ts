import { type DriftDraft, defineCheck, type Violation } from '../../model/observation.ts'
import { isObject } from '../../util/json.ts'
import { joinPointer } from '../../util/pointer.ts'
import { showValue } from '../../util/value.ts'

export default defineCheck({
  id: 'request-conformance',
  title: 'A recorded request that violates the contract but was accepted',
  why: 'Clients rely on requests that the contract forbids, and break when the API starts to reject them.',
  fix: 'Fix the client, or document what the API accepts.',
  severity: 'warning',
  reads: 'request',
  judge({ request, observation: { status }, propose }) {
    // Rejecting an invalid request is correct.
    if (status >= 400) return undefined
    return request.map(({ violation, undocumented, message, ...where }): DriftDraft => {
      const shared = { ...where, direction: 'request' } as const
      if (undocumented !== undefined) {
        const patch = propose.property(undocumented)
        return { ...undocumented, ...shared, message: 'is sent, is not documented, and was accepted', patch }
      }
      if (violation === undefined) return { ...shared, message: message ?? '' }
      const patch = propose.admit(violation)
      if (violation.keyword === 'required') {
        const location = joinPointer(violation.location, violation.property ?? '')
        // Shows the names that were sent; values may be secret.
        const observed = isObject(violation.observed) ? Object.keys(violation.observed) : []
        return {
          ...violation,
          ...shared,
          location,
          observed,
          message: 'is required and missing, and was accepted',
          patch,
        }
      }
      return { ...violation, ...shared, message: `is sent and breaks ${brokenBy(violation)}`, patch }
    })
  },
})

function brokenBy({ keyword, expected }: Violation): string {
  return keyword === 'nullable' ? 'its type: null is not allowed' : `${keyword} ${showValue(expected)}`
}
