import { compareOpinions, type SecondOpinion } from '../../diff/second-opinion/compare.ts'
import type { Report } from '../../model/report.ts'
import { contractOf, printable } from '../../report/labels.ts'
import { byText } from '../../util/text.ts'

export { askOpenapiDiff } from '../../diff/second-opinion/ask.ts'
export { opinionFile } from '../../diff/second-opinion/keep.ts'

/** Adds another tool's results for the same pair to a report, and returns them as lines. They don't affect the verdict. */
export function withOpinion(
  report: Report,
  opinion: SecondOpinion,
): { readonly report: Report; readonly lines: readonly string[] } {
  const { hints, notChecked } = compareOpinions(contractOf(report), opinion)
  const rows = [...report.notChecked, ...notChecked]
  return {
    report: {
      ...report,
      hints: [...report.hints, ...hints],
      notChecked: rows.sort((a, b) => byText(a.operation ?? '', b.operation ?? '') || byText(a.what, b.what)),
    },
    lines: [
      ...notChecked.map(({ what, because }) => printable(`not checked  ${what}: ${because}`)),
      ...hints.map(({ message }) => printable(`hint  ${message}`)),
    ],
  }
}
