import { resolve } from 'node:path'
import type { Config } from '../../config/schema.ts'
import { type Baseline, type BaselineEntry, isAcceptedBy } from '../../history/baseline/match.ts'
import {
  baselineFile,
  changeBaseline,
  expiryDay,
  problemOf,
  readBaseline,
  withEntries,
} from '../../history/baseline/store.ts'
import { ToolError, toolError } from '../../model/errors.ts'
import type { Finding } from '../../model/finding.ts'
import { isShared } from '../../model/locations.ts'
import type { Report } from '../../model/report.ts'
import { isFailing, isUnaccepted } from '../../report/build.ts'
import { locationOf, printable } from '../../report/labels.ts'
import { type CheckedEntry, checkEntries } from '../../run/report/accepted.ts'
import { readWholeReport } from '../../run/report/read-report.ts'
import { canonical } from '../../util/json.ts'
import { didYouMean, plural } from '../../util/text.ts'
import { forEachApi, pickApis } from '../shell/apis.ts'
import type { HistorySettings } from '../shell/history.ts'
import { destinationsOf, emitAll, requireApart } from '../shell/options/outputs.ts'
import { dayOf, pickApi, readSettings } from '../shell/settings.ts'
import type { Shell } from '../shell/shell.ts'
import type { AcceptFlags, BaselineFlags, PruneFlags } from './flags.ts'
import { fullId } from './full-id.ts'

export interface Opened {
  readonly api: string
  readonly file: string
  readonly baseline: Baseline
  readonly reportFile: string
  /** Settings of the history. */
  readonly history: HistorySettings
}

/** Opens an API's baseline and locates its report. Throws UNKNOWN_API or STORE_BROKEN. */
export async function openBaseline(
  shell: Shell,
  name: string | undefined,
  report?: string,
  read?: Config,
): Promise<Opened> {
  const config = read ?? (await readSettings(shell))
  const api = pickApi(config, name).name
  const file = baselineFile(resolve(shell.cwd, config.specsDir), api)
  const { reportsDir } = config
  const reportFile = report ?? `${reportsDir}/${api}/report.json`
  return { api, file, baseline: await readBaseline(file), reportFile, history: config }
}

/** Reads the report. Throws NO_REPORT or REPORT_BROKEN, or USAGE if it belongs to another API. */
export async function reportOf(shell: Shell, { api, reportFile }: Opened): Promise<Report> {
  const report = await readWholeReport(reportFile, shell.cwd)
  if (report.api === undefined || report.api === api) return report
  throw toolError('USAGE', [`${reportFile} is a report of ${report.api}, not of ${api}.`])
}

/** Reads the report. Returns undefined if it doesn't exist and the user didn't name one. Otherwise throws like `reportOf`. */
export async function reportIfAny(shell: Shell, opened: Opened, wanted?: string): Promise<Report | undefined> {
  return reportOf(shell, opened).catch((error: unknown) => {
    if (wanted === undefined && error instanceof ToolError && error.code === 'NO_REPORT') return undefined
    throw error
  })
}

/** Implements `baseline accept`. Only findings in the report can be accepted, because other ids may be mistyped. */
export async function accept(shell: Shell, name: string, ids: readonly string[], flags: AcceptFlags): Promise<void> {
  const opened = await openBaseline(shell, name, flags.report)
  if (ids.length > 0 === (flags.all === true)) throw toolError('USAGE', ['Name the findings to accept, or pass --all.'])
  const { reason, owner } = flags
  const expires = flags.expires === undefined ? undefined : expiryDay(flags.expires, shell.clock())
  const today = dayOf(undefined, shell.clock())
  if (expires !== undefined && expires < today)
    throw toolError('USAGE', [`--expires ${expires} is in the past: today is ${today} (UTC).`])
  const report = await reportOf(shell, opened)
  const found = flags.all
    ? report.findings.filter((finding) => isFailing(report, finding))
    : [...new Set(ids)].flatMap((id) => findingsOf(report, id, opened.reportFile))
  const entries = found.map(
    ({ fingerprint, ruleId, site, kind, reaches }): BaselineEntry => ({
      ...{ fingerprint, ruleId, location: printable(locationOf(site)) },
      ...(kind !== 'contract' && isShared(site) && { operations: reaches, ...(flags.limited && { limited: true }) }),
      ...{ reason, owner },
      expires,
    }),
  )
  for (const entry of entries) {
    const problem = problemOf(entry)
    if (problem !== undefined) throw toolError('USAGE', [`The entry ${problem}.`])
  }
  if (entries.length === 0) return shell.print(`Nothing in ${opened.reportFile} fails: nothing was accepted.\n`)
  await changeBaseline(opened.file, (baseline) => withEntries(baseline, entries))
  const until = expires === undefined ? '' : ` until ${expires}`
  for (const { ruleId, fingerprint } of entries) shell.print(`accepted ${ruleId} ${fingerprint}${until}\n`)
}

function findingsOf(report: Report, text: string, file: string): readonly Finding[] {
  const ids = report.findings.flatMap(({ fingerprint, group = [] }) => [fingerprint, group].flat())
  const id = fullId(text, ids)
  const found = report.findings.filter(({ fingerprint, group }) => fingerprint === id || group === id)
  if (found.length > 0) return found
  const near = didYouMean(id, ids)
  throw toolError('USAGE', [`${file} has no finding ${id}${near === undefined ? '.' : `, did you mean ${near}?`}`])
}

export async function list(shell: Shell, names: readonly string[], flags: BaselineFlags): Promise<void> {
  const destinations = destinationsOf(flags)
  const { config, apis } = await apisOf(shell, names, flags)
  requireApart(destinations, apis.length)
  await forEachApi(shell, apis, async ({ name }, own) => {
    const listed = await listOf(own, config, name, flags)
    const render = (format: string) => (format === 'json' ? jsonOf(listed) : textOf(listed))
    await emitAll(own, destinations, render, name)
  })
}

/** Returns the selected APIs. Throws UNKNOWN_API, or USAGE if `--report` is combined with more than one. */
async function apisOf(shell: Shell, names: readonly string[], flags: BaselineFlags) {
  const config = await readSettings(shell)
  const apis = pickApis(config, names, flags)
  if (apis.length > 1 && flags.report !== undefined)
    throw toolError('USAGE', ['--report works with a single API only.'])
  return { config, apis }
}

async function listOf(shell: Shell, config: Config, name: string, flags: BaselineFlags) {
  const opened = await openBaseline(shell, name, flags.report, config)
  const report = await reportIfAny(shell, opened, flags.report)
  const entries = checkEntries(opened.baseline, report, dayOf(flags.today, shell.clock()))
  const accepted = new Map(entries.map((entry) => [entry.fingerprint, entry]))
  const open = (report?.findings ?? [])
    .filter((finding) => isUnaccepted(finding) && !isAcceptedBy(accepted.get(finding.fingerprint), finding))
    .map(({ fingerprint, ruleId, state, severity, site, message }) => ({
      ...{ fingerprint, ruleId, state, severity },
      ...{ location: locationOf(site), message },
    }))
  return { api: opened.api, reportFile: opened.reportFile, entries, open }
}

type Listed = Awaited<ReturnType<typeof listOf>>

function jsonOf({ api, entries, open }: Listed): string {
  return `${JSON.stringify({ api, entries, open }, null, 2)}\n`
}

function textOf({ api, reportFile, entries, open }: Listed): string {
  const accepted = entries.length === 0 ? [`Nothing of ${api} is accepted.\n`] : entries.map(lineOf)
  const heading = open.length > 0 ? [`\nNot accepted, in ${reportFile}:\n`] : []
  const others = open.map(
    ({ fingerprint, state, ruleId, location, message }) =>
      `${printable(`${fingerprint}  ${state.padEnd(9)}  ${ruleId.padEnd(24)}  ${location} ${message}`)}\n`,
  )
  return [...accepted, ...heading, ...others].join('')
}

export async function prune(shell: Shell, names: readonly string[], flags: PruneFlags): Promise<void> {
  const { config, apis } = await apisOf(shell, names, flags)
  await forEachApi(shell, apis, ({ name }, own) => pruneOne(own, config, name, flags))
}

async function pruneOne(shell: Shell, config: Config, name: string, flags: PruneFlags): Promise<void> {
  const opened = await openBaseline(shell, name, flags.report, config)
  // Expiry can be determined without a report.
  const report = await (flags.expired ? reportIfAny(shell, opened, flags.report) : reportOf(shell, opened))
  const entries = checkEntries(opened.baseline, report, dayOf(flags.today, shell.clock()))
  const gone = entries.filter(({ state }) => state === 'fixed' || (flags.expired === true && state === 'expired'))
  for (const entry of gone) shell.print(`${flags.dryRun ? 'would remove' : 'removed'} ${lineOf(entry)}`)
  if (gone.length === 0) shell.print(`Nothing to remove from ${plural(entries.length, 'entry', 'entries')}.\n`)
  if (gone.length === 0 || flags.dryRun) return
  const removed = new Set(gone.map(({ state: _, ...entry }) => canonical({ ...entry })))
  // Compare complete entries, so that an entry accepted meanwhile is kept.
  await changeBaseline(opened.file, ({ entries }) => entries.filter((entry) => !removed.has(canonical({ ...entry }))))
}

function lineOf({ fingerprint, state, ruleId = '', reason, owner, expires = 'for good' }: CheckedEntry): string {
  const columns = [fingerprint, state.padEnd(9), ruleId.padEnd(24), expires.padEnd(10), `${owner}: ${reason}`]
  return `${printable(columns.join('  '))}\n`
}
