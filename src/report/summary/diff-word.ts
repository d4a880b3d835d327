import type { Report } from '../../model/report.ts'
import { countFailing } from '../build.ts'
import { mainTally } from './tally.ts'

/** Returns the verdict of a diff as one word or two, the same in every format. An error by policy counts as breaking. */
export function diffWord(report: Report): string {
  const { severities, acceptedErrors, total } = mainTally(report)
  const left = report.filter?.left
  if (severities.error > 0 || (left?.error ?? 0) > 0) return 'Breaking'
  if (severities.warning > 0 || (left?.warning ?? 0) > 0 || countFailing(report) > 0) return 'Risky'
  if (acceptedErrors > 0) return 'Accepted'
  if (total > 0 || report.filter !== undefined) return 'Compatible'
  return (report.ledger?.differences ?? 0) > 0 ? 'No effect' : 'No changes'
}
