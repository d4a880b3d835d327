import type { Finding, Severity } from '../../model/finding.ts'
import type { Json } from '../../model/json.ts'
import { fingerprint } from '../../util/fingerprint.ts'
import { byText } from '../../util/text.ts'

/** Maximum of violations of one rule at one location that are findings of their own. */
export const mostViolations = 20

/** Key in the fingerprint of the finding that counts all others. */
const others = '…more'

const severities: readonly Severity[] = ['error', 'warning', 'info', 'off']

/**
 * Keeps the first violations by text of each rule at each location, and one finding that counts the others: an open set
 * of values or of names must not make a finding of each. Folding what was folded gives what folding all at once gives.
 */
export function underCeiling(
  findings: readonly Finding[],
  unite: (one: Finding, two: Finding) => Finding,
): readonly Finding[] {
  if (findings.length <= mostViolations) return findings
  const groups = new Map<string, Finding[]>()
  for (const finding of findings) {
    const { operation, direction, part, pointer } = siteOf(finding)
    const group = JSON.stringify([finding.ruleId, operation, direction, part, pointer])
    const there = groups.get(group)
    if (there === undefined) groups.set(group, [finding])
    else there.push(finding)
  }
  return [...groups.values()].flatMap((group) => {
    if (group.length <= mostViolations) return group
    const violations = group.filter((finding) => !isFolded(finding)).sort(byViolation)
    const rest = [...violations.slice(mostViolations), ...group.filter(isFolded)]
    return [...violations.slice(0, mostViolations), ...fold(rest, unite)]
  })
}

function fold(rest: readonly Finding[], unite: (one: Finding, two: Finding) => Finding): readonly Finding[] {
  const [first, ...more] = rest.map((finding): Finding => {
    const { patch: _, ...kept } = finding
    const site = siteOf(finding)
    // The message describes one violation, and unite compares messages.
    return { ...kept, site, message: '', fingerprint: fingerprint(finding.ruleId, site, others) }
  })
  if (first === undefined) return []
  const one = more.reduce(unite, first)
  const worst = rest.reduce((a, b) => (severities.indexOf(b.severity) < severities.indexOf(a.severity) ? b : a))
  const { severity, verdict } = worst
  const samples = one.evidence?.samples ?? 0
  const message = `differs in more than ${mostViolations} ways: ${samples} more samples are counted together here`
  return [{ ...one, severity, verdict, message }]
}

const byViolation = (a: Finding, b: Finding): number =>
  byText(a.site.pointer, b.site.pointer) || byText(a.message, b.message) || byText(a.fingerprint, b.fingerprint)

function isFolded({ ruleId, site, fingerprint: own }: Finding): boolean {
  return own === fingerprint(ruleId, site, others)
}

/** The location of a property that the description does not name is its object: the API may send any number of them. */
function siteOf(finding: Finding): Finding['site'] {
  const { ruleId, before, site } = finding
  if (!isUnnamed(ruleId, before) || isFolded(finding)) return site
  return { ...site, pointer: site.pointer.slice(0, Math.max(0, site.pointer.lastIndexOf('/'))) }
}

/** What `additionalProperties: false` and its like expect of a property is `false`. */
export function isUnnamed(ruleId: string, expected: Json | undefined): boolean {
  return ruleId === 'undocumented-property' || expected === false
}
