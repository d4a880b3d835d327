/** Result of running the command line. */
export interface CliResult {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Environment of a run. Defaults: no variables, no terminal and a fixed clock. */
export interface CliOptions {
  readonly cwd: string
  readonly env?: Readonly<Record<string, string>>
  readonly stdin?: string
  readonly isTTY?: boolean
  /** Milliseconds since the epoch. Default: 2026-11-20 08:00 UTC. */
  readonly clock?: () => number
  /** Called when the command starts to wait. The wait ends when the promise resolves. */
  readonly interrupted?: () => Promise<void>
}

interface Output {
  write(text: string): unknown
  readonly isTTY?: boolean
}

/** Type of the command line's `run`, passed in because `testing` must not import `commands`. */
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

/** Runs the command line in this process and captures its output. */
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
