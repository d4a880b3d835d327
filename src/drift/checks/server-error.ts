import { defineCheck } from '../../model/observation.ts'

export default defineCheck({
  id: 'server-error',
  title: 'The application answered with a server error',
  why: 'A 5xx from the application itself is a defect or an outage, documented or not.',
  fix: 'Look into the failure on the server with the request shown; a refusal of input is a 4xx.',
  severity: 'error',
  inspect({ observation: { status }, response, isExpected }) {
    if (status < 500) return undefined
    const schemaPointer = response?.pointer
    return {
      message: isExpected === true ? `answered ${status}, as the test expects` : `answered ${status}`,
      ...(isExpected === true && { allowed: true as const }),
      key: status,
      part: String(status),
      ...(schemaPointer === undefined ? {} : { schemaPointer }),
    }
  },
})
