import type { Finding, ReachedUse } from '../../model/finding.ts'
import { locationsOf } from '../../model/locations.ts'
import type { FixedFinding } from '../../model/report.ts'
import { firstOf, plural } from '../../util/text.ts'
import { locationOf } from '../labels.ts'

/**
 * The operations a finding reaches: of a live one how many and the first of them, or all, of a change the first and how many more. Where it
 * does not hold for all alike, by verdict, the worst first: `breaking for POST /loans (request) and 2 more, compatible for
 * GET /loans (response)`.
 */
export function reachOf(finding: Finding, expand = false): string | undefined {
  const { uses, reaches } = finding
  if (uses !== undefined) {
    const parts = [...new Set(uses.map(({ verdict }) => verdict))].map((verdict) => {
      const all = uses.filter((use) => use.verdict === verdict).map(operationOf)
      return `${verdict} for ${firstOf(all, 1)}`
    })
    return parts.join(', ')
  }
  const [first, ...more] = reaches
  const isNamed =
    first === finding.site.operation && (finding.kind !== 'contract' || finding.site.component === undefined)
  if (first === undefined || (more.length === 0 && isNamed)) return undefined
  return finding.kind === 'contract'
    ? firstOf(reaches, 1)
    : `${reaches.length} operations: ${firstOf(reaches, expand ? reaches.length : undefined)}`
}

/** `2 more operations: GET /a, GET /b`: where a finding that is known is now as well. */
export function joinedOf({ joined = [] }: Finding, expand = false): string | undefined {
  return joined.length === 0
    ? undefined
    : `${plural(joined.length, 'more operation')}: ${firstOf(joined, expand ? joined.length : undefined)}`
}

/** The location of a finding that is fixed, and how many more operations showed it. */
export function fixedLocation({ location, operations = [] }: FixedFinding): string {
  return operations.length > 1 ? `${location} and ${plural(operations.length - 1, 'more operation')}` : location
}

/** Every location of a live finding, a text each: `GET /a 404 application/json .detail`. */
export function locationTexts(finding: Finding): readonly string[] {
  return locationsOf(finding).map((location) => locationOf(location))
}

/** What of the description owns a live finding: `HTTPValidationError.detail`. */
export function ownerOf({ kind, site: { component, componentPointer } }: Finding): string | undefined {
  if (kind === 'contract' || component === undefined || componentPointer === undefined) return undefined
  return locationOf({ component, pointer: componentPointer })
}

/** `POST /loans (request)`. */
export function operationOf({ operation, direction }: ReachedUse): string {
  return direction === undefined ? operation : `${operation} (${direction})`
}
