import type { GeneratedRequest } from '../../model/live/generated.ts'
import { defineCheck } from '../../model/observation.ts'

/** The only refusals caused by the request itself (RFC 9110 §15.5.1, §15.5.21); others depend on the state of the server. */
const refusals: ReadonlySet<number> = new Set([400, 422])

export default defineCheck({
  id: 'positive-rejected',
  title: 'A valid request was rejected',
  why: "The API rejects a valid request because of a rule that the contract doesn't state.",
  fix: 'Accept the request, or write the rule into the description, so that clients can keep it.',
  severity: 'warning',
  generated: 'positive',
  judge({ generated, refusal, operation, observation: { status } }) {
    if (generated?.mode !== 'positive' || !refusals.has(status)) return undefined
    // Another state of the server would accept the same request.
    if (refusal?.stateReason !== undefined) return undefined
    const { location, what, schemaPointer, keyword: refuted } = generated
    if (mayBeRefused.has(what)) return undefined
    const { message: said } = refusal ?? {}
    const key = keyOf(generated)
    return {
      message: `status ${status} for a valid request${location === 'request' ? ' that' : `: ${location}`} ${what}`,
      key,
      quote: said,
      // One rule that the contract does not state refuses a parameter, a kind of text, or a property of a component, wherever it is sent.
      ...(key !== notOfAll && { owner: 'key' as const }),
      part: location,
      direction: 'request',
      refuted,
      schemaPointer: schemaPointer ?? operation.pointer,
    }
  },
})

/** The key of what is one finding for its operation, or for the component that describes it, only. */
const notOfAll = 'rejected'

/** What a contract without bounds allows: one finding for all parameters and properties. */
const outside = ['is negative', 'is very large']

/** JSON readers may limit numbers (RFC 8259 §6), and OpenAPI cannot describe the content of a file: only a server error counts. */
const mayBeRefused: ReadonlySet<string> = new Set(['is larger than 64 bits hold', 'is an empty file', 'is a PNG image'])

/** What every API may refuse by one rule of its own, whatever property it is in. */
const kinds: ReadonlySet<string> = new Set(['has characters beyond ASCII', 'is empty', ...outside])

/** What is refused, however its value was made. */
function keyOf({ location, what }: GeneratedRequest): string {
  if (outside.includes(what)) return what
  if (/^(query|header|cookie) /.test(location)) return location
  if (what === 'is left out' || what === 'has only what is required') return 'is left out'
  return kinds.has(what) ? what : notOfAll
}
