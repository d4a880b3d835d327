import { defineCheck } from '../../model/observation.ts'

export default defineCheck({
  id: 'null-conformance',
  title: 'Null where the contract does not allow it',
  why: 'A client that relies on the value fails on null, often far from the call.',
  fix: 'Return a value of the documented type, or document the location as nullable and notify the clients.',
  severity: 'error',
  reads: 'violations',
  judge({ violations, propose }) {
    return violations
      .filter(({ keyword }) => keyword === 'nullable')
      .map((violation) => ({
        ...violation,
        message: 'is null, which the contract does not allow',
        key: 'null',
        patch: propose.nullable(violation),
      }))
  },
})
