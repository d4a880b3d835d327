import { type DriftDraft, defineCheck } from '../../model/observation.ts'
import { own } from '../../util/json.ts'

export default defineCheck({
  id: 'deprecation-announced',
  title: 'A response announces the end of an operation, and the contract does not',
  why: "The description doesn't tell clients that the operation is deprecated (RFC 9745) or will be removed (RFC 8594).",
  fix: 'Mark the operation as deprecated in the description, with the date in x-sunset, or stop sending the header.',
  severity: 'warning',
  judge({ operation, observation: { headers }, propose }) {
    const { deprecation, sunset } = headers
    const drafts: DriftDraft[] = []
    const shared = { schemaPointer: operation.pointer, owner: 'operation' as const }
    // Drafts of RFC 9745 used `true` and `false` instead of a date.
    const announced = deprecation !== undefined && deprecation !== 'false' ? 'Deprecation' : sunset && 'Sunset'
    if (announced && !operation.deprecated) {
      const observed = announced === 'Sunset' ? sunset : deprecation
      const message = `announces with ${announced}: ${observed} that it is deprecated, and the contract does not`
      drafts.push({
        ...shared,
        message,
        part: `header ${announced}`,
        key: announced,
        ...(observed && { observed }),
        patch: propose.deprecated(),
      })
    }
    const described = own(operation.node, 'x-sunset') ?? own(operation.node, 'sunset')
    if (typeof described !== 'string' || sunset === undefined || dayOf(described) === dayOf(sunset)) return drafts
    const message = `announces ${sunset} as its end, and the contract ${described}`
    return [
      ...drafts,
      { ...shared, message, part: 'header Sunset', key: 'sunset', observed: sunset, expected: described },
    ]
  },
})

/** Returns the day of an HTTP or RFC 3339 date, for example `2027-01-31`; other text is returned unchanged. */
function dayOf(text: string): string {
  const time = Date.parse(text)
  return Number.isNaN(time) ? text : new Date(time).toISOString().slice(0, 10)
}
