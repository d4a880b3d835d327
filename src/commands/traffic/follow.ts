import { isAbsolute, join, relative, resolve } from 'node:path'
import { toolError } from '../../model/errors.ts'
import { wantedBy } from '../shell/options/filters.ts'
import type { Shell, StopSignal } from '../shell/shell.ts'
import { type CheckFlags, checkRunOf } from './check-options.ts'
import { keepReports } from './keep-reports.ts'

/** Seconds between two writings of the state. */
const flushSeconds = 60

/** npm passes on to its child what the terminal has sent to both: within so many milliseconds it is one Ctrl-C. */
const sameMs = 500

const codes = { SIGINT: 130, SIGTERM: 143 } as const

/** `specdrift check - --follow`: traffic in motion. Ends with 0 when a signal ends it, with the code of `check` at the end of the stream. */
export async function follow(shell: Shell, recordings: readonly string[], flags: CheckFlags): Promise<void> {
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
      onEvent: (event) => shell.print(`${JSON.stringify(event)}\n`),
      failed: (error) =>
        shell.note(`warning: ${error instanceof Error ? error.message : String(error)} It is tried again.\n`),
    })
    if (report !== undefined && reports !== undefined) await keepReports(shell, report, reports)
    // Who stops it wants it to stop: what was found is in the stream.
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
}

/** The first signal ends reading, a second one the process. */
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
