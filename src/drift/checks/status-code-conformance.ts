import { defineCheck, isAskedFor } from '../../model/observation.ts'
import type { Operation } from '../../model/operation.ts'
import { isObject, own } from '../../util/json.ts'
import { isGuess } from '../../util/marks.ts'

/** Tests whether the status is declared, even by an unresolved `$ref`, which is reported as not checked. */
function isWritten({ node }: Operation, status: number): boolean {
  const responses = own(node, 'responses')
  const names = isObject(responses) ? Object.keys(responses).map((name) => name.toUpperCase()) : []
  return [String(status), `${String(status).slice(0, 1)}XX`, 'DEFAULT'].some((name) => names.includes(name))
}

export default defineCheck({
  id: 'status-code-conformance',
  title: 'A status the contract does not document',
  why: "A client doesn't handle the status, and the meaning of its body is not documented. A 304, 206 or 416 that a request header causes is part of HTTP and not reported.",
  fix: 'Return a documented status, or document this one (exactly, as a range like 4XX, or as default).',
  severity: 'error',
  judge({ operation, observation, response, propose }) {
    if (response !== undefined || isAskedFor(observation)) return undefined
    const { status } = observation
    if (isWritten(operation, status)) return undefined
    const documented = operation.responses.map((one) => one.status)
    const family = String(status).slice(0, 1)
    const list = status >= 400 ? '' : `; documented: ${documented.join(', ') || 'no response'}`
    return {
      message: `status ${status} is not documented${list}`,
      key: status,
      // The cause is usually shared by operations: a framework default, router, validator or authorizer.
      owner: 'status',
      part: String(status),
      schemaPointer: `${operation.pointer}/responses`,
      expected: documented,
      // Receiving a 201 refutes an assumed 200.
      assumed: operation.responses.some(
        (one) => (one.assumed || isGuess(one.marks, 'key')) && one.status.startsWith(family),
      ),
      patch: propose.response(status),
    }
  },
})
