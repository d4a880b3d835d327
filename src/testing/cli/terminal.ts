import { type ChildProcess, spawn } from 'node:child_process'

/** A persistent shell, like a terminal: current folder, variables and `$?` survive between commands. */
export interface Terminal {
  /** Runs a command and returns its stdout and stderr. */
  run(command: string): Promise<string>
  /** Starts a long-running command such as a server. */
  start(command: string): Promise<void>
  /** Stops the started command like Ctrl-C. */
  stop(): Promise<void>
  /** Resolves when new output of the started command matches. Rejects if it exits before. */
  shows(isExpected: (output: string) => boolean): Promise<string>
  close(): Promise<void>
}

export function openTerminal(cwd: string, env: Readonly<Record<string, string>>): Terminal {
  const shell = spawn('bash', ['--noprofile', '--norc'], { cwd, env, detached: true })
  let seen = ''
  let changed = (): void => {}
  let hasEnded = false
  for (const stream of [shell.stdout, shell.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      seen += text
      changed()
    })
  shell.on('exit', () => {
    hasEnded = true
    changed()
  })
  const ask = async (text: string, isThere: (output: string) => boolean): Promise<string> => {
    if (text !== '') shell.stdin.write(text)
    while (!isThere(seen)) {
      if (hasEnded) throw new Error(`the terminal has ended: ${seen}`)
      await new Promise<void>((done) => {
        changed = done
      })
    }
    const output = seen
    seen = ''
    return output
  }
  const toEnd = async (command: string): Promise<string> => {
    // Commands don't output this mark. The subshell preserves `$?` for the next command.
    const text = `{ ${command}\n} 2>&1; code=$?; printf '\\1'; (exit $code)\n`
    return (await ask(text, (output) => output.includes('\u0001'))).replace('\u0001', '')
  }
  return {
    run: toEnd,
    start: async (command) => void (await toEnd(`${command} &\nserver=$!`)),
    stop: async () => void (await toEnd('kill $server; wait $server 2>/dev/null')),
    shows: (isExpected) => ask('', isExpected),
    close: () => endGroup(shell, () => hasEnded),
  }
}

/** Kills a shell with all its child processes. */
async function endGroup(shell: ChildProcess, hasEnded: () => boolean): Promise<void> {
  if (hasEnded() || shell.pid === undefined) return
  const ended = new Promise((done) => shell.once('exit', done))
  process.kill(-shell.pid, 'SIGKILL')
  await ended
}
