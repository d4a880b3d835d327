import type { Report } from '../../model/report.ts'
import { coverageWords, shortfallsOf } from '../summary/coverage-labels.ts'
import { code, prose } from './text.ts'

const shown = 5

/** Returns coverage shortfalls, followed by the uncovered parts of each called operation. */
export function coverageBlocks({ coverage, ...report }: Report): string[] {
  if (coverage === undefined) return []
  const short = shortfallsOf({ ...report, coverage }).map((text) => `- ✖ **${prose(text)}**\n`)
  const uncovered = coverage.byOperation
    .filter(({ unseen }) => unseen.length > 0)
    .map(({ operation, unseen }) => {
      const more = unseen.length > shown ? ` and ${unseen.length - shown} more` : ''
      return `- ${code(operation)} never showed ${unseen.slice(0, shown).map(code).join(', ')}${more}\n`
    })
  const gaps = (report.summary.gaps ?? []).map(
    ({ what, fix, changes }) => `- ${prose(what)}: ${code(fix)}${changes === undefined ? '' : `; ${prose(changes)}`}\n`,
  )
  return [`### Coverage: ${coverageWords(coverage)}\n`, ...short, ...gaps, ...uncovered]
}
