import { graceMs } from '../../suite/running/grace.ts'
import type { RunStop } from '../../suite/running/stop.ts'
import { plural } from '../../util/text.ts'
import type { ExitCode, Shell, StopSignal } from '../shell/shell.ts'

const codes = { SIGINT: 130, SIGTERM: 143 } as const satisfies Record<StopSignal, ExitCode>

/** npm passes on to its child what the terminal has sent to both: within so many milliseconds it is one Ctrl-C. */
const sameMs = 100

/** A run that signals stop. */
export interface StoppableRun extends RunStop {
  /** How the process ends; undefined as long as no signal came. */
  code(): ExitCode | undefined
  /** Says what was not cleaned up, and listens no more. */
  end(): void
}

/** Listens for signals: the first stops the run in order, the second at once. Either way what is left behind is reported. */
export function stopOnSignal(shell: Shell): StoppableRun {
  const controller = new AbortController()
  const undone = new Map<number, string>()
  let first: StopSignal | undefined
  let isOne = true
  let timer: NodeJS.Timeout | undefined
  const sayStopping = (): void => {
    isOne = false
    shell.note(
      `stopping: no more requests are sent, cleanups run for up to ${graceMs / 1000} s; another ${first} stops at once\n`,
    )
  }
  const off = shell.signals?.on((signal) => {
    if (first === undefined) {
      first = signal
      controller.abort()
      timer = setTimeout(sayStopping, sameMs)
    } else if (!isOne) {
      sayLeft(shell, undone)
      shell.signals?.exit(codes[first])
    }
  })
  return {
    signal: controller.signal,
    undone,
    code: () => first && codes[first],
    end() {
      clearTimeout(timer)
      off?.()
      if (first !== undefined) sayLeft(shell, undone)
    },
  }
}

/** What tests have made and nothing has removed. */
function sayLeft(shell: Shell, undone: ReadonlyMap<number, string>): void {
  if (undone.size === 0) return
  const counts = new Map<string, number>()
  for (const test of undone.values()) counts.set(test, (counts.get(test) ?? 0) + 1)
  const list = [...counts].map(([test, count]) => `  "${test}"${count === 1 ? '' : ` (${count} cleanups)`}\n`)
  shell.note(`left behind, as ${plural(undone.size, 'cleanup')} did not run to the end:\n${list.join('')}`)
}
