import type { CliEnd, CliProcess } from './cli-process.ts'
import type { Run } from './run-cli.ts'

/**
 * Runs the command line in this process with the interface of `startCli`, for tests of signal handling. Delivery of signals, and that a
 * second signal terminates at once, need a real process.
 */
export function startCliHere(run: Run, argv: readonly string[], { cwd }: { readonly cwd: string }): CliProcess {
  const listeners = new Set<(signal: 'SIGINT' | 'SIGTERM') => void>()
  const written = { stdout: '', stderr: '' }
  const waiting = new Set<() => void>()
  let end: CliEnd | undefined
  const changed = (): void => {
    for (const check of waiting) check()
  }
  const output = (name: keyof typeof written) => ({
    write: (text: string) => {
      written[name] += text
      changed()
    },
  })
  const ended = run({
    argv,
    env: {},
    stdout: output('stdout'),
    stderr: output('stderr'),
    stdin: nothing(),
    cwd,
    clock: Date.now,
    interrupted: () => new Promise(() => {}),
    signals: {
      on: (listener) => {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
      exit: () => {
        throw new Error('only a process can be ended at once')
      },
    },
  }).then((code): CliEnd => {
    end = { code, signal: null, ...written }
    changed()
    return end
  })
  const waitFor = (name: keyof typeof written, pattern: RegExp): Promise<void> =>
    new Promise((done, fail) => {
      const check = (): void => {
        if (pattern.test(written[name])) done()
        else if (end !== undefined) fail(new Error(`it ended without saying ${pattern}: ${written.stderr}`))
        else return
        waiting.delete(check)
      }
      waiting.add(check)
      check()
    })
  return {
    kill: (signal) => {
      if (signal !== 'SIGINT' && signal !== 'SIGTERM') throw new Error(`${signal} ends a process`)
      for (const listener of [...listeners]) listener(signal)
    },
    noted: (pattern) => waitFor('stderr', pattern),
    printed: (pattern) => waitFor('stdout', pattern),
    feed: () => {},
    endInput: () => {},
    ended,
  }
}

async function* nothing(): AsyncGenerator<string> {}
