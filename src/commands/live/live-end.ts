import { join, relative } from 'node:path'
import { requireWritable } from '../../files/write-whole.ts'
import type { RenderOptions, Report } from '../../model/report.ts'
import { lastGoodIn, reportFiles } from '../../report/reports-folder.ts'
import type { FailedRun } from '../../run/live/could-not-check.ts'
import type { PreviousRuns } from '../../run/live/previous-runs.ts'
import type { ApiName } from '../../util/api-name.ts'
import { renderOptions } from '../report/render-report.ts'
import type { Shell } from '../shell/shell.ts'

/** Checks that a run can write its reports, and its line in the history. Throws WRITE_FAILED. */
export async function requireWritableReports(
  folder: string,
  historyDir: string | undefined,
  api: ApiName,
): Promise<void> {
  for (const name of reportFiles) await requireWritable(join(folder, name))
  if (historyDir === undefined) return
  const [{ historyFile }, { statisticsFile }] = await Promise.all([
    import('../../history/store.ts'),
    import('../../history/statistics.ts'),
  ])
  for (const file of [historyFile(historyDir, api), statisticsFile(historyDir, api)]) await requireWritable(file)
}

/** The log of a run as NDJSON, whatever of it was written to stderr. */
export async function logFile(shell: Shell): Promise<string> {
  const { jsonLines } = await import('../shell/log.ts')
  return shell
    .logged()
    .map(await jsonLines())
    .join('')
}

/** Where a result is kept. */
export interface ResultTargets {
  readonly folder: string
  readonly options: RenderOptions
  readonly past: PreviousRuns | undefined
  /** The log of the run, as NDJSON. */
  readonly log?: string
}

/** A report that was written. */
export interface KeptResult {
  readonly page: string
  /** As it was written: it may say that the run could not be remembered. */
  readonly report: Report
}

/** Remembers the run and writes the reports, each whatever becomes of the other. Throws WRITE_FAILED. */
export async function keepResult(report: Report, { folder, options, past, log }: ResultTargets): Promise<KeptResult> {
  const { writeReports } = await import('../../report/write.ts')
  const [remembered] = await Promise.allSettled([
    past === undefined ? report : (await import('../../run/live/previous-runs.ts')).remember(past, report),
  ])
  const kept = remembered.status === 'fulfilled' ? remembered.value : report
  await writeReports(kept, folder, options, log)
  if (remembered.status === 'rejected') throw remembered.reason
  return { page: join(folder, 'index.html'), report: kept }
}

/** Writes the reports of a run that ended with an error; those of the last run that could check are kept beside them. */
export async function writeFailure(
  shell: Shell,
  folder: string,
  error: unknown,
  { past, ...run }: Omit<FailedRun, 'lastGood'> & { readonly past: PreviousRuns | undefined },
): Promise<void> {
  const [{ lastRunOf, reportFailure }, { writeReports }, { lastGoodOf, printable }] = await Promise.all([
    import('../../run/live/could-not-check.ts'),
    import('../../report/write.ts'),
    import('../../report/labels.ts'),
  ])
  const lastGood = (await lastGoodIn(folder)) ?? lastRunOf(past)
  try {
    await writeReports(
      reportFailure(error, { ...run, ...(lastGood && { lastGood }) }),
      folder,
      renderOptions(shell),
      await logFile(shell),
    )
  } catch (failure) {
    // Reported beside the first error, which is thrown.
    shell.note(`error: ${failure instanceof Error ? failure.message : String(failure)}\n`)
  }
  const where = relative(shell.cwd, folder).replaceAll('\\', '/')
  const page = lastGood?.page === undefined ? {} : { page: `${where}/${lastGood.page}` }
  shell.note(`${printable(`Could not check. ${lastGoodOf(lastGood && { ...lastGood, ...page })}`)}\n`)
}

/** The report, with what is known of the last run that could check, where this one could not. */
export async function withLastGood(report: Report, folder: string, past: PreviousRuns | undefined): Promise<Report> {
  const { couldNotCheck } = report
  if (couldNotCheck === undefined) return report
  const lastGood = (await lastGoodIn(folder)) ?? (await import('../../run/live/could-not-check.ts')).lastRunOf(past)
  return lastGood === undefined ? report : { ...report, couldNotCheck: { ...couldNotCheck, lastGood } }
}
