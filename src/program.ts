// Runs the command line with the streams, signals and exit code of this process. Started by `cli.ts`.
import { run, unexpected } from './commands/run.ts'
import { toolError } from './model/errors.ts'
import { printableLines } from './model/printable.ts'

// After an error, 1 would mean that there are findings.
process.on('uncaughtException', fail)

let isLost = false
for (const [stream, name] of [
  [process.stdout, 'standard output'],
  [process.stderr, 'standard error'],
] as const) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // `specdrift … | head` closes the pipe early, which is not an error.
    if (error.code === 'EPIPE' || isLost) return
    isLost = true
    const { message, hint } = toolError('WRITE_FAILED', [name, error.message], error)
    if (stream === process.stdout) process.stderr.write(`error: ${message}\nhint: ${hint}\n`)
  })
}
// A stream can report an error at any time, even after the run.
process.on('exit', () => {
  if (isLost) process.exitCode = 2
})

// Exit code if the process ends while the run is still waiting.
process.exitCode = 2
run({
  argv: process.argv.slice(2),
  env: process.env,
  stdout: process.stdout,
  stderr: process.stderr,
  stdin: process.stdin,
  cwd: process.cwd(),
  clock: Date.now,
  interrupted: () =>
    new Promise((resolve) => {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
    }),
  signals: {
    on: (listener) => {
      const listeners = (['SIGINT', 'SIGTERM'] as const).map((signal) => [signal, () => listener(signal)] as const)
      for (const [signal, hear] of listeners) process.on(signal, hear)
      return () => {
        for (const [signal, hear] of listeners) process.off(signal, hear)
      }
    },
    exit: (code) => process.exit(code),
  },
}).then((code) => {
  process.exitCode = code
  // A stopped run may have left a test that waits forever.
  if (code > 2) process.exit()
}, fail)

function fail(error: unknown): never {
  const debug = process.argv.includes('--debug')
  process.stderr.write(printableLines(`${unexpected(error, debug)}\n`))
  process.exit(2)
}
