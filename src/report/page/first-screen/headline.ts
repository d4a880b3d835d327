import type { Report } from '../../../model/report.ts'
import { plural } from '../../../util/text.ts'
import { filterWords } from '../../filter/filter-words.ts'
import { notRememberedWords } from '../../labels.ts'
import { countsOf } from '../../summary/counts.ts'
import { shortfallsOf } from '../../summary/coverage-labels.ts'
import { diffWord } from '../../summary/diff-word.ts'
import { semverWords } from '../../summary/semver.ts'
import { severityWords, verdictWords } from '../../summary/tally.ts'
import { type OperationTally, type RunVerdict, runVerdict } from '../../summary/verdict.ts'

export interface Headline {
  readonly look: RunVerdict
  /** First word of the headline, colored: `Drift:`. */
  readonly word: string
  readonly headline: string
  /** Limitations of the verdict, and facts that it is based on. */
  readonly notes: readonly string[]
}

/** Returns the headline of a report. Its number matches the tiles. */
export function headlineOf(report: Report): Headline {
  const look = runVerdict(report)
  const isLive = report.kind !== 'diff' && report.kind !== 'changelog'
  if (report.couldNotCheck !== undefined)
    return { look, word: 'Could not check:', headline: report.couldNotCheck.message, notes: notRemembered(report) }
  const headline = isLive ? liveHeadline(report, look) : contractHeadline(report, look)
  const filter = filterWords(report)
  return filter === undefined ? headline : { ...headline, notes: [...headline.notes, `${filter}.`] }
}

function liveHeadline(report: Report, look: RunVerdict): Headline {
  const { main, operations, contract } = countsOf(report)
  const short = shortfallsOf(report)
  const { drifted, total, clean } = operations
  const notes = [
    ...notRemembered(report),
    ...short.map((text) => `Coverage is too low: ${text}.`),
    ...(contract.severities.error > 0 ? [`The contract itself changed: ${verdictWords(contract)}.`] : []),
    ...unseenNotes(report, operations),
  ]
  const { error, warning } = main.severities
  if (error + warning > 0) {
    const word = look === 'failed' ? 'Drift:' : 'Drift below the threshold:'
    return {
      look,
      word,
      headline: `${severityWords({ severities: { error, warning, info: 0 } })} in ${drifted} of ${plural(total, 'operation')}`,
      notes,
    }
  }
  if (short.length > 0) return { look, word: 'Coverage too low:', headline: conforming(clean, total), notes }
  if (look === 'clean') return { look, word: 'Conforms:', headline: conforming(clean, total), notes }
  return {
    look,
    word: look === 'inconclusive' ? 'Inconclusive:' : 'Partly checked:',
    headline: conforming(clean, total),
    notes,
  }
}

function notRemembered(report: Report): string[] {
  return notRememberedWords(report).map((text) => text.replace('not', 'Not'))
}

function conforming(clean: number, total: number): string {
  return `${clean} of ${plural(total, 'operation')} ${total === 1 ? 'conforms' : 'conform'}`
}

/** Lists operations without a result, for example `Not called: 24 (target is read-only).` */
function unseenNotes(report: Report, { notCalled, notReached, inconclusive }: OperationTally): string[] {
  const parts = [
    notCalled > 0 && `not called: ${notCalled}${reasonsOf(report)}`,
    notReached > 0 && `not reached: ${notReached}`,
    inconclusive > 0 && `inconclusive: ${inconclusive}`,
  ].filter((part) => part !== false)
  const [first, ...rest] = parts
  return first === undefined ? [] : [`${[first[0]?.toUpperCase() + first.slice(1), ...rest].join(' · ')}.`]
}

/** Returns the most common reason why operations were not called: ` (target is read-only)`. */
function reasonsOf({ notChecked, summary }: Report): string {
  const { notWritable = 0 } = summary.operations
  if (notWritable > 0) return ` (${notWritable} as the target is not writable)`
  const counts = new Map<string, number>()
  for (const { kind, because } of notChecked)
    if (kind === 'not-called') counts.set(because, (counts.get(because) ?? 0) + 1)
  const [first, ...more] = [...counts].sort(([, a], [, b]) => b - a)
  if (first === undefined) return ''
  return ` (${first[0]}${more.length > 0 ? `, and ${plural(more.length, 'more reason')}` : ''})`
}

function contractHeadline(report: Report, look: RunVerdict): Headline {
  const tally = countsOf(report).main
  const notes =
    report.notChecked.length > 0 ? [`Not checked: ${plural(report.notChecked.length, 'part')}, listed below.`] : []
  if (report.kind === 'changelog') return { look, word: 'Changelog:', headline: verdictWords(tally), notes }
  if (tally.total === 0 && report.filter === undefined)
    return { look, word: 'No changes', headline: notes.length > 0 ? 'were found' : '', notes }
  const counts = [verdictWords(tally), semverWords(report.semver)].filter(Boolean).join(' · ')
  return { look, word: `${diffWord(report)}:`, headline: counts, notes }
}
