import type { RunProgress } from '../../run/live/progress.ts'
import type { Shell } from '../shell/shell.ts'

/** Refresh interval of the elapsed time in milliseconds. */
const refreshMs = 500

/** Progress display of a run. */
export interface ShownProgress extends RunProgress {
  end(): void
}

/** Shows phase, number of called operations and elapsed time on a terminal. Returns undefined elsewhere. */
export function showProgress({ progressLine, clock }: Shell, api: string): ShownProgress | undefined {
  if (progressLine === undefined) return undefined
  const startedAt = clock()
  const called = new Set<string>()
  let total = 0
  let phase = 'reading the description'
  const show = (): void => {
    const operations = total === 0 ? '' : `  ${Math.min(called.size, total)} of ${total} operations`
    progressLine.show(`${api}  ${phase}${operations}  ${((clock() - startedAt) / 1000).toFixed(1)} s`)
  }
  const timer = setInterval(show, refreshMs)
  // Don't keep the process alive.
  timer.unref()
  show()
  return {
    phase(name) {
      phase = name
      show()
    },
    operations(count) {
      total = count
      show()
    },
    called(operation) {
      if (called.has(operation)) return
      called.add(operation)
      show()
    },
    end() {
      clearInterval(timer)
      progressLine.clear()
    },
  }
}
