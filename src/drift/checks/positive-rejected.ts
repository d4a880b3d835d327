import { defineCheck } from '../../model/observation.ts'

/** The only refusals caused by the request itself (RFC 9110 §15.5.1, §15.5.21); others depend on the state of the server. */
const refusals: ReadonlySet<number> = new Set([400, 422])

export default defineCheck({
  id: 'positive-rejected',
  title: 'A valid request was rejected',
  why: 'A client that conforms to the contract is refused: the service applies a rule that the contract does not state.',
  fix: 'Accept the request, or write the rule into the description, so that clients can keep it.',
  severity: 'warning',
  generated: 'positive',
  inspect({ generated, operation, observation: { status } }) {
    if (generated?.mode !== 'positive' || !refusals.has(status)) return undefined
    const { location, what } = generated
    return {
      message: `status ${status} for a valid request: ${location} ${what}`,
      key: what,
      owner: 'operation',
      part: location,
      direction: 'request',
      schemaPointer: operation.pointer,
    }
  },
})
