import type { Finding, Observed } from '../model/finding.ts'
import type { OperationCounts, Statistics } from '../model/statistics.ts'
import { canonical } from '../util/json.ts'
import { plural } from '../util/text.ts'
import { added, propertyPath } from './already-live.ts'

/**
 * Whether what the contract now offers was never answered in the runs held to it; undefined when it was, or when
 * nothing is known of it.
 */
export function notYetSeen(finding: Finding, { runs, operations }: Statistics): Observed | undefined {
  if (runs === 0 || finding.site.direction === 'request') return undefined
  const look = Object.hasOwn(looks, finding.ruleId) ? looks[finding.ruleId] : undefined
  const counts = finding.reaches.flatMap((key) => (Object.hasOwn(operations, key) ? (operations[key] ?? []) : []))
  if (look === undefined || counts.some((each) => look(finding, each))) return undefined
  // Where nobody asked, nothing could be seen.
  const verb = counts.some(({ calls }) => calls > 0) ? 'seen' : 'called'
  return { kind: 'not-yet-seen', evidence: `published, not yet ${verb} in ${plural(runs, 'run')}` }
}

type Look = (finding: Finding, counts: OperationCounts) => boolean

const status: Look = ({ site }, { responses }) => (responses[site.part?.split(' ', 1)[0] ?? ''] ?? 0) > 0
const property: Look = (finding, counts) => placesOf(finding, counts).some(({ seen }) => seen > 0)
const value: Look = (finding, counts) => {
  const values = added(finding.before, finding.after).map(canonical)
  return placesOf(finding, counts).some((place) => values.some((each) => Object.hasOwn(place.values ?? {}, each)))
}

/** How the answers to an operation would show a change. */
const looks: Readonly<Record<string, Look>> = {
  'operation-added': (_finding, { calls }) => calls > 0,
  'success-response-added': status,
  'error-response-added': status,
  'property-added': property,
  'required-property-added': property,
  'enum-widened': value,
  'extensible-enum-widened': value,
}

/** What was counted wherever the schema of a finding may stand: a component is not told from another of its properties. */
function placesOf({ site }: Finding, { bodies }: OperationCounts) {
  const end = propertyPath(site.pointer)
  return Object.values(bodies).flatMap(({ places }) =>
    Object.entries(places).flatMap(([place, counts]) => (place.endsWith(end) ? [counts] : [])),
  )
}
