import { outcomeWords } from '../../model/observation.ts'
import type { Report } from '../../model/report.ts'
import { plural } from '../../util/text.ts'
import { countFailing, exitCodeOf, isInconclusive, lostSource } from '../build.ts'
import { printable } from '../labels.ts'

/** The last lines: why the run did not end with 0, and what to do; none when it did. */
export function closing(report: Report): string[] {
  const failing = countFailing(report)
  if (failing === 0) return inconclusiveOperations(report)
  // Only the findings of an API with snapshots can be accepted.
  const accept =
    report.api === undefined
      ? ''
      : ` Accept one with: specdrift baseline accept ${printable(report.api)} <id> --reason "…" --owner <who>`
  return ['', `${plural(failing, 'finding')} at or above ${report.failOn}.${accept}`]
}

/** Why a run ends with 2 although nothing failed. */
function inconclusiveOperations(report: Report): string[] {
  if (exitCodeOf(report) !== 2 || report.couldNotCheck !== undefined) return []
  const lost = lostSource(report)
  if (lost !== undefined) return ['', `Not clean: the published description could not be read for too long: ${lost}`]
  const subjects = report.subjects.filter(isInconclusive)
  const outcomes = new Set(subjects.flatMap(({ outcomes: seen = {} }) => Object.keys(seen)))
  const reasons = Object.entries(outcomeWords).flatMap(([outcome, words]) => (outcomes.has(outcome) ? [words] : []))
  return ['', `Not clean: ${plural(subjects.length, 'operation')} could not be checked: ${reasons.join(', ')}.`]
}
