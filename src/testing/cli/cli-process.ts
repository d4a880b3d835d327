import { type SpawnOptions, spawn } from 'node:child_process'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../../..')

/** Result of a process of the built command line. */
export interface CliEnd {
  /** Null if terminated by a signal. */
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

export interface CliProcess {
  kill(signal: NodeJS.Signals): void
  /** Resolves when stderr matches. */
  noted(pattern: RegExp): Promise<void>
  /** Resolves when stdout matches. */
  printed(pattern: RegExp): Promise<void>
  /** Writes to standard input, if it is kept open. */
  feed(text: string): void
  /** Closes standard input. */
  endInput(): void
  readonly ended: Promise<CliEnd>
}

export interface CliProcessOptions {
  readonly cwd: string
  readonly env?: Readonly<Record<string, string>>
  /** Configuration of the standard streams. Output that isn't piped is missing in the result. */
  readonly stdio?: SpawnOptions['stdio']
  /** Keeps standard input open until `endInput`. */
  readonly isFed?: true
}

/** Starts the built command line in a child process, for tests of signals, pipes and full disks. */
export function startCli(
  args: readonly string[],
  { cwd, env = {}, stdio = 'pipe', isFed }: CliProcessOptions,
): CliProcess {
  const { NO_COLOR: _, FORCE_COLOR: __, ...around } = process.env
  const child = spawn(process.execPath, [join(root, 'dist/cli.js'), ...args], {
    cwd,
    env: { ...around, ...env },
    stdio,
  })
  // The process may exit before reading all input.
  child.stdin?.on('error', () => {})
  if (isFed !== true) child.stdin?.end()
  const written = { stdout: '', stderr: '' }
  const waiting = new Set<() => void>()
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      written[name] += text
      for (const check of waiting) check()
    })
  }
  const ended = new Promise<CliEnd>((done) =>
    child.on('close', (code, signal) => {
      done({ code, signal, ...written })
      for (const check of waiting) check()
    }),
  )
  const waitFor = (name: keyof typeof written, pattern: RegExp): Promise<void> =>
    new Promise((done, fail) => {
      const check = (): void => {
        if (pattern.test(written[name])) done()
        else if (child.exitCode !== null || child.signalCode !== null)
          fail(new Error(`it ended without saying ${pattern}: ${written.stderr}`))
        else return
        waiting.delete(check)
      }
      waiting.add(check)
      check()
    })
  return {
    kill: (signal) => void child.kill(signal),
    noted: (pattern) => waitFor('stderr', pattern),
    printed: (pattern) => waitFor('stdout', pattern),
    feed: (text) => void child.stdin?.write(text),
    endInput: () => void child.stdin?.end(),
    ended,
  }
}
