import { formatSeverity } from '../../model/format.ts'
import { type DriftDraft, defineCheck } from '../../model/observation.ts'
import { showValue } from '../../util/value.ts'

export default defineCheck({
  id: 'response-headers-conformance',
  title: 'A response header that is missing or not as documented',
  why: 'Clients read paging, caching, limits and locations from headers.',
  fix: 'Send the header as documented, or document what is sent.',
  severity: 'error',
  exceptions: 'warning for a format that no client parses, such as uri or email',
  inspect({ headers, response, propose }) {
    const status = response?.status ?? ''
    return headers.flatMap(({ header, value, violations }): DriftDraft[] => {
      const part = `${status} header ${header.name}`
      if (value === undefined) {
        if (!header.required) return []
        const missing = { message: `lacks the required header ${header.name}`, key: 'missing' }
        const patch = propose.headerOptional(header)
        return [{ ...missing, part, schemaPointer: header.pointer, assumed: header.assumed, patch }]
      }
      return violations.map((violation) => {
        const { keyword, schemaPointer, expected, assumed } = violation
        const message = `header ${header.name} is not as documented: ${keyword} ${showValue(expected)}`
        const patch = propose.admit(violation)
        const severity = keyword === 'format' && { severity: formatSeverity(String(expected)) }
        return { message, key: keyword, ...severity, part, schemaPointer, observed: value, expected, assumed, patch }
      })
    })
  },
})
