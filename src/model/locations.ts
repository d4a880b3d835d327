import type { Finding, ReachedLocation, Severity, Site } from './finding.ts'

/** A location with the severity of its finding there. */
export interface Location extends ReachedLocation {
  readonly severity: Severity
}

/** Every location that shows a live finding, sorted; none of a contract finding. */
export function locationsOf({ kind, site, locations, severity }: Finding): readonly Location[] {
  const { operation, part, pointer } = site
  if (kind === 'contract' || operation === undefined) return []
  const all = locations ?? [{ operation, part, pointer }]
  return all.map((each) => ({ ...each, severity: each.severity ?? severity }))
}

/** Whether operations share a live finding: others may join. */
export function isShared({ component, status }: Site): boolean {
  return component !== undefined || status !== undefined
}

const severities: readonly Severity[] = ['error', 'warning', 'info', 'off']

/** The position of a severity, the highest first. */
export function severityRank(severity: Severity): number {
  return severities.indexOf(severity)
}

/** Compares severities, the highest first. */
export function bySeverity(a: Severity, b: Severity): number {
  return severityRank(a) - severityRank(b)
}

/** A live finding on some of its locations only; undefined on none. What was observed elsewhere is left out. */
export function narrowedTo(finding: Finding, isKept: (location: Location) => boolean): Finding | undefined {
  const { site, locations } = finding
  const left = locationsOf(finding).filter(isKept)
  const [worst] = left.toSorted((a, b) => bySeverity(a.severity, b.severity))
  if (worst === undefined) return undefined
  if (locations === undefined || left.length === locations.length) return finding
  const isSite = ({ operation, part, pointer }: Location): boolean =>
    operation === site.operation && part === site.part && pointer === site.pointer
  const { locations: _, ...kept } = left.some(isSite) ? finding : at(finding, worst)
  return {
    ...kept,
    reaches: [...new Set(left.map(({ operation }) => operation))],
    ...(left.length > 1 && { locations: left.map((each) => relativeTo(kept.severity, each)) }),
  }
}

/** A location that names its severity only where it is another than that of its finding. */
export function relativeTo(highest: Severity, { severity, ...location }: Location): ReachedLocation {
  return severity === highest ? location : { ...location, severity }
}

/** A live finding as one of its operations shows it: the worst location there. What was observed elsewhere is left out. */
export function findingAt(finding: Finding, operation: string): Finding {
  if (operation === finding.site.operation) return finding
  const [worst] = locationsOf(finding)
    .filter((location) => location.operation === operation)
    .sort((a, b) => bySeverity(a.severity, b.severity))
  return worst === undefined ? finding : at(finding, worst)
}

/** The finding at another of its locations. */
function at(finding: Finding, { severity, operation, part, pointer }: Location): Finding {
  const { part: _, ...owner } = finding.site
  const site = { ...owner, operation, part, pointer }
  const { instancePointer: _1, observed: _2, examples: _3, ...kept } = finding.evidence ?? { samples: 1 }
  return { ...finding, severity, site, ...(finding.evidence && { evidence: kept }) }
}
