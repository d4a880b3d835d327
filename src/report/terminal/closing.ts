import type { Report } from '../../model/report.ts'
import { plural } from '../../util/text.ts'
import { countFailing, exitCodeOf, isInconclusive } from '../build.ts'
import { printable } from '../labels.ts'

/** The last lines: why the run did not end with 0, and what to do; none when it did. */
export function closing(report: Report): string[] {
  const failing = countFailing(report)
  if (failing === 0) return inconclusiveOperations(report)
  const accept = `specdrift baseline accept ${printable(report.api ?? '<api>')} <id> --reason "…" --owner <who>`
  return ['', `${plural(failing, 'finding')} at or above ${report.failOn}. Accept one with: ${accept}`]
}

/** Why a run ends with 2 although nothing failed. */
function inconclusiveOperations(report: Report): string[] {
  if (exitCodeOf(report) !== 2 || report.couldNotCheck !== undefined) return []
  const subjects = report.subjects.filter(isInconclusive)
  const outcomes = new Set(subjects.flatMap(({ outcomes: seen = {} }) => Object.keys(seen)))
  const reasons = [...outcomes].flatMap((outcome) => (outcome in outcomeLabels ? [outcomeLabels[outcome]] : []))
  return ['', `Not clean: ${plural(subjects.length, 'operation')} could not be checked, for ${reasons.join(', ')}.`]
}

const outcomeLabels: Readonly<Record<string, string>> = {
  unreachable: 'no response was received',
  gateway: 'a gateway responded instead of the application',
  unauthorized: 'the credential was refused',
  'rate-limited': 'calls were too frequent',
  inconclusive: 'a response could not be read',
}
