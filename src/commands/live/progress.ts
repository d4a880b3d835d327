import type { RunProgress } from '../../run/live/progress.ts'
import type { Shell } from '../shell/shell.ts'

/** Milliseconds after which the time is shown anew, whatever happens. */
const refreshMs = 500

/** The progress of a run as it is shown. */
export interface ShownProgress extends RunProgress {
  /** Takes it away. */
  end(): void
}

/** Shows on a terminal which phase a run is in, the operations called of all, and the time; undefined where there is none. */
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
  // It keeps no process alive.
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
