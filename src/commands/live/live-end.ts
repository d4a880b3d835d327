import { join, relative } from 'node:path'
import type { Config } from '../../config/schema.ts'
import { requireWritable } from '../../files/write-whole.ts'
import type { RenderOptions, Report } from '../../model/report.ts'
import { lastGoodIn, reportFiles } from '../../report/reports-folder.ts'
import type { FailedRun } from '../../run/live/could-not-check.ts'
import type { FinishedRun } from '../../run/live/finish.ts'
import type { PreviousRuns } from '../../run/live/previous-runs.ts'
import { renderOptions } from '../report/render-report.ts'
import { originOf } from '../shell/origin.ts'
import type { Shell } from '../shell/shell.ts'
import type { NotifyFlag } from './alerts.ts'

/** Checks that reports can be written. Throws WRITE_FAILED. */
export async function requireWritableReports(folder: string): Promise<void> {
  for (const name of reportFiles) await requireWritable(join(folder, name))
}

/** Returns the complete log of a run as NDJSON, independent of the log level. */
export async function logFile(shell: Shell): Promise<string> {
  const { jsonLines } = await import('../shell/log.ts')
  return shell
    .logged()
    .map(await jsonLines())
    .join('')
}

/** Destination of a result. */
export interface ResultTargets {
  /** Absent if no report is written. */
  readonly folder?: string | undefined
  readonly options: RenderOptions
  readonly past: PreviousRuns | undefined
  /** True if the run was stopped: it is compared with earlier runs but not stored. */
  readonly isStopped?: boolean
  /** Log of the run as NDJSON. */
  readonly log?: string
}

/** A stored result. `error` is set if it could not be written. */
export interface KeptResult {
  readonly page?: string
  readonly report: Report
  readonly error?: unknown
  /** Marks the report as delivered. Call it after all outputs succeeded. */
  delivered(): Promise<void>
}

/** Stores a run in the history and writes its report, computed against the runs stored before it. */
export async function keepResult(
  shell: Pick<Shell, 'cwd' | 'env' | 'clock' | 'note'>,
  { facts, reportAfter }: FinishedRun,
  { folder, options, past, isStopped = false, log }: ResultTargets,
): Promise<KeptResult> {
  const [{ writeReports }, { noteDelivered, remember }, { isUntold }] = await Promise.all([
    import('../../report/write.ts'),
    import('../../run/live/previous-runs.ts'),
    import('../../run/live/record.ts'),
  ])
  const origin = originOf(shell.env)
  const run = { ...facts, ...(origin && { origin }) }
  const previous = past === undefined || isStopped ? past : await remember(past, run, shell.clock())
  if (previous !== past)
    for (const note of previous?.notes ?? [])
      shell.note(`warning: ${note}: check the clocks. The order of runs is not affected.\n`)
  const found = { ...reportAfter(previous), ...(origin && { origin }) }
  const report = folder === undefined ? found : await withLastGood(found, folder, past)
  const delivered = async (): Promise<void> => {
    if (previous !== undefined && report.findings.some(isUntold)) await noteDelivered(previous, facts.target)
  }
  if (folder === undefined) return { report, delivered }
  return writeReports(report, folder, options, log).then(
    () => ({ page: relative(shell.cwd, join(folder, 'index.html')).replaceAll('\\', '/'), report, delivered }),
    (error: unknown) => ({ report, error, delivered }),
  )
}

/** Destinations and callbacks for ending a run. */
export interface RunEnd extends ResultTargets {
  readonly config: Config
  readonly notify?: NotifyFlag | undefined
  readonly print: (report: Report) => Promise<void>
  /** Called with the page of the written report. */
  readonly written: (page: string, report: Report) => void
}

/** Stores, prints and sends the result, and sets the exit code. Returns undefined for a stopped run. Throws WRITE_FAILED. */
export async function endRun(
  shell: Shell,
  run: FinishedRun,
  { config, notify, print, written, ...targets }: RunEnd,
): Promise<Report | undefined> {
  const kept = await keepResult(shell, run, targets)
  const { report, page } = kept
  const store = targets.past?.store
  const sent = async (): Promise<boolean> =>
    notify === undefined ||
    (await import('./alerts.ts')).notifyTargets(shell, config, report, {
      ...(notify === 'dry-run' && { dryRun: shell.note }),
      ...(store && { store }),
    })
  const isForgotten = config.historyRequired === true && store?.failure() !== undefined
  await print(report)
  if ('error' in kept) {
    await sent()
    throw kept.error
  }
  if (page !== undefined) written(page, report)
  if (targets.isStopped === true) return undefined
  const code = (await import('../../report/build.ts')).exitCodeOf(report)
  const isNotified = await sent()
  if (isNotified && notify !== 'dry-run') await kept.delivered()
  // A failed alert must neither hide drift (exit code 1) nor pass as a clean run.
  shell.finish(!isForgotten && (isNotified || code === 1) ? code : 2)
  return report
}

/** Writes the reports of a failed run. Keeps the reports of the last run with a result. */
export async function writeFailure(
  shell: Shell,
  folder: string,
  error: unknown,
  { past, ...run }: Omit<FailedRun, 'lastGood' | 'notChecked'> & { readonly past: PreviousRuns | undefined },
): Promise<void> {
  const [{ lastRunOf, reportFailure }, { notRememberedRows }, { writeReports }, { lastGoodOf, printable }] =
    await Promise.all([
      import('../../run/live/could-not-check.ts'),
      import('../../run/live/previous-runs.ts'),
      import('../../report/write.ts'),
      import('../../report/labels.ts'),
    ])
  const lastGood = (await lastGoodIn(folder)) ?? lastRunOf(past)
  try {
    await writeReports(
      reportFailure(error, { ...{ ...run, notChecked: past === undefined ? [] : notRememberedRows(past) }, lastGood }),
      folder,
      renderOptions(shell),
      await logFile(shell),
    )
  } catch (failure) {
    // The original error is thrown, so this one is only printed.
    shell.note(`error: ${failure instanceof Error ? failure.message : String(failure)}\n`)
  }
  const where = relative(shell.cwd, folder).replaceAll('\\', '/')
  const page = lastGood?.page === undefined ? {} : { page: `${where}/${lastGood.page}` }
  shell.note(`${printable(`Could not check. ${lastGoodOf(lastGood && { ...lastGood, ...page })}`)}\n`)
}

/** Adds information about the last successful run to the report of a failed run. */
async function withLastGood(report: Report, folder: string, past: PreviousRuns | undefined): Promise<Report> {
  const { couldNotCheck } = report
  if (couldNotCheck === undefined) return report
  const lastGood = (await lastGoodIn(folder)) ?? (await import('../../run/live/could-not-check.ts')).lastRunOf(past)
  return lastGood === undefined ? report : { ...report, couldNotCheck: { ...couldNotCheck, lastGood } }
}
