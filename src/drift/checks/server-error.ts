import { defineCheck } from '../../model/observation.ts'

export default defineCheck({
  id: 'server-error',
  title: 'The application returned a server error, or broke the connection off',
  why: 'A 5xx from the application, or a request that never gets a complete response, is a defect or an outage, documented or not.',
  fix: 'Reproduce the failure on the server with the request shown; a refusal of input is a 4xx.',
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
