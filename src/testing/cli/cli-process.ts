import { type SpawnOptions, spawn } from 'node:child_process'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../../..')

/** How a process of the built command line ended, and what it wrote. */
export interface CliEnd {
  /** Null when a signal ended it. */
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

/** A running process of the built command line. */
export interface CliProcess {
  kill(signal: NodeJS.Signals): void
  /** Resolves when stderr holds a text that fits. */
  noted(pattern: RegExp): Promise<void>
  /** The same of stdout. */
  printed(pattern: RegExp): Promise<void>
  /** Writes to its standard input, where that is kept open. */
  feed(text: string): void
  /** Ends its standard input. */
  endInput(): void
  readonly ended: Promise<CliEnd>
}

/** Where it runs, and with what. */
export interface CliProcessOptions {
  readonly cwd: string
  readonly env?: Readonly<Record<string, string>>
  /** Of the three streams; those that are not piped stay empty in what is returned. */
  readonly stdio?: SpawnOptions['stdio']
  /** Its standard input stays open until `endInput`. */
  readonly isFed?: true
}

/** Starts the built command line in a process of its own, for what a signal, a pipe or a full disk does to it. */
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
  // It may end before all of it is read.
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
  const held = (name: keyof typeof written, pattern: RegExp): Promise<void> =>
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
    noted: (pattern) => held('stderr', pattern),
    printed: (pattern) => held('stdout', pattern),
    feed: (text) => void child.stdin?.write(text),
    endInput: () => void child.stdin?.end(),
    ended,
  }
}
