import { defineCheck } from '../../model/observation.ts'
import { showNames, typeName } from '../../util/value.ts'

export default defineCheck({
  id: 'type-conformance',
  title: 'A value of another type than documented',
  why: 'A typed client cannot read the value, and an untyped one calculates with a wrong value.',
  fix: 'Return the documented type, or document the type that is sent as a new version.',
  severity: 'error',
  reads: 'violations',
  judge({ violations, propose }) {
    return violations
      .filter(({ keyword }) => keyword === 'type' || keyword === 'false')
      .map((violation) => {
        const { keyword, observed, expected } = violation
        const seen = typeName(observed)
        if (keyword === 'false')
          return { ...violation, message: 'is there, where the contract allows nothing', key: seen }
        const wanted = Array.isArray(expected) ? showNames(expected.map(String)) : String(expected)
        return {
          ...violation,
          message: `is of type ${seen}, not ${wanted}`,
          key: seen,
          patch: propose.type(violation),
        }
      })
  },
})
