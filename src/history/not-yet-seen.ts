import type { Finding, Observed } from '../model/finding.ts'
import type { OperationCounts, Statistics } from '../model/live/statistics.ts'
import { canonical } from '../util/json.ts'
import { plural } from '../util/text.ts'
import { added, propertyPath } from './already-live.ts'

/**
 * Whether what the contract now offers was never received in the runs held to it; undefined when it was, or when
 * nothing is known of it.
 */
export function notYetSeen(finding: Finding, { runs, operations }: Statistics): Observed | undefined {
  if (runs === 0 || finding.site.direction === 'request') return undefined
  const test = Object.hasOwn(tests, finding.ruleId) ? tests[finding.ruleId] : undefined
  const counts = finding.reaches.flatMap((key) => (Object.hasOwn(operations, key) ? (operations[key] ?? []) : []))
  if (test === undefined || counts.some((each) => test(finding, each))) return undefined
  // Where nothing was called, nothing could be seen.
  const verb = counts.some(({ calls }) => calls > 0) ? 'seen' : 'called'
  return { kind: 'not-yet-seen', evidence: `published, not yet ${verb} in ${plural(runs, 'run')}` }
}

type SeenTest = (finding: Finding, counts: OperationCounts) => boolean

const status: SeenTest = ({ site }, { responses }) => (responses[site.part?.split(' ', 1)[0] ?? ''] ?? 0) > 0
const property: SeenTest = (finding, counts) => countsOf(finding, counts).some(({ seen }) => seen > 0)
const value: SeenTest = (finding, counts) => {
  const values = added(finding.before, finding.after).map(canonical)
  return countsOf(finding, counts).some((counts) => values.some((each) => Object.hasOwn(counts.values ?? {}, each)))
}

/** How the responses of an operation would show a change. */
const tests: Readonly<Record<string, SeenTest>> = {
  'operation-added': (_finding, { calls }) => calls > 0,
  'success-response-added': status,
  'error-response-added': status,
  'property-added': property,
  'required-property-added': property,
  'enum-widened': value,
  'extensible-enum-widened': value,
}

/** What was counted at every location that the schema of a finding may describe: properties of equal path are not distinguished. */
function countsOf({ site }: Finding, { bodies }: OperationCounts) {
  const end = propertyPath(site.pointer)
  return Object.values(bodies).flatMap(({ locations }) =>
    Object.entries(locations).flatMap(([location, each]) => (location.endsWith(end) ? [each] : [])),
  )
}
