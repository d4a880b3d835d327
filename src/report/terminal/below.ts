import type { NotChecked } from '../../model/observation.ts'
import type { RenderOptions, Report } from '../../model/report.ts'
import { plural } from '../../util/text.ts'
import { isInconclusive } from '../build.ts'
import { changedTo, contractOf, locationOf, marks, outcomesOf, printable, versionOf } from '../labels.ts'
import { coverageWords, shortfallsOf } from '../summary/coverage-labels.ts'
import { ledgerLocation } from '../summary/ledger-words.ts'
import { fixedLocation } from '../summary/reach.ts'
import { contractTally, verdictWords } from '../summary/tally.ts'
import { targetChangeLines, targetChangesTitle, targetChangesWords } from '../summary/target-changes.ts'
import type { Paint } from './paint.ts'
import { flagOf } from './shown.ts'
import { fitted, wrapped } from './width.ts'

const mostLines = 5

/** Returns the lines below the findings: contract changes, coverage, gaps and hints. */
export function belowLines(report: Report, paint: Paint, options: RenderOptions): readonly string[] {
  const { columns, expand } = options
  const flow = (name: string, text: string) => wrapped(printable(`${name.padEnd(13)}${text}`), columns, 13)
  const row = (name: string, text: string) => fitted(printable(`${name.padEnd(13)}${text}`), columns)
  const { coverage, hints } = report
  const kinds = ['operations', 'statuses', 'properties', 'values'] as const
  return [
    ...(report.kind === 'changelog' ? [] : contractLines(report, options)),
    ...fixedLines(report, options),
    ...(coverage === undefined ? [] : flow('coverage', coverageWords(coverage, kinds))),
    ...targetLines(report, options),
    ...(report.summary.gaps ?? []).flatMap(({ what, fix, changes }, at) =>
      flow(at === 0 ? 'gaps' : '', [what, fix, changes].filter((part) => part !== undefined).join('; ')),
    ),
    ...shortfallsOf(report).flatMap((text) =>
      wrapped(`${marks.error} coverage  ${printable(text)}`, columns, 12).map((line) => paint('red', line)),
    ),
    ...(expand === true || report.kind === 'changelog' ? everyBlindSpot(report, paint, flow) : blindSpots(report, row)),
    ...(options.listEdits === true ? ledgerLines(report, flow) : []),
    ...cut(
      hints.flatMap((hint) => flow('hint', [hint.operation, hint.message].filter(Boolean).join(': '))),
      report,
      options,
    ),
  ]
}

/** Returns counts of changes to the target's data, and the changes that remain after the run. */
function targetLines(report: Report, { columns, expand }: RenderOptions): readonly string[] {
  const words = targetChangesWords(report)
  if (words === undefined) return []
  const all = targetChangeLines(report).filter(({ isLasting }) => isLasting || expand === true)
  const lines = all.map(({ where, text }) => `  ${where} ${text}`)
  const rest = lines.length - mostLines
  const shown =
    expand === true || rest <= 0 ? lines : [...lines.slice(0, mostLines), `  and ${rest} more: ${flagOf(report)}`]
  return [`${targetChangesTitle}: ${words}`, ...shown].flatMap((line) => wrapped(printable(line), columns, 4))
}

function fixedLines(report: Report, { columns, expand }: RenderOptions): readonly string[] {
  const fixed = report.history?.fixed ?? []
  const shown = expand === true ? fixed : fixed.slice(0, mostLines)
  const lines = shown.map(
    (one, at) => `${(at === 0 ? 'fixed' : '').padEnd(13)}${fixedLocation(one)}  ${one.ruleId}  ${one.fingerprint}`,
  )
  const rest = fixed.length - shown.length
  return [...lines, ...(rest > 0 ? [`${''.padEnd(13)}and ${rest} more: ${flagOf(report)}`] : [])].map((line) =>
    fitted(printable(line), columns),
  )
}

function contractLines(report: Report, options: RenderOptions): readonly string[] {
  const { inputs, api } = report
  if (report.kind === 'diff' || inputs.base === undefined) return []
  const to = changedTo(report)
  const versions = `${versionOf(report, inputs.base)} → ${versionOf(report, to)}`
  const lines = contractOf(report).map(({ severity, ruleId, site, message, observed }) => {
    const live = observed === undefined ? '' : ` (${observed.evidence})`
    return `  ${marks[severity]} ${locationOf(site)} ${message}  ${ruleId}${live}`
  })
  const rest = lines.length - mostLines
  const shown = options.expand === true || rest <= 0 ? lines : lines.slice(0, mostLines)
  const command = `specdrift diff ${inputs.base.name} ${to?.name ?? ''}`
  const counts =
    report.filter !== undefined && lines.length === 0
      ? 'no change matches the filter'
      : `${verdictWords(contractTally(report))}${report.filter === undefined ? '' : ' of those that match the filter'}`
  return [
    `contract     ${versions} · ${counts}${inputs.published === undefined ? ', published' : ''}`,
    ...shown,
    ...(shown.length < lines.length ? [`  and ${rest} more: ${command}`] : []),
    ...(inputs.published === undefined ? [] : [`  store it as the new snapshot: specdrift snapshot add ${api ?? ''}`]),
  ].map((line) => fitted(printable(line), options.columns))
}

/** Summarizes the unchecked parts in one line. */
function blindSpots(report: Report, row: (name: string, text: string) => string): readonly string[] {
  // The gaps already summarize these rows and contain the fix.
  const summarized = new Set<string | undefined>(report.summary.gaps?.flatMap(({ kind = [] }) => kind))
  const isSummarized = ({ kind, because }: NotChecked) =>
    summarized.has(kind) && (kind !== 'not-called' || because === 'no suite calls it')
  const rows = rowsOf({ ...report, notChecked: report.notChecked.filter((row) => !isSummarized(row)) })
  const [only, another] = rows
  if (only === undefined) return []
  if (another === undefined) return [row(only.name, only.text)]
  const names = [...new Set(rows.map(({ name }) => name))]
  const words = names.map((name) => {
    const some = rows.filter((each) => each.name === name)
    const counts = new Map<string, number>()
    for (const { because } of some) {
      const reason = because.replace(/\.$/, '')
      counts.set(reason, (counts.get(reason) ?? 0) + 1)
    }
    const [[most, count] = ['', 0], ...more] = [...counts].sort(([, a], [, b]) => b - a)
    const others = `${count} because ${most}; the others for ${plural(more.length, 'other reason')}`
    return `${some.length} ${name} (${more.length > 0 ? others : most})`
  })
  return [row('unchecked', `${words.join(' · ')}: ${flagOf(report)}`)]
}

function everyBlindSpot(report: Report, paint: Paint, flow: (name: string, text: string) => readonly string[]) {
  return rowsOf(report).flatMap(({ name, text }) =>
    flow(name, text).map((line) => (name === 'inconclusive' ? paint('yellow', line) : line)),
  )
}

/** Lists edits that are in no finding, with their reasons. */
function ledgerLines({ ledger }: Report, flow: (name: string, text: string) => readonly string[]): readonly string[] {
  const names = { 'without-effect': 'no effect', 'not-compared': 'not compared' } as const
  return (ledger?.rows ?? []).flatMap(({ outcome, because, ...row }) =>
    flow(names[outcome], `${ledgerLocation(row)}: ${because}`),
  )
}

interface BlindSpot {
  readonly name: string
  readonly text: string
  readonly because: string
}

function rowsOf(report: Report): readonly BlindSpot[] {
  const inconclusive = report.subjects.filter(isInconclusive).map((subject) => {
    const because = outcomesOf(subject)
    return { name: 'inconclusive', text: `${subject.operation}  ${because}`, because }
  })
  // `not-remembered` is printed below the verdict instead.
  const rows = report.notChecked.filter(({ kind }) => kind !== 'not-remembered')
  const others = rows.map(({ operation, what, because, kind }) => {
    const name = kind === undefined ? 'not checked' : kind.replace('-', ' ')
    const rest = what.startsWith(`${name} `) ? what.slice(name.length + 1) : what
    return { name, text: `${[operation, rest].filter(Boolean).join(' ')}: ${because}`, because }
  })
  return [...inconclusive, ...others]
}

function cut(lines: readonly string[], report: Report, { expand }: RenderOptions): readonly string[] {
  if (expand === true || lines.length <= mostLines) return lines
  return [...lines.slice(0, mostLines), `and ${lines.length - mostLines} more hints: ${flagOf(report)}`]
}
