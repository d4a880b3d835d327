import { defineCheck } from '../../model/observation.ts'

export default defineCheck({
  id: 'negative-accepted',
  title: 'An invalid request was accepted',
  why: 'What the contract refuses is stored or acted upon: the service works with data nobody allowed, or the contract is stricter than the service.',
  fix: 'Refuse the request with a 4xx, or allow in the description what the service takes.',
  severity: 'warning',
  generated: 'negative',
  inspect({ generated, operation, observation: { status } }) {
    if (generated?.mode !== 'negative' || status < 200 || status > 299) return undefined
    const { place, what } = generated
    return {
      message: `answered ${status} although ${place} ${what}`,
      key: what,
      part: place,
      direction: 'request',
      schemaPointer: operation.pointer,
    }
  },
})
