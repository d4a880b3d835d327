import type { Finding } from '../../../model/finding.ts'
import type { Report } from '../../../model/report.ts'
import { byText, plural } from '../../../util/text.ts'
import { isFailing, isUnaccepted } from '../../build.ts'
import { causeLabels, contractOf, liveOf, locationOf, withoutJson } from '../../labels.ts'
import { adviceLines, affectedWords, relevantChanges } from '../../summary/advice.ts'
import { consequencesOf, mainKinds } from '../../summary/consequences.ts'
import { countsOf } from '../../summary/counts.ts'
import { day, dayAndTime } from '../dates.ts'
import { consumersOf } from '../page-data.ts'
import { versionNames } from '../version-names.ts'
import { runLook } from './run-strip.tsx'

/** A question of the reader with its answer. */
export interface Answer {
  readonly question: string
  readonly lines: readonly AnswerLine[]
}

interface AnswerLine {
  readonly code?: string
  readonly text: string
  readonly href?: string
}

/** Answers what broke, since when, who changed it and what to do. For a clean run, says what conforms. */
export function answersOf(report: Report): readonly Answer[] {
  const isLive = report.kind !== 'diff' && report.kind !== 'changelog'
  if (!isLive) return ofChanges(report)
  const all = liveOf(report)
  const failing = all.filter((finding) => isFailing(report, finding))
  const relevant =
    failing.length > 0 ? failing : all.filter((finding) => isUnaccepted(finding) && finding.severity !== 'info')
  const [first, ...more] = relevant
  if (first === undefined) return whileGreen(report)
  return [
    {
      question: 'What broke',
      lines: [
        { code: withoutJson(locationOf(first.site)), text: first.message, href: `#f-${first.fingerprint}` },
        ...(more.length > 0 ? [moreWords(more)] : []),
      ],
    },
    { question: 'Since when', lines: sinceWhen(report) },
    { question: 'Who changed', lines: whoChanged(report, relevant) },
    { question: 'What to do', lines: whatToDo(report, relevant) },
  ]
}

/** Returns answers for a diff: the three most severe kinds of changes, the affected operations and consumers, and advice. */
function ofChanges(report: Report): readonly Answer[] {
  const relevant = relevantChanges(report)
  const advice = adviceLines(report)
  const consumers = [...new Set(relevant.flatMap(consumersOf))].sort(byText)
  const affected = affectedWords(report)
  const unaccepted = contractOf(report).filter(isUnaccepted)
  const important = unaccepted.filter(({ severity }) => severity !== 'info')
  const answers = [
    {
      question: relevant.length > 0 ? 'What broke' : 'What changed',
      lines: kindsOf(report, important.length > 0 ? important : unaccepted),
    },
    {
      question: 'Who is hit',
      lines: [
        ...(affected === undefined ? [] : [{ text: affected }]),
        ...(consumers.length > 0 ? [{ text: `consumers: ${consumers.join(', ')}` }] : []),
      ],
    },
    { question: 'What to do', lines: whatToDo(report, relevant, advice) },
  ]
  return answers.filter(({ lines }) => lines.length > 0)
}

/** Maximum number of kinds that have a line of their own. */
const mostKinds = 3

/** Returns the most important kinds of changes and the names of the others, or the only change. */
function kindsOf(report: Report, findings: readonly Finding[]): readonly AnswerLine[] {
  const [only, another] = findings
  if (only !== undefined && another === undefined)
    return [{ code: withoutJson(locationOf(only.site)), text: only.message, href: `#f-${only.fingerprint}` }]
  const { main, rest } = mainKinds(consequencesOf(report, findings), mostKinds)
  const kinds = main.map(({ text, ruleId }) => ({ text, href: `#?rule=${ruleId}` }))
  return [...kinds, ...(rest === undefined ? [] : [{ text: rest, href: '#?group=rule' }])]
}

/** More findings than this are summarized by rule. */
const many = 5

/** Returns `and 3 more findings` or `and 123 more findings: 37 operation-removed, 15 bound-narrowed …`. */
function moreWords(more: readonly Finding[]): AnswerLine {
  const words = `and ${plural(more.length, 'more finding')}`
  if (more.length <= many) return { text: words, href: '#findings' }
  const counts = new Map<string, number>()
  for (const { ruleId } of more) counts.set(ruleId, (counts.get(ruleId) ?? 0) + 1)
  const most = [...counts].sort(([a, x], [b, y]) => y - x || byText(a, b)).slice(0, 3)
  const listed = most.map(([ruleId, count]) => `${count} ${ruleId}`).join(', ')
  return { text: `${words}: ${listed}${counts.size > most.length ? ' …' : ''}`, href: '#?group=rule' }
}

/** Returns answers for a clean run: since when it is clean, and contract changes. */
function whileGreen(report: Report): readonly Answer[] {
  const { history } = report
  const contract = contractOf(report)
  return [
    ...(history === undefined ? [] : [{ question: 'Since when', lines: [{ text: greenSince(report) }] }]),
    ...(contract.length === 0
      ? []
      : [
          {
            question: 'The contract',
            lines: [{ text: `${versionsOf(report)}: ${changeWords(report)}`, href: '#contract' }],
          },
        ]),
  ]
}

function greenSince({ history, times }: Report): string {
  const trend = history?.trend ?? []
  const last = trend.findLastIndex((point) => runLook(point) !== 'clean')
  const first = trend[last + 1]
  const since = first?.startedAt ?? times?.startedAt
  return since === undefined ? 'this run' : `green since ${day(since)}, ${plural(trend.length - last, 'run')}`
}

function sinceWhen(report: Report): AnswerLine[] {
  const { history } = report
  const { states } = countsOf(report).live
  const first = liveOf(report)
    .filter(({ state }) => state === 'open')
    .flatMap(({ cause }) => cause?.firstSeen ?? [])
    .sort()[0]
  const green = history?.trend.findLast((point) => runLook(point) === 'clean')
  return [
    {
      text: [
        states.new > 0 && `${states.new} new in this run`,
        states.regressed > 0 && `${states.regressed} back after being fixed`,
        states.open > 0 && `${states.open} open${first === undefined ? '' : ` since ${dayAndTime(first)}`}`,
        states.expired > 0 && `${states.expired} no longer accepted`,
      ]
        .filter(Boolean)
        .join(', '),
    },
    {
      text:
        green !== undefined
          ? `last green run: ${dayAndTime(green.startedAt)}, ${green.snapshot}`
          : history === undefined
            ? 'no earlier run is known'
            : 'no green run is known',
    },
  ]
}

function whoChanged(report: Report, findings: readonly Finding[]): AnswerLine[] {
  const counts = new Map<string, number>()
  for (const { cause } of findings) {
    const word = causeLabels[cause?.kind ?? 'unknown']
    counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  const words = [...counts].sort(([, a], [, b]) => b - a)
  const evidence = findings.find(({ cause }) => cause !== undefined && cause.kind !== 'unknown')?.cause?.evidence
  const contract = contractOf(report)
  return [
    { text: words.map(([word, count]) => (words.length > 1 ? `${word}: ${count}` : word)).join(', ') },
    ...(evidence === undefined ? [] : [{ text: evidence }]),
    ...(contract.length > 0
      ? [{ text: `contract ${versionsOf(report)}: ${changeWords(report)}`, href: '#contract' }]
      : []),
  ]
}

/** Returns what to do. `advice` applies to all findings and replaces the first one's fix. */
function whatToDo({ api }: Report, findings: readonly Finding[], advice: readonly string[] = []): AnswerLine[] {
  const [first, ...others] = findings
  const lines = advice.map((text) => ({ text }))
  if (first === undefined) return lines
  const id = others.length > 0 ? '<id>' : first.fingerprint
  return [
    ...(lines.length > 0 ? lines : [{ text: first.fix }]),
    ...(api === undefined ? [] : [{ text: `Or accept it: specdrift baseline accept ${api} ${id} …` }]),
  ]
}

/** Returns `5 changes, 2 of them accepted`. */
function changeWords(report: Report): string {
  const { total, states } = countsOf(report).contract
  return `${plural(total, 'change')}${states.accepted > 0 ? `, ${states.accepted} of them accepted` : ''}`
}

function versionsOf(report: Report): string {
  const { base, revision } = versionNames(report)
  return [base, revision].flatMap((name) => name ?? []).join(' → ')
}
