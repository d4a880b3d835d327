import type { CliEnd, CliProcess } from './cli-process.ts'
import type { Run } from './run-cli.ts'

/**
 * Starts the command line in this process as `startCli` does in one of its own, for what happens after a signal. That a signal
 * reaches a process, and that a second one ends it at once, only a process shows.
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
  const held = (name: keyof typeof written, pattern: RegExp): Promise<void> =>
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
    noted: (pattern) => held('stderr', pattern),
    printed: (pattern) => held('stdout', pattern),
    feed: () => {},
    endInput: () => {},
    ended,
  }
}

async function* nothing(): AsyncGenerator<string> {}
