import type { Finding } from '../../model/finding.ts'
import type { NotChecked } from '../../model/observation.ts'
import type { Hint } from '../../model/report.ts'
import { byText, plural } from '../../util/text.ts'

/** A change that another tool reports as breaking. */
export interface ForeignChange {
  /** Rule name of that tool. */
  readonly code: string
  readonly location: string
  /** Operation key as far as the location shows it: `GET /orders`, or only the path. */
  readonly operation: string
}

/** Result of another tool for a pair of descriptions, or the reason for its absence. */
export type SecondOpinion = { readonly tool: string } & (
  | { readonly breaking: readonly ForeignChange[] }
  | {
      readonly silent: string
      /** The tool rejected the pair itself, so a retry is useless. */
      readonly refused?: true
    }
)

/** Lists operations that only one tool reports as breaking, because tools name findings differently. Doesn't affect the verdict. */
export function compareOpinions(
  findings: readonly Finding[],
  opinion: SecondOpinion,
): { readonly hints: readonly Hint[]; readonly notChecked: readonly NotChecked[] } {
  const { tool } = opinion
  if ('silent' in opinion) {
    return { hints: [], notChecked: [{ what: `second opinion of ${tool}`, because: opinion.silent }] }
  }
  const ours = findings.filter((finding) => finding.verdict === 'breaking')
  const theirs = opinion.breaking
  const alone = theirs.filter(({ operation }) => !ours.some((finding) => reaches(finding, operation)))
  const unseen = ours.filter((finding) => !theirs.some(({ operation }) => reaches(finding, operation)))
  const counts = `${tool} calls ${theirs.length} breaking, specdrift ${ours.length}`
  const agreed = alone.length + unseen.length === 0 ? 'they agree on which operations break' : 'they differ'
  const notes = [
    ...alone.map(({ code, location }) => `only ${tool} calls breaking: ${code} at ${location}`),
    ...unseen.map(
      ({ ruleId, message, fingerprint, reaches: [first, ...more] }) =>
        `only specdrift calls breaking: ${ruleId} ${fingerprint} (${message})${first === undefined ? '' : ` at ${first}`}${more.length === 0 ? '' : ` and ${plural(more.length, 'more operation')}`}`,
    ),
  ]
  return {
    hints: [`${counts}: ${agreed}`, ...notes.sort(byText)].map((message) => ({ message, n: 0 })),
    notChecked: [],
  }
}

/** A location with a path but no method matches every operation of the path; `''` matches all. */
function reaches(finding: Finding, operation: string): boolean {
  const keys = finding.reaches.map(withoutNames)
  const wanted = withoutNames(operation)
  return keys.some((key) => key === wanted || wanted === '' || key.slice(key.indexOf(' ') + 1) === wanted)
}

/** Path parameters are identified by position. */
function withoutNames(operation: string): string {
  return operation.replace(/\{[^{}]*\}/g, '{}')
}
