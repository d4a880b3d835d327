import type { Report } from '../../model/report.ts'
import { plural } from '../../util/text.ts'
import { isFailing } from '../build.ts'
import { filteredWords } from '../filter/filter-words.ts'
import {
  contractOf,
  contractWords,
  lastGoodOf,
  notRememberedWords,
  printable,
  refusedWords,
  unreadWords,
  versionOf,
} from '../labels.ts'
import { versionNames } from '../page/version-names.ts'
import { adviceOf, affectedWords } from '../summary/advice.ts'
import { diffWord } from '../summary/diff-word.ts'
import { ledgerWords } from '../summary/ledger-words.ts'
import { semverWords } from '../summary/semver.ts'
import { contractTally, countedWords, liveTally, mainTally, stateWords, verdictWords } from '../summary/tally.ts'
import { operationTally, type RunVerdict, runVerdict } from '../summary/verdict.ts'
import type { Paint } from './paint.ts'
import { wrapped } from './width.ts'

const looks = {
  'could-not-check': ['✖', 'yellow'],
  failed: ['✖', 'red'],
  inconclusive: ['?', 'yellow'],
  findings: ['▲', 'yellow'],
  partial: ['◐', 'yellow'],
  clean: ['✔', 'green'],
} as const satisfies Record<RunVerdict, readonly [string, string]>

/** Returns the wrapped verdict with its numbers, followed by finding states and the target that was called. */
export function verdictLines(report: Report, paint: Paint, columns?: number): readonly string[] {
  const verdict = runVerdict(report)
  const isError = verdict === 'findings' && mainTally(report).severities.error > 0
  const [mark, colour] = looks[isError ? 'failed' : verdict]
  const filter = filteredWords(report)
  const facts = [...factsOf(report), ...(filter === undefined ? [] : [filter])]
  const text = printable(`${mark} ${wordOf(report)} ${facts.join(' · ')}`)
  const [first = '', ...more] = wrapped(text, columns, 2)
  const head = [
    first.replace(/^(\S+ [A-Z ]*[A-Z])( |$)/, (_, word, gap) => `${paint(['bold', colour], word)}${gap}`),
    ...more,
  ]
  const below = [
    ...unchecked(report),
    ...notRememberedWords(report),
    ...(report.kind === 'diff' ? answers(report) : live(report)),
  ]
  return [...head, ...below.flatMap((line) => wrapped(printable(`  ${line}`), columns, 2))]
}

/** Returns the affected parties of a diff, and advice. */
function answers(report: Report): readonly string[] {
  const rows = [
    ['Who is hit', affectedWords(report)],
    ['What to do', adviceOf(report)],
  ] as const
  return rows.flatMap(([name, text]) => (text === undefined ? [] : [`${name}: ${text}`]))
}

/** Returns the verdict as one word. An error by policy counts as breaking. */
function wordOf(report: Report): string {
  const { error, warning } = mainTally(report).severities
  const verdict = runVerdict(report)
  if (verdict === 'could-not-check') return 'COULD NOT CHECK'
  if (verdict === 'inconclusive') return 'INCONCLUSIVE'
  if (report.kind === 'diff') return diffWord(report).toUpperCase()
  if (error + warning === 0 && isContractFailing(report)) return 'BREAKING'
  if (verdict === 'partial') return 'PARTLY CHECKED'
  if (verdict === 'clean') return 'CONFORMS'
  if (verdict === 'findings' && error === 0 && warning > 0) return 'WARNINGS'
  return error + warning > 0 || report.findings.length > 0 || report.filter !== undefined ? 'DRIFT' : 'COVERAGE TOO LOW'
}

function factsOf(report: Report): readonly string[] {
  const { api = '', inputs, policy } = report
  if (report.kind === 'diff') {
    const tally = contractTally(report)
    const next = [semverWords(report.semver)].filter(Boolean)
    const edits = ledgerWords(report)
    const unread = tally.total === 0 && edits === '' ? unreadWords(report) : ''
    const { base = '', revision = '' } = versionNames(report)
    const versions = `${base} → ${revision}`
    const counts = tally.total === 0 && unread === '' ? [] : [`${verdictWords(tally)}${unread}`]
    const without = edits === '' ? [] : [edits]
    return [`${api} ${versions}`.trim(), ...counts, ...without, ...next, `policy ${policy}`]
  }
  const causes = [contractWords(report) ?? [], refusedWords(report)].flat()
  if (report.couldNotCheck !== undefined) return [api, ...causes]
  return [`${api} ${versionOf(report, inputs.revision)}`.trim(), ...causes, ...numbersOf(report)]
}

function isContractFailing(report: Report): boolean {
  return contractOf(report).some((finding) => isFailing(report, finding))
}

function numbersOf(report: Report): readonly string[] {
  const { times } = report
  const { total, clean, drifted, notCalled, notReached } = operationTally(report)
  // Without drift, every operation that was checked is clean.
  const isPartial = drifted === 0 && clean < total
  const seconds = times === undefined || report.kind === 'check' ? [] : [`${(times.milliseconds / 1000).toFixed(1)} s`]
  return [
    countedWords(liveTally(report)),
    `${clean} of ${plural(total, 'operation')} ${isPartial ? 'checked' : 'clean'}`,
    ...(notCalled > 0 ? [`not called: ${notCalled}${reasonOf(report)}`] : []),
    ...(notReached > 0 ? [`not reached: ${notReached}`] : []),
    ...seconds,
  ]
}

/** Returns the reason why operations were not called, if it is the same for all: ` (target is read-only)`. */
function reasonOf({ notChecked, summary }: Report): string {
  const { notWritable = 0 } = summary.operations
  if (notWritable > 0) return ` (${notWritable} as the target is not writable)`
  const reasons = new Set(notChecked.flatMap(({ kind, because }) => (kind === 'not-called' ? [because] : [])))
  const [only, another] = reasons
  return only === undefined || another !== undefined ? '' : ` (${only.split(';', 1)[0]})`
}

function live(report: Report): readonly string[] {
  const { inputs, summary, shard, history } = report
  if (report.couldNotCheck !== undefined && report.subjects.length === 0) return []
  const part = shard === undefined ? [] : [`shard ${shard.index} of ${shard.count}, to be merged`]
  const green = history?.trend.findLast(({ outcome }) => outcome === 'clean')
  const since = green === undefined ? [] : [`last clean run ${green.startedAt.slice(0, 10)}`]
  return [
    ...(report.couldNotCheck === undefined ? [] : [numbersOf(report).join(' · ')]),
    [stateWords(liveTally(report)), ...since].join(' · '),
    ...recorded(report),
    [`target ${inputs.target ?? 'unknown'}`, plural(summary.calls, 'call'), ...part].join(' · '),
  ]
}

function unchecked({ couldNotCheck }: Report): readonly string[] {
  if (couldNotCheck === undefined) return []
  return [couldNotCheck.message, couldNotCheck.hint, lastGoodOf(couldNotCheck.lastGood)]
}

/** Describes recorded traffic: number of records and time range. */
function recorded({ traffic, times }: Report): readonly string[] {
  if (traffic === undefined) return []
  const { records, exchanges, checked, withoutBody = 0, unmatched, broken, leftOut, clients } = traffic
  const counts = [
    `recorded ${plural(records, 'record')}`,
    `${checked} of ${plural(exchanges, 'exchange')} checked`,
    ...(withoutBody > 0 ? [`${withoutBody} without a recorded body`] : []),
    ...(unmatched > 0 ? [`${unmatched} match no operation`] : []),
    ...(leftOut > 0 ? [`${leftOut} left out`] : []),
    ...(broken > 0 ? [`${broken} broken`] : []),
    ...(clients ? [`${plural(clients.count, 'client')} by ${clients.by}`] : []),
  ]
  const end = times && new Date(Date.parse(times.startedAt) + times.milliseconds).toISOString()
  return [counts.join(' · '), ...(times ? [`from ${times.startedAt} to ${end}`] : [])]
}
