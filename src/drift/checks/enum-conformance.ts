import { defineCheck } from '../../model/observation.ts'
import { showValue, showValues } from '../../util/value.ts'

export default defineCheck({
  id: 'enum-conformance',
  title: 'A value the contract does not list',
  why: 'A client that only handles the documented values cannot handle a new one.',
  fix: 'Return a documented value, or document the new one and notify the clients before it is sent.',
  severity: 'error',
  reads: 'violations',
  judge({ violations, propose }) {
    return violations
      .filter(({ keyword }) => keyword === 'enum' || keyword === 'const' || keyword === 'x-extensible-enum')
      .map((violation) => {
        const { observed, digits, expected, keyword } = violation
        const isOpen = keyword === 'x-extensible-enum'
        const listed = keyword !== 'const' && Array.isArray(expected) ? showValues(expected) : showValue(expected)
        const message = `is ${digits ?? showValue(observed)}, which is not among ${listed}`
        return {
          ...violation,
          message: isOpen ? `${message}; the contract states that others may be returned` : message,
          ...(isOpen && { allowed: true as const }),
          key: digits ?? observed,
          patch: propose.enumValue(violation),
        }
      })
  },
})
