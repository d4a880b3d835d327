import { defineCheck } from '../../model/observation.ts'

export default defineCheck({
  id: 'auth-ignored',
  title: 'A request without the credential it needs was accepted',
  why: 'The contract says that the operation needs a credential, and anybody can call it.',
  fix: 'Refuse the request with 401, or say in the description that the operation is public (security: []).',
  severity: 'error',
  generated: 'negative',
  inspect({ generated, operation, observation: { status } }) {
    if (generated?.mode !== 'auth' || status < 200 || status > 299) return undefined
    const { place, what } = generated
    return {
      message: `answered ${status} although the ${place} ${what}`,
      key: what,
      part: place,
      direction: 'request',
      schemaPointer: operation.pointer,
      keyword: 'security',
    }
  },
})
