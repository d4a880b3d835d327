import type { Finding, ReachedUse } from '../../model/finding.ts'
import { locationsOf } from '../../model/locations.ts'
import type { FixedFinding } from '../../model/report.ts'
import { firstOf, plural } from '../../util/text.ts'
import { locationOf } from '../labels.ts'

/**
 * Shows the first operations and the number of others, or all with `expand`. Different verdicts are listed separately, worst first.
 */
export function reachOf(finding: Finding, expand = false): string | undefined {
  const { uses, reaches } = finding
  if (uses !== undefined) {
    const parts = [...new Set(uses.map(({ verdict }) => verdict))].map((verdict) => {
      const all = uses.filter((use) => use.verdict === verdict).map(operationOf)
      return `${verdict} for ${withMore(all)}`
    })
    return parts.join(', ')
  }
  const [first, ...more] = reaches
  const isNamed =
    first === finding.site.operation && (finding.kind !== 'contract' || finding.site.component === undefined)
  if (first === undefined || (more.length === 0 && isNamed)) return undefined
  return finding.kind === 'contract'
    ? withMore(reaches)
    : `${reaches.length} operations: ${firstOf(reaches, expand ? reaches.length : undefined)}`
}

/** Returns the first operation and the number of others: `GET /loans and 2 more operations`. */
function withMore([first = '', ...others]: readonly string[]): string {
  return others.length === 0 ? first : `${first} and ${plural(others.length, 'more operation')}`
}

/** Lists operations at which a known finding has newly appeared: `2 more operations: GET /a, GET /b`. */
export function joinedOf({ joined = [] }: Finding, expand = false): string | undefined {
  return joined.length === 0
    ? undefined
    : `${plural(joined.length, 'more operation')}: ${firstOf(joined, expand ? joined.length : undefined)}`
}

/** Returns the location of a fixed finding and the number of other operations that had it. */
export function fixedLocation({ location, operations = [] }: FixedFinding): string {
  return operations.length > 1 ? `${location} and ${plural(operations.length - 1, 'more operation')}` : location
}

/** Returns every location of a live finding, for example `GET /a 404 application/json .detail`. */
export function locationTexts(finding: Finding): readonly string[] {
  return locationsOf(finding).map((location) => locationOf(location))
}

/** Returns the component location that causes a live finding: `HTTPValidationError.detail`. */
export function ownerOf({ kind, site: { component, componentPointer } }: Finding): string | undefined {
  if (kind === 'contract' || component === undefined || componentPointer === undefined) return undefined
  return locationOf({ component, pointer: componentPointer })
}

export function operationOf({ operation, direction }: ReachedUse): string {
  return direction === undefined ? operation : `${operation} (${direction})`
}
