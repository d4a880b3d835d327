import { defineCheck } from '../../model/observation.ts'

export default defineCheck({
  id: 'write-only-leak',
  title: 'A writeOnly property in a response',
  why: 'writeOnly properties may be sent but never returned: passwords, keys, personal data.',
  fix: 'Stop sending the property; if it is meant to be read, remove writeOnly.',
  severity: 'error',
  reads: 'violations',
  judge({ violations, propose }) {
    return violations
      .filter(({ keyword }) => keyword === 'writeOnly')
      .map((violation) => ({
        ...violation,
        // The value is probably a secret and is never shown, not even partly redacted.
        observed: '[redacted]',
        message: 'is writeOnly and must not be in a response',
        key: 'writeOnly',
        patch: propose.without(violation),
      }))
  },
})
