import { defineCheck } from '../../model/observation.ts'
import { isGuess } from '../../util/marks.ts'

export default defineCheck({
  id: 'status-code-conformance',
  title: 'A status the contract does not document',
  why: 'A client has no branch for the status, and the meaning of its body is not documented.',
  fix: 'Return a documented status, or document this one (exactly, as a range like 4XX, or as default).',
  severity: 'error',
  inspect({ operation, observation: { status }, response, propose }) {
    if (response !== undefined) return undefined
    const documented = operation.responses.map((one) => one.status)
    const family = String(status).slice(0, 1)
    // A refusal comes from what all operations share: a router, a validator, an authorizer.
    const isRefusal = status >= 400 && status < 500
    const list = isRefusal ? '' : `; documented: ${documented.join(', ') || 'no response'}`
    return {
      message: `status ${status} is not documented${list}`,
      key: status,
      owner: isRefusal ? 'status' : 'operation',
      part: String(status),
      schemaPointer: `${operation.pointer}/responses`,
      expected: documented,
      // An assumed 200 is refuted by a 201.
      assumed: operation.responses.some(
        (one) => (one.assumed || isGuess(one.marks, 'key')) && one.status.startsWith(family),
      ),
      patch: propose.response(status),
    }
  },
})
