import type { Command } from 'commander'
import type { Config } from '../../config/schema.ts'
import { ToolError, toolError } from '../../model/errors.ts'
import type { Log, LogEntry } from '../../model/log.ts'
import { levelOfNote } from './log.ts'
import { type PickedApi, pickApi } from './settings.ts'
import type { ExitCode, Shell, Signals, StopSignal } from './shell.ts'

const codes: Readonly<Record<StopSignal, ExitCode>> = { SIGINT: 130, SIGTERM: 143 }

/** Flags of commands that accept multiple APIs. */
export interface ApisFlags {
  readonly all?: boolean
}

/** Adds `[api...]` and `--all`. */
export function withApis(command: Command, standard = 'names of APIs (optional if there is only one)'): Command {
  return command.argument('[api...]', standard).option('--all', 'all APIs')
}

/** Returns the APIs listed in the config, or all known APIs if the list is empty. */
export function listedApis({ apis, unlisted = [] }: Config): readonly string[] {
  const names = Object.keys(apis)
  const listed = names.filter((name) => !unlisted.includes(name))
  return listed.length === 0 ? names : listed
}

/** Returns the named APIs, all with `--all`, or the only one. Throws UNKNOWN_API or USAGE. */
export function pickApis(config: Config, names: readonly string[], { all }: ApisFlags): readonly PickedApi[] {
  const every = Object.keys(config.apis)
  if (all === true && names.length > 0) throw toolError('USAGE', ['Name APIs or pass --all, not both.'])
  if (all === true && every.length > 0) return every.map((name) => pickApi(config, name))
  if (names.length === 0 && every.length > 1)
    throw toolError('USAGE', [`There are several APIs (${every.join(', ')}): name one or more, or pass --all.`])
  return names.length === 0 ? [pickApi(config, undefined)] : [...new Set(names)].map((name) => pickApi(config, name))
}

export interface ApiEnd {
  readonly name: string
  readonly code: ExitCode
  /** Message of the error that ended it. */
  readonly error?: string
}

/**
 * Calls `run` for each API, up to `jobs` at once. An error doesn't stop the others. Sets the worst exit code: 2, then 1, then 0.
 */
export async function forEachApi(
  shell: Shell,
  apis: readonly PickedApi[],
  run: (api: PickedApi, shell: Shell) => Promise<void>,
  jobs = 1,
): Promise<readonly ApiEnd[]> {
  const [only, another] = apis
  if (only !== undefined && another === undefined) {
    await run(only, shell)
    return []
  }
  const slots = apis.map((api) => ({ api, isDone: false, ...(jobs > 1 ? holdShell(shell) : openShell(shell)) }))
  const ends = new Map<string, ApiEnd>()
  const thrown: unknown[] = []
  // Print the output of all finished runs, and of the first unfinished one.
  const release = (): void => {
    for (const slot of slots) {
      slot.release()
      if (!slot.isDone) return
    }
  }
  const shared = jobs > 1 && shell.signals !== undefined ? shareSignals(shell.signals, () => slots) : undefined
  const waiting = [...slots]
  const isOver = (): boolean => thrown.length > 0 || [...ends.values()].some(({ code }) => code > 2)
  const work = async (): Promise<void> => {
    for (let slot = waiting.shift(); slot !== undefined && !isOver(); slot = waiting.shift()) {
      const { api } = slot
      release()
      slot.head(`${api.name}:\n`)
      const result = await runOne(api, { ...slot.shell, ...(shared && { signals: shared.signals }) }, run)
      if ('thrown' in result) thrown.push(result.thrown)
      ends.set(api.name, result.end)
      slot.isDone = true
      release()
      if (jobs > 1 && ends.size < apis.length) shell.progressLine?.show(`${ends.size} of ${apis.length} APIs`)
    }
  }
  try {
    await Promise.all(Array.from({ length: Math.min(jobs, apis.length) }, work))
    if (thrown.length > 0) throw thrown[0]
    return apis.flatMap(({ name }) => ends.get(name) ?? [])
  } finally {
    shared?.end()
    shell.progressLine?.clear()
    for (const slot of slots) slot.release()
    const codes = [...ends.values()].map(({ code }) => code)
    shell.finish(codes.reduce((worst, code) => (code > worst ? code : worst), 0))
  }
}

async function runOne(
  api: PickedApi,
  shell: Shell,
  run: (api: PickedApi, shell: Shell) => Promise<void>,
): Promise<{ readonly end: ApiEnd; readonly thrown?: unknown }> {
  let code: ExitCode = 0
  const finish = (next: ExitCode): void => {
    code = next > code ? next : code
  }
  try {
    await run(api, { ...shell, finish })
    return { end: { name: api.name, code } }
  } catch (error) {
    // Usage errors affect all APIs, and an interrupted run must not continue with the next.
    if (!(error instanceof ToolError) || error.code === 'USAGE' || error.code === 'INTERRUPTED')
      return { end: { name: api.name, code }, thrown: error }
    shell.note(`error: ${error.message}\nhint: ${error.hint}\n`)
    finish(2)
    return { end: { name: api.name, code, error: error.message } }
  }
}

/** Signal handling shared by concurrent runs. */
interface SharedSignals {
  readonly signals: Signals
  /** Removes the listener. */
  end(): void
}

/** Uses one listener, because starting a suite runner removes listeners added meanwhile. Before the process exits, prints what remains. */
function shareSignals(signals: Signals, held: () => readonly Pick<HeldShell, 'release'>[]): SharedSignals {
  const hearing = new Set<(signal: StopSignal) => void>()
  const exit = (code: ExitCode): void => {
    // Wait until all listeners have handled the signal.
    setImmediate(() => {
      for (const one of held()) one.release()
      signals.exit(code)
    })
  }
  const off = signals.on((signal) => {
    if (hearing.size === 0) exit(codes[signal])
    for (const hear of [...hearing]) hear(signal)
  })
  return {
    signals: {
      on(listener) {
        hearing.add(listener)
        return () => void hearing.delete(listener)
      },
      exit,
    },
    end: off,
  }
}

/** A shell that buffers its output until its turn. */
interface HeldShell {
  readonly shell: Shell
  /** Prints a line that is not part of the log. */
  head(text: string): void
  /** Prints the buffered output. Later output is printed immediately. */
  release(): void
}

/** Creates a buffering shell with its own log. */
function holdShell(shell: Shell): HeldShell {
  const entries: LogEntry[] = []
  const held: (() => void)[] = []
  let isHeld = true
  const orHold = (write: () => void): void => {
    if (isHeld) held.push(write)
    else write()
  }
  const log: Log = (level, message, fields = {}) => {
    entries.push({ level, time: shell.clock(), message, fields })
    orHold(() => shell.log(level, message, fields))
  }
  // Concurrent runs can't share a progress line.
  const { progressLine: _, ...rest } = shell
  return {
    shell: {
      ...rest,
      log,
      note: (text) => log(levelOfNote(text), text),
      print: (text) => orHold(() => shell.print(text)),
      logged: () => entries,
    },
    head: (text) => orHold(() => shell.note(text)),
    release() {
      isHeld = false
      for (const write of held.splice(0)) write()
    },
  }
}

/** Creates a shell without buffering. Its log starts after its heading. */
function openShell(shell: Shell): HeldShell {
  let from = shell.logged().length
  return {
    shell: { ...shell, logged: () => shell.logged().slice(from) },
    head(text) {
      shell.note(text)
      from = shell.logged().length
    },
    release: () => {},
  }
}
