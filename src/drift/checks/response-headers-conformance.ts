import { type DriftDraft, defineCheck } from '../../model/observation.ts'
import { showValue } from '../../util/value.ts'

export default defineCheck({
  id: 'response-headers-conformance',
  title: 'A response header that is missing or not as documented',
  why: 'Clients read paging, caching, limits and locations from headers.',
  fix: 'Send the header as documented, or document what is sent.',
  severity: 'error',
  inspect({ headers, response }) {
    const status = response?.status ?? ''
    return headers.flatMap(({ header, value, violations }): DriftDraft[] => {
      const part = `${status} header ${header.name}`
      if (value === undefined) {
        if (!header.required) return []
        const missing = { message: `lacks the required header ${header.name}`, key: 'missing' }
        return [{ ...missing, part, schemaPointer: header.pointer, assumed: header.assumed }]
      }
      return violations.map(({ keyword, schemaPointer, expected, assumed }) => ({
        message: `header ${header.name} is not as documented: ${keyword} ${showValue(expected)}`,
        key: keyword,
        part,
        schemaPointer,
        observed: value,
        expected,
        assumed,
      }))
    })
  },
})
