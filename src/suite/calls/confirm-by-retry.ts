import type { Inspection } from '../../drift/checking/inspect.ts'
import type { Finding, ReachedLocation } from '../../model/finding.ts'
import { locationsOf, narrowedTo } from '../../model/locations.ts'
import type { NotChecked, Observation } from '../../model/observation.ts'
import type { StatusTest } from '../api/expectation.ts'

export interface InspectedCall {
  readonly observation: Observation
  readonly inspection: Inspection
}

/** Repeats a suspicious call. The second response replaces a garbled one, or an unexpected one if it meets the expectation. */
export async function confirmByRetry(
  first: InspectedCall,
  again: () => Promise<InspectedCall>,
  expected: StatusTest,
): Promise<InspectedCall> {
  const isUnmet = !isMet(first, expected)
  const { isGarbled, findings } = first.inspection
  if (!isUnmet && isGarbled !== true && findings.length === 0) return first
  const second = await again()
  const isBetter = isUnmet && second.inspection.outcome === 'received' && isMet(second, expected)
  if (!isBetter && isGarbled !== true) return { ...first, inspection: confirmed(first.inspection, second.inspection) }
  const { inspection } = second
  const settled = inspection.findings.length === 0 ? inspection : confirmed(inspection, (await again()).inspection)
  const found = new Set(settled.findings.map(({ fingerprint }) => fingerprint))
  const passing = findings.filter(({ fingerprint }) => !found.has(fingerprint)).flatMap(rowsOf)
  if (isBetter && passing.length === 0) {
    const what = `the status: expected ${expected.text}, got ${first.observation.status}`
    passing.push({ what, because: passed })
  }
  return { ...second, inspection: { ...settled, notChecked: [...passing, ...settled.notChecked] } }
}

/** Responses that don't come from the application can't fail the expectation. */
function isMet({ observation: { status }, inspection: { outcome } }: InspectedCall, expected: StatusTest): boolean {
  return status === undefined || outcome !== 'received' || expected.met(status)
}

const passed = 'the retry of the same request did not show it'

/** Keeps only findings that the second response repeats. The others were transmission errors or are rare. */
function confirmed(first: Inspection, second: Inspection): Inspection {
  if (second.outcome !== 'received') return first
  const repeated = new Set(second.findings.flatMap(locationKeys))
  const isRepeated = (finding: Finding, location: ReachedLocation): boolean => repeated.has(keyAt(finding, location))
  return {
    ...first,
    findings: first.findings.flatMap((one) => narrowedTo(one, (location) => isRepeated(one, location)) ?? []),
    notChecked: [
      ...first.notChecked,
      ...first.findings.flatMap((one) => {
        const once = narrowedTo(one, (location) => !isRepeated(one, location))
        return once === undefined ? [] : rowsOf(once)
      }),
    ],
  }
}

function locationKeys(finding: Finding): readonly string[] {
  return locationsOf(finding).map((location) => keyAt(finding, location))
}

function keyAt({ fingerprint }: Finding, { operation, part, pointer }: ReachedLocation): string {
  return JSON.stringify([fingerprint, operation, part, pointer])
}

function rowsOf(finding: Finding): readonly NotChecked[] {
  const { ruleId, message } = finding
  return locationsOf(finding).map(({ operation, pointer }) => ({
    ...{ operation, what: `${ruleId} ${pointer}: ${message}`, because: passed },
  }))
}
