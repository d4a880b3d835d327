import { graceMs } from '../../suite/running/grace.ts'
import type { RunStop } from '../../suite/running/stop.ts'
import { plural } from '../../util/text.ts'
import type { ExitCode, Shell, StopSignal } from '../shell/shell.ts'

const codes = { SIGINT: 130, SIGTERM: 143 } as const satisfies Record<StopSignal, ExitCode>

/** npm forwards Ctrl-C to its child, which also gets it from the terminal. Signals within this time in milliseconds count as one. */
const sameMs = 100

/** A run that can be stopped by signals. */
export interface StoppableRun extends RunStop {
  /** Returns the exit code, or undefined if no signal was received. */
  code(): ExitCode | undefined
  /** Reports resources that were not cleaned up and removes the signal listener. */
  end(): void
}

/** Handles signals: the first stops the run gracefully, the second exits immediately. Both report resources left behind. */
export function stopOnSignal(shell: Shell): StoppableRun {
  const controller = new AbortController()
  const unfinished = new Map<number, string>()
  let first: StopSignal | undefined
  let isOne = true
  let timer: NodeJS.Timeout | undefined
  const noteStopping = (): void => {
    isOne = false
    shell.note(
      `stopping: no more requests are sent, cleanup may take up to ${graceMs / 1000} s; another ${first} stops at once\n`,
    )
  }
  const off = shell.signals?.on((signal) => {
    if (first === undefined) {
      first = signal
      controller.abort()
      timer = setTimeout(noteStopping, sameMs)
    } else if (!isOne) {
      noteUnfinished(shell, unfinished)
      shell.signals?.exit(codes[first])
    }
  })
  return {
    signal: controller.signal,
    undone: unfinished,
    code: () => first && codes[first],
    end() {
      clearTimeout(timer)
      off?.()
      if (first !== undefined) noteUnfinished(shell, unfinished)
    },
  }
}

/** Reports cleanups of tests that did not finish. */
function noteUnfinished(shell: Shell, unfinished: ReadonlyMap<number, string>): void {
  if (unfinished.size === 0) return
  const counts = new Map<string, number>()
  for (const test of unfinished.values()) counts.set(test, (counts.get(test) ?? 0) + 1)
  const list = [...counts].map(([test, count]) => `  "${test}"${count === 1 ? '' : ` (${count} cleanups)`}\n`)
  shell.note(`left behind, because ${plural(unfinished.size, 'cleanup')} did not finish:\n${list.join('')}`)
}
