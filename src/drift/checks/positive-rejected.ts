import { defineCheck } from '../../model/observation.ts'

/** The only refusals that blame the request itself (RFC 9110 §15.5.1, §15.5.21); others blame what it meets. */
const refusals: ReadonlySet<number> = new Set([400, 422])

export default defineCheck({
  id: 'positive-rejected',
  title: 'A valid request was rejected',
  why: 'A client that keeps to the contract is told that its request is malformed: the service knows a rule the contract does not.',
  fix: 'Accept the request, or write the rule into the description, so that clients can keep it.',
  severity: 'warning',
  generated: 'positive',
  inspect({ generated, operation, observation: { status } }) {
    if (generated?.mode !== 'positive' || !refusals.has(status)) return undefined
    const { place, what } = generated
    return {
      message: `answered ${status} to a valid request: ${place} ${what}`,
      key: what,
      part: place,
      direction: 'request',
      schemaPointer: operation.pointer,
    }
  },
})
