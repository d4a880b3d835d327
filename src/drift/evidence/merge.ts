import type { Evidence, Example, Finding, PatchOperation, ReachedLocation } from '../../model/finding.ts'
import { bySeverity, type Location, locationsOf, relativeTo, severityRank } from '../../model/locations.ts'
import { equalJson } from '../../util/json.ts'
import { byText } from '../../util/text.ts'
import { mostViolations, underCeiling } from './ceiling.ts'

/** Merges findings with the same fingerprint, and excess findings of one location. Sorted. */
export function mergeFindings(findings: readonly Finding[]): Finding[] {
  const groups = new Map<string, Finding[]>()
  for (const finding of findings) {
    const group = groups.get(finding.fingerprint)
    if (group === undefined) groups.set(finding.fingerprint, [finding])
    else group.push(finding)
  }
  const merged = [...groups.values()].flatMap(unite)
  return [...underCeiling(merged, unite)].sort(
    (a, b) =>
      byText(a.site.operation ?? '', b.site.operation ?? '') ||
      byText(a.ruleId, b.ruleId) ||
      byText(a.site.pointer, b.site.pointer) ||
      byText(a.fingerprint, b.fingerprint),
  )
}

/** Merges a group into one finding. Symmetric, so that merged shards equal the whole run: keeps the first evidence by text, not time. */
function unite(group: readonly Finding[]): readonly Finding[] {
  if (group.length < 2) return group
  const keyed = group.map((finding) => ({ finding, key: keptKey(finding) })).sort((a, b) => byText(a.key, b.key))
  const findings = keyed.map(({ finding }) => finding)
  const [first] = findings
  if (first === undefined) return []
  const { before, locations: _, patch, ...kept } = first
  const locations = uniteLocations(findings)
  const isSame = findings.every((finding) => finding.before !== undefined && equalJson(finding.before, before ?? null))
  const patches = first.site.status === undefined ? patch : unitePatches(findings)
  const own = locations.map((each) => relativeTo(first.severity, each))
  const reaches = [...new Set(findings.flatMap((finding) => finding.reaches))].sort(byText)
  return [
    {
      ...kept,
      reaches,
      ...(isAlone(own, first) ? {} : { locations: own }),
      ...(isSame && before !== undefined && { before }),
      ...(kept.evidence && { evidence: uniteEvidence(findings, kept.evidence) }),
      ...(patches !== undefined && patches.length > 0 && { patch: patches }),
    },
  ]
}

/** Sort key of the finding to keep: highest severity, first location, first example. */
export function keptKey(finding: Finding): string {
  const { evidence, message, patch } = finding
  const example = evidence && examplesOf(evidence)[0]
  return JSON.stringify([
    locationOf(finding),
    example,
    evidence?.status,
    evidence?.curl,
    message,
    patch,
    evidence?.exchange,
    evidence?.unions,
  ])
}

/** Returns the beginning of the key of a finding like this with another example. */
export function keptKeyStart(finding: Finding, example: Example, status: number | undefined): string {
  return `${JSON.stringify([locationOf(finding), example, status]).slice(0, -1)},`
}

/** Severity and location; only examples with the same are comparable. */
function locationOf({ severity, site: { operation, part, pointer } }: Finding): readonly unknown[] {
  return [severityRank(severity), operation ?? '', part ?? '', pointer]
}

function isAlone(locations: readonly ReachedLocation[], { site }: Finding): boolean {
  const [only, ...others] = locations
  return only === undefined || (others.length === 0 && only.part === site.part && only.pointer === site.pointer)
}

/** Returns each location once with the highest severity, and keeps the first by text if an operation has too many. */
function uniteLocations(findings: readonly Finding[]): readonly Location[] {
  const all = new Map<string, Location>()
  for (const location of findings.flatMap(locationsOf)) {
    const key = JSON.stringify([location.operation, location.part ?? '', location.pointer])
    const known = all.get(key)
    if (known === undefined || bySeverity(location.severity, known.severity) < 0) all.set(key, location)
  }
  const counts = new Map<string, number>()
  return [...all]
    .sort(([a], [b]) => byText(a, b))
    .map(([, location]) => location)
    .filter(({ operation }) => {
      const count = counts.get(operation) ?? 0
      counts.set(operation, count + 1)
      return count < mostViolations
    })
}

/** Joins patches, because an undocumented status needs one per operation. */
function unitePatches(findings: readonly Finding[]): readonly PatchOperation[] {
  const all = new Map(findings.flatMap(({ patch = [] }) => patch).map((each) => [JSON.stringify(each), each]))
  return [...all].sort(([a], [b]) => byText(a, b)).map(([, each]) => each)
}

function uniteEvidence(findings: readonly Finding[], kept: Evidence): Evidence {
  const [first] = findings
  const alike = findings.filter((finding) => first !== undefined && locationKey(finding) === locationKey(first))
  const examples = uniteExamples(alike.flatMap(({ evidence }) => (evidence === undefined ? [] : examplesOf(evidence))))
  const tests = [...new Set(findings.flatMap(({ evidence }) => evidence?.tests ?? []))].sort(byText)
  return {
    ...kept,
    samples: findings.reduce((sum, { evidence }) => sum + (evidence?.samples ?? 0), 0),
    ...(examples.length > 1 && { examples }),
    ...(tests.length > 0 && { tests }),
  }
}

const locationKey = (finding: Finding): string => JSON.stringify(locationOf(finding))

/** Maximum number of example locations of a finding. */
export const mostExamples = 3

function uniteExamples(all: readonly Example[]): readonly Example[] {
  const distinct = new Map(all.map((example) => [JSON.stringify(example), example]))
  return [...distinct]
    .sort(([a], [b]) => byText(a, b))
    .map(([, example]) => example)
    .slice(0, mostExamples)
}

/** Returns all examples; the evidence's own location is the first. */
function examplesOf({ examples, instancePointer, observed }: Evidence): readonly Example[] {
  if (examples !== undefined) return examples
  return [{ instancePointer, observed }]
}
