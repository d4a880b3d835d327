import { resolve } from 'node:path'
import type { Command } from 'commander'
import type { Log, LogEntry } from '../../model/log.ts'
import type { TerminalView } from '../../model/report/view.ts'

/** A stream that text is written to; each may be a terminal or not. */
export interface Output {
  write(text: string): unknown
  readonly isTTY?: boolean
  /** Of a terminal. */
  readonly columns?: number
  readonly rows?: number
}

/** All a run of the command line takes from its process: what a test passes in instead. */
export interface Environment {
  /** Without the names of node and the script. */
  readonly argv: readonly string[]
  /** What the config declares is added from `.env`. */
  readonly env: Record<string, string | undefined>
  readonly stdout: Output
  readonly stderr: Output
  readonly stdin: AsyncIterable<Uint8Array | string> & {
    readonly isTTY?: boolean
    /** Of a stream that is not read any more, which would keep the process alive. */
    destroy?(): unknown
  }
  readonly cwd: string
  /** Milliseconds since the epoch. */
  readonly clock: () => number
  /** Resolves when the user asks a running command to stop. */
  readonly interrupted: () => Promise<void>
  /** How a run is stopped; absent where no process is. */
  readonly signals?: Signals
}

/** Signals of the process. */
export interface Signals {
  /** Calls the listener for each signal, which then does not end the process; the function returned removes it. */
  on(listener: (signal: StopSignal) => void): () => void
  /** Ends the process at once. */
  exit(code: ExitCode): void
}

/** The signals that ask a command to stop: Ctrl-C, and what a runner or a service manager sends. */
export type StopSignal = 'SIGINT' | 'SIGTERM'

/** 0 clean · 1 findings · 2 could not check · 128 and the number of the signal that stopped the run. */
export type ExitCode = 0 | 1 | 2 | 130 | 143

/** Options every command takes. */
export interface GlobalFlags {
  readonly debug?: boolean
  readonly color: boolean
  readonly config?: string
  /** False: a config that is code is not run. */
  readonly configCode: boolean
}

/** A line of a terminal that is written again and again, below what else is written. */
export interface ProgressLine {
  show(text: string): void
  /** Takes the line away, before anything else is written. */
  clear(): void
}

/** What a command works with. */
export interface Shell extends Omit<Environment, 'argv' | 'stdout' | 'stderr'> {
  /** Writes data to stdout. */
  print(text: string): void
  /** Writes a remark to stderr, at the level that its first word names. */
  note(text: string): void
  /** Writes a line of the log to stderr, if its level is asked for. */
  readonly log: Log
  /** The log so far, whatever its level. */
  logged(): readonly LogEntry[]
  /** What a run shows of its progress on a terminal; absent where stderr is none. */
  readonly progressLine?: ProgressLine
  /** Sets the exit code of the run. */
  finish(code: ExitCode): void
  globals(): GlobalFlags
  /** What stdout can show. */
  view(): TerminalView
}

/** Adds one command to the program. */
export type Registration = (program: Command, shell: Shell) => void

/** Whether a stream takes colour: `--no-color`, NO_COLOR, FORCE_COLOR, TERM=dumb, then whether it is a terminal. */
export function takesColour(output: Output, env: Environment['env'], wanted: boolean): boolean {
  if (!wanted || (env.NO_COLOR ?? '') !== '') return false
  if (env.FORCE_COLOR !== undefined) return env.FORCE_COLOR !== '0' && env.FORCE_COLOR !== 'false'
  return output.isTTY === true && env.TERM !== 'dumb'
}

/** A text, or what it consists of as it is made. */
export type Rendered = string | Generator<string>

/** Prints a text, or writes it to the file of `--output`. */
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
