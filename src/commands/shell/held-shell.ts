import type { Log, LogEntry } from '../../model/log.ts'
import { levelOfNote } from './log.ts'
import type { Shell } from './shell.ts'

/** A shell whose output waits until it is its turn. */
export interface HeldShell {
  readonly shell: Shell
  /** Writes a line that is not of its log. */
  head(text: string): void
  /** Writes what was held, in its order, and holds nothing from now on. */
  release(): void
}

/** Holds the output of one of several runs at the same time, which has a log of its own. */
export function holdShell(shell: Shell): HeldShell {
  const entries: LogEntry[] = []
  const held: (() => void)[] = []
  let isHeld = true
  const orHold = (write: () => void): void => {
    if (isHeld) held.push(write)
    else write()
  }
  const log: Log = (level, message, fields = {}) => {
    entries.push({ level, time: shell.clock(), message, fields })
    orHold(() => shell.log(level, message, fields))
  }
  // A line that is written anew is of one run.
  const { progressLine: _, ...rest } = shell
  return {
    shell: {
      ...rest,
      log,
      note: (text) => log(levelOfNote(text), text),
      print: (text) => orHold(() => shell.print(text)),
      logged: () => entries,
    },
    head: (text) => orHold(() => shell.note(text)),
    release() {
      isHeld = false
      for (const write of held.splice(0)) write()
    },
  }
}

/** A shell that holds nothing, with a log that begins with its heading. */
export function openShell(shell: Shell): HeldShell {
  let from = shell.logged().length
  return {
    shell: { ...shell, logged: () => shell.logged().slice(from) },
    head(text) {
      shell.note(text)
      from = shell.logged().length
    },
    release: () => {},
  }
}
