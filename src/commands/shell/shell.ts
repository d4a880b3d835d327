import { resolve } from 'node:path'
import type { Command } from 'commander'
import type { Log, LogEntry } from '../../model/log.ts'
import type { TerminalView } from '../../model/report/view.ts'

/** Output stream, which may be a terminal. */
export interface Output {
  write(text: string): unknown
  readonly isTTY?: boolean
  /** Width of a terminal. */
  readonly columns?: number
  readonly rows?: number
}

/** Everything that the command line uses from its process. Tests pass their own. */
export interface Environment {
  /** Arguments without the names of node and the script. */
  readonly argv: readonly string[]
  /** Environment variables, plus variables from `.env` that the config declares. */
  readonly env: Record<string, string | undefined>
  readonly stdout: Output
  readonly stderr: Output
  readonly stdin: AsyncIterable<Uint8Array | string> & {
    readonly isTTY?: boolean
    /** Closes a stream that is no longer read and would keep the process alive. */
    destroy?(): unknown
  }
  readonly cwd: string
  /** Milliseconds since the epoch. */
  readonly clock: () => number
  /** Resolves when the user asks a running command to stop. */
  readonly interrupted: () => Promise<void>
  /** Signal handling. Absent without a process to stop. */
  readonly signals?: Signals
}

export interface Signals {
  /** Adds a listener, which replaces the default action of ending the process. Returns a function that removes it. */
  on(listener: (signal: StopSignal) => void): () => void
  /** Exits the process immediately. */
  exit(code: ExitCode): void
}

/** Signals that ask a command to stop: Ctrl-C, or termination by a service manager. */
export type StopSignal = 'SIGINT' | 'SIGTERM'

/** 0 clean · 1 findings · 2 could not check · 128 plus the number of the signal that stopped the run. */
export type ExitCode = 0 | 1 | 2 | 130 | 143

/** Options of the program, available in every command. */
export interface GlobalFlags {
  readonly debug?: boolean
  readonly color: boolean
  readonly config?: string
  /** False forbids executing a config that is code. */
  readonly configCode: boolean
}

/** Line at the bottom of a terminal that is updated in place. */
export interface ProgressLine {
  show(text: string): void
  /** Erases the line before other output. */
  clear(): void
}

/** Environment of a command. */
export interface Shell extends Omit<Environment, 'argv' | 'stdout' | 'stderr'> {
  /** Writes data to stdout. */
  print(text: string): void
  /** Writes a note to stderr. The prefix determines the level. */
  note(text: string): void
  /** Writes a log entry to stderr, if its level is enabled. */
  readonly log: Log
  /** Returns all log entries so far, independent of level. */
  logged(): readonly LogEntry[]
  /** Progress line; absent if stderr is not a terminal. */
  readonly progressLine?: ProgressLine
  /** Sets the exit code. */
  finish(code: ExitCode): void
  globals(): GlobalFlags
  /** Returns the capabilities of stdout. */
  view(): TerminalView
}

/** Adds a command to the program. */
export type Registration = (program: Command, shell: Shell) => void

/** Returns whether to use color: `--no-color`, NO_COLOR, FORCE_COLOR, TERM=dumb, then whether the stream is a terminal. */
export function takesColour(output: Output, env: Environment['env'], wanted: boolean): boolean {
  if (!wanted || (env.NO_COLOR ?? '') !== '') return false
  if (env.FORCE_COLOR !== undefined) return env.FORCE_COLOR !== '0' && env.FORCE_COLOR !== 'false'
  return output.isTTY === true && env.TERM !== 'dumb'
}

/** Rendered text, complete or in pieces. */
export type Rendered = string | Generator<string>

/** Prints text, or writes it to the file of `--output`. */
export async function emit(shell: Shell, rendered: Rendered, output: string | undefined): Promise<void> {
  const pieces = typeof rendered === 'string' ? [rendered] : rendered
  if (output === undefined || output === '-') {
    for (const piece of pieces) shell.print(piece)
    return
  }
  const { writeWhole } = await import('../../files/write-whole.ts')
  await writeWhole(resolve(shell.cwd, output), [...pieces].join(''))
  shell.note(`wrote ${output}\n`)
}
