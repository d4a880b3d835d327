import { formatSeverity } from '../../model/format.ts'
import { defineCheck, type Violation } from '../../model/observation.ts'
import { showValue } from '../../util/value.ts'

const wanted: Readonly<Record<string, string>> = {
  minimum: 'is less than',
  maximum: 'is greater than',
  exclusiveMinimum: 'is not greater than',
  exclusiveMaximum: 'is not less than',
  multipleOf: 'is not a multiple of',
  minLength: 'is shorter than the minLength of',
  maxLength: 'is longer than the maxLength of',
  pattern: 'does not match the pattern',
  minItems: 'has fewer items than',
  maxItems: 'has more items than',
  minProperties: 'has fewer properties than',
  maxProperties: 'has more properties than',
}

const sentences: Readonly<Record<string, string>> = {
  uniqueItems: 'holds an item twice, although items are unique',
  additionalProperties: 'is not documented, and the contract refuses other properties',
  unevaluatedProperties: 'is not documented, and the contract refuses other properties',
  propertyNames: 'has a name the contract does not allow',
  items: 'is one item more than the contract allows',
  unevaluatedItems: 'holds more items than the contract allows',
}

export default defineCheck({
  id: 'bounds-conformance',
  title: 'A value outside its documented bounds',
  why: 'Clients size columns, buffers and input checks by the documented bounds.',
  fix: 'Respect the bounds, or widen them in the contract and notify the clients.',
  severity: 'error',
  exceptions: 'warning for names of properties whose format only people read, such as email',
  reads: 'violations',
  judge({ violations, propose }) {
    return violations.flatMap((violation) => {
      const message = messageOf(violation)
      if (message === undefined) return []
      const { keyword, cause } = violation
      const severity = cause?.keyword === 'format' && { severity: formatSeverity(String(cause.expected)) }
      return [{ ...violation, ...severity, message, key: keyword, patch: propose.admit(violation) }]
    })
  },
})

function messageOf({ keyword, expected, cause }: Violation): string | undefined {
  if (cause !== undefined) return `${sentences[keyword]}: ${cause.keyword} ${showValue(cause.expected)}`
  if (Object.hasOwn(sentences, keyword)) return sentences[keyword]
  return Object.hasOwn(wanted, keyword) ? `${wanted[keyword]} ${showValue(expected)}` : undefined
}
