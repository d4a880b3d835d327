import type { Finding, ReachedLocation, Severity, Site } from './finding.ts'

/** A location with the severity of its finding there. */
export interface Location extends ReachedLocation {
  readonly severity: Severity
}

/** Every location that shows a live finding, sorted; none of a contract finding. */
export function locationsOf({ kind, site, locations, severity }: Finding): readonly Location[] {
  const { operation, part, pointer } = site
  if (kind === 'contract' || operation === undefined) return []
  const all = locations ?? [{ operation, ...(part !== undefined && { part }), pointer }]
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

/** A live finding as one of its operations shows it: the worst location there. What was observed elsewhere is left out. */
export function findingAt(finding: Finding, operation: string): Finding {
  const { site, evidence } = finding
  if (operation === site.operation) return finding
  const [worst] = locationsOf(finding)
    .filter((location) => location.operation === operation)
    .sort((a, b) => bySeverity(a.severity, b.severity))
  if (worst === undefined) return finding
  const { severity, ...at } = worst
  const { part: _, ...rest } = site
  const { instancePointer: _1, observed: _2, examples: _3, ...kept } = evidence ?? { samples: 1 }
  return { ...finding, severity, site: { ...rest, ...at }, ...(evidence && { evidence: kept }) }
}
