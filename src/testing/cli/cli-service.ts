import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import process from 'node:process'
import { inFull } from '../runs.ts'
import { listen } from '../servers/loopback.ts'
import { type Run, runCli } from './run-cli.ts'

const built = resolve(import.meta.dirname, '../../../dist/cli.js')

/** The command line as shell scripts under test start it. */
export interface CliService {
  /** Bash code that runs the command line with the script's arguments, folder and environment, and exits with its code. */
  readonly lines: string
  close(): Promise<void>
}

/**
 * Runs the command line for shell scripts in the test's own process, because starting a process takes a second per command. Uses a child
 * process in full mode, if `isProcess` is set, or if bash lacks `/dev/tcp`. Standard input is empty.
 */
export async function startCliService(run: Run | undefined, isProcess = inFull(true, false)): Promise<CliService> {
  const start = `exec "${process.execPath}" "${built}" "$@"`
  if (run === undefined || isProcess) return { lines: start, close: async () => {} }
  const folder = await mkdtemp(join(tmpdir(), 'specdrift-service-'))
  let commands = 0
  const serve = async (socket: Socket): Promise<void> => {
    const { argv, cwd, env } = await requestOf(socket)
    const results = join(folder, String(++commands))
    const { code, stdout, stderr } = await runCli(run, argv, {
      ...{ cwd, env, clock: Date.now, interrupted: () => new Promise(() => {}) },
    })
    await mkdir(results)
    await writeFile(join(results, 'stdout'), stdout)
    await writeFile(join(results, 'stderr'), stderr)
    socket.end(`${code} ${results}\n`)
  }
  const server = createServer((socket) => void serve(socket).catch((error) => socket.destroy(error)))
  const port = await listen(server)
  const lines = `{ exec 3<>/dev/tcp/127.0.0.1/${port}; } 2>/dev/null || ${start}
{ printf '%s\\0' "$PWD" "$#" "$@"; env -0; printf '\\0'; } >&3
read -r code results <&3 || exit 70
cat "$results/stderr" >&2
cat "$results/stdout"
exit "$code"
`
  return {
    lines,
    close: async () => {
      await new Promise((done) => server.close(done))
      await rm(folder, { recursive: true, force: true })
    },
  }
}

interface Request {
  readonly cwd: string
  readonly argv: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

/** Reads a request: folder, number of arguments, arguments, variables and an empty string, each terminated by NUL. */
async function requestOf(socket: Socket): Promise<Request> {
  let text = ''
  for await (const part of socket.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    text += part
    // Variables are never empty, so an empty item after the arguments is the end.
    const [cwd = '', count = '', ...items] = text.split('\0')
    const end = items.indexOf('', Number(count))
    if (!text.endsWith('\0') || end < 0 || end === items.length - 1) continue
    const variables = items.slice(Number(count), end).map((item) => {
      const at = item.indexOf('=')
      return [item.slice(0, at), item.slice(at + 1)] as const
    })
    return { cwd, argv: items.slice(0, Number(count)), env: Object.fromEntries(variables) }
  }
  throw new Error('a script ended before it had said what to run')
}
