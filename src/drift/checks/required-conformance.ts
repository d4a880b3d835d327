import { defineCheck } from '../../model/observation.ts'
import { isObject } from '../../util/json.ts'
import { joinPointer } from '../../util/pointer.ts'

export default defineCheck({
  id: 'required-conformance',
  title: 'A required property is missing',
  why: 'A client may read a required property without checking whether it exists.',
  fix: 'Send the property, or document it as optional and notify the clients.',
  severity: 'error',
  reads: 'violations',
  judge({ violations, propose }) {
    return violations
      .filter(({ keyword }) => keyword === 'required')
      .map((violation) => {
        const property = violation.property ?? ''
        return {
          ...violation,
          location: joinPointer(violation.location, property),
          // Shows the names that were received; values may be secret.
          observed: isObject(violation.observed) ? Object.keys(violation.observed) : [],
          message: 'is required and missing',
          key: property,
          patch: propose.notRequired(violation),
        }
      })
  },
})
