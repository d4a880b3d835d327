import type { Finding } from '../../model/finding.ts'
import type { NotChecked } from '../../model/observation.ts'
import type { Hint } from '../../model/report.ts'
import { byText, plural } from '../../util/text.ts'

/** One change that another tool calls breaking. */
export interface ForeignChange {
  /** In that tool's words. */
  readonly code: string
  readonly location: string
  /** Key of the operation it is in, as far as the location shows: `GET /orders`, or the path alone. */
  readonly operation: string
}

/** What another tool found in a pair of descriptions; or why it has no result. */
export type SecondOpinion = { readonly tool: string } & (
  | { readonly breaking: readonly ForeignChange[] }
  | {
      readonly silent: string
      /** It reported so of the pair itself, and would again. */
      readonly refused?: true
    }
)

/**
 * What another tool calls breaking that we do not, and the reverse, operation by operation: tools name their
 * findings differently, but agree on what an operation is. It decides nothing.
 */
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

/** A location that names a path but no method concerns every operation of the path; `''` concerns all of them. */
function reaches(finding: Finding, operation: string): boolean {
  const keys = finding.reaches.map(withoutNames)
  const wanted = withoutNames(operation)
  return keys.some((key) => key === wanted || wanted === '' || key.slice(key.indexOf(' ') + 1) === wanted)
}

/** Path parameters are distinguished by their position. */
function withoutNames(operation: string): string {
  return operation.replace(/\{[^{}]*\}/g, '{}')
}
