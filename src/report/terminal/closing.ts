import { outcomeWords } from '../../model/observation.ts'
import type { Report } from '../../model/report.ts'
import { plural } from '../../util/text.ts'
import { countFailing, exitCodeOf, isInconclusive, lostSource } from '../build.ts'
import { printable } from '../labels.ts'

/** Returns the last lines: the reason for a non-zero exit code, and advice. Empty for exit code 0. */
export function closing(report: Report): string[] {
  const failing = countFailing(report)
  if (failing === 0) return inconclusiveOperations(report)
  // A baseline belongs to a configured API, so other findings can't be accepted.
  const accept =
    report.api === undefined
      ? ''
      : ` Accept one with: specdrift baseline accept ${printable(report.api)} <id> --reason "…" --owner <who>${fromFile(report)}`
  return ['', `${plural(failing, 'finding')} at or above ${report.failOn}.${accept}`]
}

/** The last report of an API is that of a live run, so a diff's findings are accepted from a file. */
function fromFile({ kind }: Report): string {
  return kind === 'diff' ? ' --report report.json (written by --format json=report.json)' : ''
}

/** Returns the reason why a run without failures exits with 2. */
function inconclusiveOperations(report: Report): string[] {
  if (exitCodeOf(report) !== 2 || report.couldNotCheck !== undefined) return []
  const lost = lostSource(report)
  if (lost !== undefined) return ['', `Not clean: the published description could not be read for too long: ${lost}`]
  const subjects = report.subjects.filter(isInconclusive)
  const outcomes = new Set(subjects.flatMap(({ outcomes: seen = {} }) => Object.keys(seen)))
  const reasons = Object.entries(outcomeWords).flatMap(([outcome, words]) => (outcomes.has(outcome) ? [words] : []))
  return ['', `Not clean: ${plural(subjects.length, 'operation')} could not be checked: ${reasons.join(', ')}.`]
}
