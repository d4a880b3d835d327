import { type ChildProcess, spawn } from 'node:child_process'

/** A shell that is kept between commands, as a terminal is: folder, variables and `$?` stay. */
export interface Terminal {
  /** Runs a command to its end and returns what it wrote to stdout and stderr. */
  run(command: string): Promise<string>
  /** Starts a command that goes on, such as a server. */
  start(command: string): Promise<void>
  /** Ends the command that was started, as Ctrl-C does. */
  stop(): Promise<void>
  /** Resolves when what the started command wrote since the last call matches; rejects when it has ended before. */
  shows(isExpected: (output: string) => boolean): Promise<string>
  close(): Promise<void>
}

/** Opens a terminal in a folder. */
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
    // The mark cannot be written by a command, and `$?` of the next command is that of this one.
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

/** Ends a shell with everything that it started. */
async function endGroup(shell: ChildProcess, hasEnded: () => boolean): Promise<void> {
  if (hasEnded() || shell.pid === undefined) return
  const ended = new Promise((done) => shell.once('exit', done))
  process.kill(-shell.pid, 'SIGKILL')
  await ended
}
