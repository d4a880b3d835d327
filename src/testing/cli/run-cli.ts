/** A run of the command line, with everything it wrote. */
export interface CliResult {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** What of the environment a test sets; the rest is an empty environment, no terminal, and a fixed clock. */
export interface CliOptions {
  readonly cwd: string
  readonly env?: Readonly<Record<string, string>>
  readonly stdin?: string
  readonly isTTY?: boolean
  /** Milliseconds since the epoch; default: 2026-11-20 08:00 UTC. */
  readonly clock?: () => number
  /** Called when the command starts to wait; the wait ends when its promise does. */
  readonly interrupted?: () => Promise<void>
}

interface Output {
  write(text: string): unknown
  readonly isTTY?: boolean
}

/** The part of the command line's `run` that a test drives: tests may not be imported by what they drive. */
export type Run = (environment: {
  readonly argv: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  readonly stdout: Output
  readonly stderr: Output
  readonly stdin: AsyncIterable<string> & { readonly isTTY?: boolean }
  readonly cwd: string
  readonly clock: () => number
  readonly interrupted: () => Promise<void>
  readonly signals?: {
    on(listener: (signal: 'SIGINT' | 'SIGTERM') => void): () => void
    exit(code: number): void
  }
}) => Promise<number>

/** Runs the command line in this process and collects what it writes. */
export async function runCli(run: Run, argv: readonly string[], options: CliOptions): Promise<CliResult> {
  const { cwd, env = {}, stdin = '', isTTY = false, interrupted = () => Promise.resolve() } = options
  const { clock = () => Date.UTC(2026, 10, 20, 8) } = options
  const written = { stdout: '', stderr: '' }
  const output = (name: 'stdout' | 'stderr'): Output => ({
    isTTY,
    write: (text) => {
      written[name] += text
    },
  })
  const code = await run({
    argv,
    env,
    stdout: output('stdout'),
    stderr: output('stderr'),
    stdin: Object.assign(once(stdin), { isTTY }),
    cwd,
    clock,
    interrupted,
  })
  return { code, ...written }
}

async function* once(text: string): AsyncGenerator<string> {
  yield text
}
