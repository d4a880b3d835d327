import { type DriftDraft, defineCheck, type Violation } from '../../model/observation.ts'
import { showValue } from '../../util/value.ts'

export default defineCheck({
  id: 'request-conformance',
  title: 'A recorded request that breaks the contract, and was accepted',
  why: 'The API accepts what the contract forbids: clients come to rely on it, and break once the API validates it.',
  fix: 'Fix the client, or document what the API accepts.',
  severity: 'warning',
  inspect({ request, observation: { status }, propose }) {
    // A refusal is the correct response to an invalid request.
    if (status >= 400) return undefined
    return request.map(({ violation, message, ...where }): DriftDraft => {
      const shared = { ...where, direction: 'request' } as const
      if (violation === undefined) return { ...shared, message: message ?? '' }
      const patch = propose.admit(violation)
      return { ...violation, ...shared, message: `is sent and breaks ${brokenBy(violation)}`, patch }
    })
  },
})

function brokenBy({ keyword, expected, property }: Violation): string {
  if (keyword === 'required') return `required: ${property ?? ''} is missing`
  return keyword === 'nullable' ? 'its type: null is not allowed' : `${keyword} ${showValue(expected)}`
}
