import { formatSeverity } from '../../model/format.ts'
import { type DriftDraft, defineCheck, isUnrecorded } from '../../model/observation.ts'
import { isGuess } from '../../util/marks.ts'
import { showValue } from '../../util/value.ts'

export default defineCheck({
  id: 'response-headers-conformance',
  title: 'A response header that is missing or does not conform',
  why: 'Clients read paging, caching, limits and locations from headers.',
  fix: 'Send the header as documented, or document the header that is sent.',
  severity: 'error',
  exceptions: 'warning for a format that no client parses, such as uri or email',
  reads: 'headers',
  judge({ operation, headers, observation, response, propose }) {
    const status = response?.status ?? ''
    return headers.flatMap(({ header, value, violations }): DriftDraft[] => {
      const part = `${status} header ${header.name}`
      if (value === undefined) {
        if (!header.required || isUnrecorded(observation, 'headers')) return []
        const isInline = header.pointer.startsWith(`${operation.pointer}/`)
        const missing = {
          message: `lacks the required header ${header.name}`,
          key: 'missing',
          ...(isInline && { owner: 'errors' as const }),
        }
        const patch = propose.headerOptional(header)
        const assumed = header.assumed || isGuess(header.marks, 'required')
        return [{ ...missing, part, schemaPointer: header.pointer, assumed, patch }]
      }
      return violations.map((violation) => {
        const { keyword, location, schemaPointer, expected, assumed, property } = violation
        const isContent = keyword === 'content'
        const broken = isContent
          ? `it is not ${String(expected)}`
          : keyword === 'required'
            ? `${property ?? ''} is missing`
            : `${keyword} ${showValue(expected)}`
        const message = `header ${header.name}${location} does not conform: ${broken}`
        const severity = keyword === 'format' && { severity: formatSeverity(String(expected)) }
        const patch = isContent ? [] : propose.admit(violation)
        // All array items share one key, which keeps existing fingerprints; object members have their own.
        const member = [
          ...location.split('/').filter((token) => token !== '' && token !== '*'),
          ...(property === undefined ? [] : [property]),
        ]
        const key = [keyword, ...member].join(' ')
        return { message, key, ...severity, part, schemaPointer, observed: value, expected, assumed, patch }
      })
    })
  },
})
