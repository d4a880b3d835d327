import { toolError } from '../../model/errors.ts'
import type { TerminalView } from '../../model/report/view.ts'
import type { EarlyThread } from '../../run/traffic/early-threads.ts'
import { renderOptions } from '../report/render-report.ts'
import { examples } from '../shell/options/examples.ts'
import { filtered, wantedBy } from '../shell/options/filters.ts'
import { destinationsOf, emitAll } from '../shell/options/outputs.ts'
import { emit, type Registration, type Shell } from '../shell/shell.ts'
import { type CheckFlags, checkRunOf, withCheckOptions } from './check-options.ts'
import { follow } from './follow.ts'
import { keepReports } from './keep-reports.ts'
import { showTrafficProgress } from './progress.ts'

/** `specdrift check <recording...>`: recorded traffic against a contract, without a call. */
const registerCheck: Registration = (program, shell) => {
  withCheckOptions(
    program.command('check').summary('check recorded traffic against a contract, without calling anything'),
  )
    .description(
      'Checks recorded exchanges against a description. A recording is a file, a folder, a glob, or - for stdin, packed by gzip or zstd or not; its format is recognised by its beginning. What was not recorded is unknown, never missing.',
    )
    .addHelpText(
      'after',
      examples(
        'specdrift check recording.ndjson --api shop',
        'specdrift check traffic/*.har.gz --description openapi.yaml --base-url https://api.example.com/v1',
        'zstd -dc day.ndjson.zst | specdrift check - --api shop --since 2026-11-01',
        'kcat -b broker:9092 -G specdrift traffic | specdrift check - --api shop --follow',
      ),
    )
    .action((recordings: readonly string[], flags: CheckFlags) => check(shell, recordings, flags))
}
export default registerCheck

async function check(shell: Shell, recordings: readonly string[], flags: CheckFlags): Promise<void> {
  if (flags.follow === true) return follow(shell, recordings, flags)
  destinationsOf(flags)
  if (flags.state !== undefined || flags.flush !== undefined)
    throw toolError('USAGE', ['--state and --flush go with --follow.'])
  if (flags.slice !== undefined && flags.partial !== true) throw toolError('USAGE', ['--slice goes with --partial.'])
  await wantedBy(flags)
  const { endThreads, threadsAhead } = await import('../../run/traffic/early-threads.ts')
  const threads = flags.description === '-' ? [] : threadsAhead(recordings, shell.cwd, flags.jobs)
  try {
    await checkWith(shell, recordings, flags, threads)
  } finally {
    await endThreads(threads)
  }
}

async function checkWith(
  shell: Shell,
  recordings: readonly string[],
  flags: CheckFlags,
  threads: readonly EarlyThread[],
): Promise<void> {
  const destinations = destinationsOf(flags)
  // What is needed is loaded while the settings are read.
  const [{ options, name, reports }, { checkSlice, checkTraffic }, { loadReporter }, { exitCodeOf }] =
    await Promise.all([
      checkRunOf(shell, recordings, flags),
      import('../../run/traffic/check.ts'),
      import('../../report/load-reporter.ts'),
      import('../../report/build.ts'),
    ])
  const progress = showTrafficProgress(shell)
  const shownOptions = { ...options, threads, ...(progress && { progress }) }
  if (flags.partial === true) {
    const partial = await checkSlice(shownOptions, flags.slice).finally(() => progress?.end())
    await emit(shell, `${JSON.stringify(partial)}\n`, flags.output)
    return
  }
  const report = await checkTraffic(shownOptions).finally(() => progress?.end())
  const rendering = renderOptions(shell, flags)
  const shown = await filtered(report, flags)
  const render = async (format: string, view: TerminalView) =>
    (await loadReporter(format)).render(shown, { ...rendering, ...view })
  await emitAll(shell, destinations, render, name)
  if (reports !== undefined) await keepReports(shell, report, reports)
  shell.finish(exitCodeOf(report))
}
