import type { GeneratedRequest } from '../../model/live/generated.ts'
import { defineCheck } from '../../model/observation.ts'

/** Statuses that reject the request itself (RFC 9110 §15.5.1, §15.5.21); others depend on the server's state. */
const refusals: ReadonlySet<number> = new Set([400, 422])

export default defineCheck({
  id: 'positive-rejected',
  title: 'A valid request was rejected',
  why: "The API rejects a valid request because of a rule that the contract doesn't state.",
  fix: 'Accept the request, or add the rule to the description, so that clients can follow it.',
  severity: 'warning',
  generated: 'positive',
  judge({ generated, refusal, operation, observation: { status } }) {
    if (generated?.mode !== 'positive' || !refusals.has(status)) return undefined
    // The same request would be accepted in another state of the server.
    if (refusal?.stateReason !== undefined) return undefined
    const { location, what, schemaPointer, keyword: refuted } = generated
    if (mayBeRefused.has(what)) return undefined
    const { message: said } = refusal ?? {}
    const key = keyOf(generated)
    return {
      message: `status ${status} for a valid request${location === 'request' ? ' that' : `: ${location}`} ${what}`,
      key,
      quote: said,
      // One undocumented rule rejects a parameter, a kind of text or a component's property wherever it is sent.
      ...(key !== notOfAll && { owner: 'key' as const }),
      part: location,
      direction: 'request',
      refuted,
      schemaPointer: schemaPointer ?? operation.pointer,
    }
  },
})

/** Key of findings for a single operation or component. */
const notOfAll = 'rejected'

/** Values outside unstated bounds: one finding for all parameters and properties. */
const outside = ['is negative', 'is very large']

/** JSON parsers may limit numbers (RFC 8259 §6), and OpenAPI cannot describe file content, so only server errors count. */
const mayBeRefused: ReadonlySet<string> = new Set(['is larger than 64 bits hold', 'is an empty file', 'is a PNG image'])

/** Values that an API may reject by a single rule for all properties. */
const kinds: ReadonlySet<string> = new Set(['has characters beyond ASCII', 'is empty', ...outside])

function keyOf({ location, what }: GeneratedRequest): string {
  if (outside.includes(what)) return what
  if (/^(query|header|cookie) /.test(location)) return location
  if (what === 'is left out' || what === 'has only what is required') return 'is left out'
  return kinds.has(what) ? what : notOfAll
}
