import type { Finding, ReachedLocation, Severity, Site } from './finding.ts'
import { sequenceOfType } from './sequential.ts'

export interface Location extends ReachedLocation {
  readonly severity: Severity
}

/** Returns all locations of a live finding, sorted. Empty for a contract finding. */
export function locationsOf({ kind, site, locations, severity }: Finding): readonly Location[] {
  const { operation, part, pointer } = site
  if (kind === 'contract' || operation === undefined) return []
  const all = locations ?? [{ operation, part, pointer }]
  return all.map((each) => ({ ...each, severity: each.severity ?? severity }))
}

/** Returns whether operations can share the live finding. */
export function isShared({ component, status }: Site): boolean {
  return component !== undefined || status !== undefined
}

const severities: readonly Severity[] = ['error', 'warning', 'info', 'off']

/** Returns the rank of a severity; 0 is the highest. */
export function severityRank(severity: Severity): number {
  return severities.indexOf(severity)
}

/** Comparator that sorts the highest severity first. */
export function bySeverity(a: Severity, b: Severity): number {
  return severityRank(a) - severityRank(b)
}

/** Restricts a live finding to some locations and drops evidence of others. Undefined if no location remains. */
export function narrowedTo(finding: Finding, isKept: (location: Location) => boolean): Finding | undefined {
  const { site, locations } = finding
  const remaining = locationsOf(finding).filter(isKept)
  const [worst] = remaining.toSorted((a, b) => bySeverity(a.severity, b.severity))
  if (worst === undefined) return undefined
  if (locations === undefined || remaining.length === locations.length) return finding
  const isSite = ({ operation, part, pointer }: Location): boolean =>
    operation === site.operation && part === site.part && pointer === site.pointer
  const { locations: _, ...kept } = remaining.some(isSite) ? finding : at(finding, worst)
  return {
    ...kept,
    reaches: [...new Set(remaining.map(({ operation }) => operation))],
    ...(remaining.length > 1 && { locations: remaining.map((each) => relativeTo(kept.severity, each)) }),
  }
}

/** Omits the severity of a location if it equals that of the finding. */
export function relativeTo(highest: Severity, { severity, ...location }: Location): ReachedLocation {
  return severity === highest ? location : { ...location, severity }
}

/** Returns a live finding as seen at one operation: its worst location there, without evidence of other locations. */
export function findingAt(finding: Finding, operation: string): Finding {
  if (operation === finding.site.operation) return finding
  const [worst] = locationsOf(finding)
    .filter((location) => location.operation === operation)
    .sort((a, b) => bySeverity(a.severity, b.severity))
  return worst === undefined ? finding : at(finding, worst)
}

/** Moves a finding to another location. */
function at(finding: Finding, { severity, operation, part, pointer }: Location): Finding {
  const { part: _, ...owner } = finding.site
  const site = { ...owner, operation, part, pointer }
  const { instancePointer: _1, observed: _2, examples: _3, ...kept } = finding.evidence ?? { samples: 1 }
  return { ...finding, severity, site, ...(finding.evidence && { evidence: kept }) }
}

/** Returns where the observed value is in the body: `/content/0/price`, or `item 3 /price` of a stream. Items are counted from 0. */
export function instanceOf({ site, evidence }: Finding): string | undefined {
  const pointer = evidence?.instancePointer
  if (pointer === undefined) return undefined
  const type = /(?:^| )([\w.+*-]+\/[\w.+*-]+)/.exec(site.part ?? '')?.[1] ?? ''
  const isForm = type === 'multipart/form-data'
  const [, index, rest] = (!isForm && sequenceOfType(type) && /^\/(\d+)(\/.*)?$/s.exec(pointer)) || []
  return index === undefined ? pointer : `item ${index}${rest === undefined ? '' : ` ${rest}`}`
}
