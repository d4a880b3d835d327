import type { BaselineEntry } from '../../history/baseline/match.ts'
import { dayOf as day, evidenceOf } from '../../history/cause.ts'
import type { FindingRecord } from '../../history/ledger.ts'
import { ledgerOf } from '../../history/store.ts'
import { toolError } from '../../model/errors.ts'
import type { Cause, Finding, FindingState } from '../../model/finding.ts'
import { causeLabels, locationOf, printable } from '../../report/labels.ts'
import { joinedOf, reachOf } from '../../report/summary/reach.ts'
import { checkEntries } from '../../run/report/accepted.ts'
import { meant } from '../../util/text.ts'
import { openPreviousRuns } from '../live/previous-runs.ts'
import { dayOf } from '../shell/settings.ts'
import type { Shell } from '../shell/shell.ts'
import { openBaseline, reportIfAny } from './actions.ts'
import type { BaselineFlags } from './flags.ts'
import { fullId } from './full-id.ts'

interface Known {
  readonly api: string
  readonly fingerprint: string
  readonly state: FindingState | undefined
  readonly finding: Finding | undefined
  readonly entry: BaselineEntry | undefined
  /** History records by target. */
  readonly findingRecords: ReadonlyMap<string, FindingRecord>
}

/** Implements `baseline explain` for a finding in the last report, the baseline or the history. Throws USAGE for an unknown id. */
export async function explain(shell: Shell, name: string, id: string, flags: BaselineFlags): Promise<void> {
  const opened = await openBaseline(shell, name, flags.report)
  const report = await reportIfAny(shell, opened, flags.report)
  const { history } = await openPreviousRuns(shell, opened.history, opened.api)
  const targets = new Set([...history.summaries, ...history.runs].map(({ target }) => target))
  const ledgers = [...targets].map((target) => [target, ledgerOf(history, target).findingRecords] as const)
  const known = [report?.findings ?? [], opened.baseline.entries, ...ledgers.map(([, seen]) => Object.values(seen))]
  const ids = new Set(known.flat().map((each) => each.fingerprint))
  const fingerprint = fullId(id, ids)
  const findingRecords = ledgers.flatMap(([target, seen]) => {
    const findingRecord = Object.hasOwn(seen, fingerprint) ? seen[fingerprint] : undefined
    return findingRecord === undefined ? [] : [[target, findingRecord] as const]
  })
  const entry = checkEntries(opened.baseline, report, dayOf(flags.today, shell.clock())).find(
    (each) => each.fingerprint === fingerprint,
  )
  const finding = report?.findings.find((each) => each.fingerprint === fingerprint)
  if (entry === undefined && finding === undefined && findingRecords.length === 0) {
    const hint = meant(fingerprint, ids)
    throw toolError('USAGE', [
      `Neither ${opened.reportFile} nor the baseline nor the history of ${opened.api} contains ${fingerprint}${hint}.`,
    ])
  }
  const isGone = findingRecords.length > 0 && findingRecords.every(([, { gone }]) => gone !== undefined)
  const state = entry?.state ?? finding?.state ?? (isGone ? 'fixed' : undefined)
  const rows = rowsOf({ api: opened.api, fingerprint, state, finding, entry, findingRecords: new Map(findingRecords) })
  for (const [title, text] of rows) shell.print(`${printable(title === '' ? text : `  ${title.padEnd(9)} ${text}`)}\n`)
}

type Row = readonly [title: string, text: string]

function rowsOf(known: Known): readonly Row[] {
  const { fingerprint, state, finding, entry, findingRecords } = known
  const [seen] = findingRecords.values()
  const location = finding === undefined ? (seen?.location ?? entry?.location) : locationOf(finding.site)
  const ruleId = finding?.ruleId ?? seen?.ruleId ?? entry?.ruleId
  const accepted =
    entry && `by ${entry.owner} ${entry.expires === undefined ? 'for good' : `until ${entry.expires}`}: ${entry.reason}`
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['', [fingerprint, ruleId, state].filter(Boolean).join('  ')],
    ['where', location],
    ['reaches', finding && reachOf(finding)],
    ['now on', finding && joinedOf(finding)],
    ['what', finding?.message],
    ['why', finding?.why],
    ['fix', finding?.fix],
    ...[...findingRecords].flatMap(([target, findingRecord]) => findingRows(target, findingRecord)),
    ['curl', finding?.evidence?.curl],
    ['accepted', accepted ?? 'no'],
    ['next', adviceOn(known)],
  ]
  return rows.flatMap(([title, text]) => (text === undefined ? [] : [[title, text] as const]))
}

function findingRows(target: string, { first, last, gone, cause, again }: FindingRecord): readonly Row[] {
  const since = again === true || gone !== undefined ? undefined : first
  const ended = gone === undefined ? '' : `, gone on ${day(gone)}`
  return [
    ['seen', `first ${day(first)}, last ${day(last)}${ended} (${target})`],
    ['cause', `${causeLabels[cause.kind]}: ${evidenceOf(cause, since)}`],
  ]
}

const remedies = {
  'provider-changed': 'the provider broke its promise: report it with the curl line',
  'contract-changed': 'fix the description, or hold the provider to it',
  'never-conformed': 'fix the description',
  unknown: 'fix the description, or report it with the curl line',
} satisfies Record<Cause['kind'], string>

function adviceOn({ api, fingerprint, state, finding, entry, findingRecords }: Known): string {
  const [seen] = findingRecords.values()
  const accept = `specdrift baseline accept ${api} ${fingerprint} --reason "…" --owner <who>`
  if (state === 'fixed' && entry !== undefined) return `remove the entry: specdrift baseline prune ${api}`
  if (state === 'fixed') return 'nothing, it is fixed'
  if (state === 'accepted') return `nothing${entry?.expires === undefined ? '' : ` until ${entry.expires}`}`
  if (state === 'expired') return `fix it, or accept it anew: ${accept}`
  if (finding?.kind === 'contract') return `release it as a new version, or accept it: ${accept}`
  const patch = finding?.patch === undefined ? '' : ` (specdrift patch ${api} --only ${fingerprint})`
  return `${remedies[finding?.cause?.kind ?? seen?.cause.kind ?? 'unknown']}${patch}; or accept it: ${accept}`
}
