import { defineCheck } from '../../model/observation.ts'
import { isObject } from '../../util/json.ts'
import { joinPointer } from '../../util/pointer.ts'

export default defineCheck({
  id: 'required-conformance',
  title: 'A required property is missing',
  why: 'A client may read a required property without looking whether it is there.',
  fix: 'Send the property, or document it as optional and tell the clients.',
  severity: 'error',
  inspect({ violations, propose }) {
    return violations
      .filter(({ keyword }) => keyword === 'required')
      .map((violation) => {
        const property = violation.property ?? ''
        return {
          ...violation,
          place: joinPointer(violation.place, property),
          // The names tell what came instead; the values are nobody's business here.
          observed: isObject(violation.observed) ? Object.keys(violation.observed) : [],
          message: 'is required and missing',
          key: property,
          patch: propose.notRequired(violation),
        }
      })
  },
})
