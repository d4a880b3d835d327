// What `cli.ts` starts: the command line with the streams, the signals and the exit code of this process.
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
    // `specdrift … | head` closes the pipe early: that is the reader's right, not an error.
    if (error.code === 'EPIPE' || isLost) return
    isLost = true
    const { message, hint } = toolError('WRITE_FAILED', [name, error.message], error)
    if (stream === process.stdout) process.stderr.write(`error: ${message}\nhint: ${hint}\n`)
  })
}
// Before or after the run has ended: a stream reports at any time.
process.on('exit', () => {
  if (isLost) process.exitCode = 2
})

// Of a run that waits for what does not come.
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
  // A run that was stopped may have left a test waiting for something that does not come.
  if (code > 2) process.exit()
}, fail)

function fail(error: unknown): never {
  const debug = process.argv.includes('--debug')
  process.stderr.write(printableLines(`${unexpected(error, debug)}\n`))
  process.exit(2)
}
