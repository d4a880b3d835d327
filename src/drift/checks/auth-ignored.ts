import { defineCheck } from '../../model/observation.ts'

export default defineCheck({
  id: 'auth-ignored',
  title: 'A request without a required credential was accepted',
  why: 'The contract requires a credential, but anybody can call the operation.',
  fix: 'Reject the request with 401, or document the operation as public (security: []).',
  severity: 'error',
  generated: 'negative',
  judge({ generated, operation, observation: { status } }) {
    if (generated?.mode !== 'auth' || status < 200 || status > 299) return undefined
    const { location, what } = generated
    return {
      message: `status ${status} although the ${location} ${what}`,
      key: what,
      owner: 'operation',
      part: location,
      direction: 'request',
      schemaPointer: operation.pointer,
      keyword: 'security',
    }
  },
})
