import { defineCheck } from '../../model/observation.ts'

export default defineCheck({
  id: 'server-error',
  title: 'The application returned a server error or closed the connection',
  why: 'A 5xx from the application, or a request that never gets a complete response, is a defect or an outage, documented or not.',
  fix: 'Reproduce the failure with the shown request, and fix it. To reject input, respond with a 4xx.',
  severity: 'error',
  judge({ observation: { status }, isExpected, generated }) {
    if (status < 500) return undefined
    // A missing input validation is one cause, wherever invalid requests are sent.
    if (generated?.mode === 'negative') {
      const { location, what } = generated
      const message = `status ${status} for an invalid request: ${location} ${what}`
      return { message, key: 'invalid request', owner: 'key', part: String(status) }
    }
    return {
      message: isExpected === true ? `status ${status}, as the test expects` : `status ${status}`,
      ...(isExpected === true && { allowed: true as const }),
      key: status,
      part: String(status),
    }
  },
  // The fingerprint contains neither status nor error code, because it varies whether the head still arrives.
  judgeBroken: ({ code, message }) => ({
    message: 'broken off before the response was complete, and again when retried',
    key: 'connection broken',
    part: 'connection',
    observed: `${code}: ${message}`,
  }),
})
