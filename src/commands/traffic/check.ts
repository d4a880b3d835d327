import { isAbsolute, join, relative, resolve } from 'node:path'
import { toolError } from '../../model/errors.ts'
import { printableJson } from '../../model/printable.ts'
import type { EarlyThread } from '../../run/traffic/early-threads.ts'
import { requireTargets } from '../live/alerts.ts'
import { pastOfTraffic } from '../live/previous-runs.ts'
import { examples } from '../shell/options/examples.ts'
import { wantedBy } from '../shell/options/filters.ts'
import { destinationsOf } from '../shell/options/outputs.ts'
import { emit, type Registration, type Shell, type StopSignal } from '../shell/shell.ts'
import { type CheckFlags, checkRunOf, withCheckOptions } from './check-options.ts'
import { endTraffic } from './end-traffic.ts'
import { keepReports } from './keep-reports.ts'
import { showTrafficProgress } from './progress.ts'

/** Seconds between writes of the state. */
const flushSeconds = 60

/**
 * npm forwards signals that processes already got from the terminal. Signals within this time in milliseconds count as one Ctrl-C.
 */
const sameMs = 500

const codes = { SIGINT: 130, SIGTERM: 143 } as const

/** Registers `specdrift check <recording...>`. */
const registerCheck: Registration = (program, shell) => {
  withCheckOptions(program.command('check').summary('check recorded traffic against a description'))
    .description(
      'Checks recorded exchanges against a description, without sending requests. Detects the format of a recording, and reads gzip and zstd. Parts that a recording lacks are never reported as missing.',
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
  if (flags.partial === true) requireWhole(flags, '--partial')
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
  // Load modules while the settings are being read.
  const [run, { checkSlice, checkTraffic }] = await Promise.all([
    checkRunOf(shell, recordings, flags),
    import('../../run/traffic/check.ts'),
  ])
  const { options, config, name, reports } = run
  const past = flags.partial === true ? undefined : await pastOfTraffic(shell, config, run, flags)
  requireTargets(config, flags.notify)
  const progress = showTrafficProgress(shell)
  const shownOptions = { ...options, threads, ...(progress && { progress }) }
  if (flags.partial === true) {
    const partial = await checkSlice(shownOptions, flags.slice).finally(() => progress?.end())
    await emit(shell, `${JSON.stringify(partial)}\n`, flags.output)
    return
  }
  const checked = await checkTraffic(shownOptions).finally(() => progress?.end())
  const report = await endTraffic(shell, checked, {
    ...{ config, folder: reports, past, notify: flags.notify, name, destinations },
    flags,
  })
  if ((report?.traffic?.broken ?? 0) === 0) return
  const { brokenLines } = await import('../../run/traffic/broken-lines.ts')
  for (const line of await brokenLines(options)) shell.note(`warning: ${line}\n`)
}

/** Implements `specdrift check - --follow`. Exits with 0 if a signal ends it, and otherwise like `check` at the end of the stream. */
async function follow(shell: Shell, recordings: readonly string[], flags: CheckFlags): Promise<void> {
  requireFollowing(recordings, flags)
  const wanted = await wantedBy(flags)
  const { options, reports } = await checkRunOf(shell, recordings, flags)
  const state = flags.state ?? (reports && join(reports, 'follow.json'))
  if (state === undefined) throw toolError('USAGE', ['--follow with --description needs --state <file>.'])
  const [{ followTraffic }, { exitCodeOf }] = await Promise.all([
    import('../../run/traffic/follow/follow.ts'),
    import('../../report/build.ts'),
  ])
  const path = resolve(shell.cwd, state)
  const name = isAbsolute(state) ? relative(shell.cwd, path).replaceAll('\\', '/') : state
  const stop = stopOnSignal(shell)
  try {
    const report = await followTraffic({
      ...options,
      ...{ state: { path, name }, wanted, stopped: stop.signal, pause: (flags.flush ?? flushSeconds) * 1000 },
      slice: flags.slice,
      every(milliseconds, call) {
        const timer = setInterval(call, milliseconds)
        return () => clearInterval(timer)
      },
      onEvent: (event) => shell.print(`${printableJson(JSON.stringify(event))}\n`),
      failed: (error) =>
        shell.note(`warning: ${error instanceof Error ? error.message : String(error)} It is tried again.\n`),
    })
    if (report !== undefined && reports !== undefined) await keepReports(shell, report, reports)
    // A signal means that the user wants to stop; the findings were already printed.
    shell.finish(report === undefined || stop.signal.aborted ? 0 : exitCodeOf(report))
  } finally {
    stop.end()
  }
}

function requireFollowing(recordings: readonly string[], flags: CheckFlags): void {
  if (recordings.length !== 1 || recordings[0] !== '-')
    throw toolError('USAGE', ['--follow reads standard input: specdrift check - --follow'])
  if (flags.description === '-')
    throw toolError('USAGE', ['--follow reads its records from standard input: give the description another address.'])
  const { format, json, output, partial, jobs, maxFindings, expand } = flags
  const refused = { format, json, output, partial, jobs, 'max-findings': maxFindings, expand }
  for (const [name, value] of Object.entries(refused))
    if (value !== undefined && value !== false)
      throw toolError('USAGE', [`--${name} does not go with --follow, which writes NDJSON to stdout.`])
  requireWhole(flags, '--follow')
}

/** Rejects options that need a complete run. For partial results, `report merge` supports them. Throws USAGE. */
function requireWhole({ notify, requireHistory }: CheckFlags, option: string): void {
  if (notify !== undefined || requireHistory === true)
    throw toolError('USAGE', [
      `--${notify === undefined ? 'require-history' : 'notify'} does not go with ${option}: \`specdrift report merge\` makes a run of the results and remembers it; then \`specdrift notify send\`.`,
    ])
}

/** Stops reading on the first signal, and ends the process on the second. */
function stopOnSignal(shell: Shell): { readonly signal: AbortSignal; readonly end: () => void } {
  const controller = new AbortController()
  let first: { readonly signal: StopSignal; readonly at: number } | undefined
  const off = shell.signals?.on((signal) => {
    if (first === undefined) {
      first = { signal, at: shell.clock() }
      controller.abort()
    } else if (shell.clock() - first.at > sameMs) shell.signals?.exit(codes[first.signal])
  })
  return {
    signal: controller.signal,
    end() {
      off?.()
      shell.stdin.destroy?.()
    },
  }
}
