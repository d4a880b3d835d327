import type { Finding } from '../../model/finding.ts'
import type { Json } from '../../model/json.ts'
import { fingerprint, identityOf } from '../../util/fingerprint.ts'
import { parentOf } from '../../util/pointer.ts'
import { byText } from '../../util/text.ts'

/** Maximum number of separate findings for violations of one rule at one location. */
export const mostViolations = 20

/** Fingerprint key of the finding that counts the rest. */
const others = '…more'

/** Marks messages about undocumented parameters. */
export const undocumentedParameter = 'which is not documented, and was accepted'

type Unite = (findings: readonly Finding[]) => readonly Finding[]

/** Keeps the first violations per rule and location and adds a finding that counts the others. Merging in steps gives the same result. */
export function underCeiling(findings: readonly Finding[], unite: Unite): readonly Finding[] {
  if (findings.length <= mostViolations) return findings
  const groups = new Map<string, Finding[]>()
  for (const finding of findings) {
    const group = violationGroup(finding)
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

/** Returns the key of a rule and location whose violations are counted together beyond `mostViolations`. */
export function violationGroup(finding: Finding): string {
  return JSON.stringify([finding.ruleId, ...identityOf(siteOf(finding))])
}

function fold(rest: readonly Finding[], unite: Unite): readonly Finding[] {
  const folded = rest.map((finding): Finding => {
    const { patch: _, locations, ...kept } = finding
    const site = siteOf(finding)
    const isParent = site !== finding.site
    return {
      ...kept,
      site,
      locations: locations?.map((each) => (isParent ? { ...each, pointer: parentOf(each.pointer) } : each)),
      // The original message describes one violation, and `unite` compares messages.
      message: '',
      fingerprint: fingerprint(finding.ruleId, site, others),
    }
  })
  return unite(folded).map((one) => {
    const samples = one.evidence?.samples ?? 0
    const message = `differs in more than ${mostViolations} ways: ${samples} more samples are counted together here`
    return { ...one, message }
  })
}

const byViolation = (a: Finding, b: Finding): number =>
  byText(belowOwner(a), belowOwner(b)) || byText(a.message, b.message) || byText(a.fingerprint, b.fingerprint)

const belowOwner = ({ site }: Finding): string => site.componentPointer ?? site.pointer

function isFolded({ ruleId, site, fingerprint: own }: Finding): boolean {
  return own === fingerprint(ruleId, site, others)
}

/** Undocumented properties are grouped at their object and undocumented parameters at their request, because their number is unbounded. */
function siteOf(finding: Finding): Finding['site'] {
  const { ruleId, before, site, message } = finding
  const [, location] = /^(query|header) ./.exec(site.part ?? '') ?? []
  if (location !== undefined && ruleId === 'request-conformance' && message.includes(undocumentedParameter))
    return { ...site, part: location }
  if (!isUnnamed(ruleId, before) || isFolded(finding)) return site
  const { componentPointer } = site
  return {
    ...site,
    pointer: parentOf(site.pointer),
    ...(componentPointer !== undefined && { componentPointer: componentPointer.replace(/\/properties\/[^/]*$/, '') }),
  }
}

/** For undocumented properties, `additionalProperties: false` and the like expect `false`. */
export function isUnnamed(ruleId: string, expected: Json | undefined): boolean {
  return ruleId === 'undocumented-property' || expected === false
}
