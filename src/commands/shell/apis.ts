import type { Command } from 'commander'
import type { Config } from '../../config/schema.ts'
import { ToolError, toolError } from '../../model/errors.ts'
import type { Log, LogEntry } from '../../model/log.ts'
import { levelOfNote } from './log.ts'
import { type PickedApi, pickApi } from './settings.ts'
import type { ExitCode, Shell, Signals, StopSignal } from './shell.ts'

const codes: Readonly<Record<StopSignal, ExitCode>> = { SIGINT: 130, SIGTERM: 143 }

/** The flag of every command that takes several APIs. */
export interface ApisFlags {
  readonly all?: boolean
}

/** `[api...]` and `--all`. */
export function withApis(command: Command, standard = 'names of APIs (optional if there is only one)'): Command {
  return command.argument('[api...]', standard).option('--all', 'all APIs')
}

/** All APIs that a config lists, or all that there are where it lists none. */
export function listedApis({ apis, unlisted = [] }: Config): readonly string[] {
  const names = Object.keys(apis)
  const listed = names.filter((name) => !unlisted.includes(name))
  return listed.length === 0 ? names : listed
}

/** The APIs named, all of them with `--all`, else the only one. Throws UNKNOWN_API, or USAGE. */
export function pickApis(config: Config, names: readonly string[], { all }: ApisFlags): readonly PickedApi[] {
  const every = Object.keys(config.apis)
  if (all === true && names.length > 0) throw toolError('USAGE', ['Name APIs or say --all, not both.'])
  if (all === true && every.length > 0) return every.map((name) => pickApi(config, name))
  if (names.length === 0 && every.length > 1)
    throw toolError('USAGE', [`There are several APIs (${every.join(', ')}): name those that are meant, or say --all.`])
  return names.length === 0 ? [pickApi(config, undefined)] : [...new Set(names)].map((name) => pickApi(config, name))
}

/** How the run of one of several APIs ended. */
export interface ApiEnd {
  readonly name: string
  readonly code: ExitCode
  /** The message of the error that it ended with. */
  readonly error?: string
}

/**
 * Runs something for each API, with its name on stderr where there are several: one after the other, or `jobs` at the
 * same time, whose output is then held until it is its turn. One that fails does not keep the others from being run: the
 * error is printed, and the exit code is 2. Of several exit codes 2 wins over 1, and 1 over 0. How each ended, in their
 * order; nothing of a single one.
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
  // Of those whose output is held, the first that is not done is heard.
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
    // What is wrong with the command line is wrong for all; what was stopped is not continued.
    if (!(error instanceof ToolError) || error.code === 'USAGE' || error.code === 'INTERRUPTED')
      return { end: { name: api.name, code }, thrown: error }
    shell.note(`error: ${error.message}\nhint: ${error.hint}\n`)
    finish(2)
    return { end: { name: api.name, code, error: error.message } }
  }
}

/** Signals that several runs at the same time hear. */
interface SharedSignals {
  readonly signals: Signals
  /** Listens no more. */
  end(): void
}

/**
 * One listener of the process for several runs: one that starts a runner takes the listeners away that are added
 * meanwhile. Before the process ends, what they all have left behind is written.
 */
function shareSignals(signals: Signals, held: () => readonly Pick<HeldShell, 'release'>[]): SharedSignals {
  const hearing = new Set<(signal: StopSignal) => void>()
  const exit = (code: ExitCode): void => {
    // All that hear the signal speak first.
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

/** A shell whose output waits until it is its turn. */
interface HeldShell {
  readonly shell: Shell
  /** Writes a line that is not of its log. */
  head(text: string): void
  /** Writes what was held, in its order, and holds nothing from now on. */
  release(): void
}

/** Holds the output of one of several runs at the same time, which has a log of its own. */
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
  // A line that is written anew is of one run.
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

/** A shell that holds nothing, with a log that begins with its heading. */
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
