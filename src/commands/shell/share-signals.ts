import type { HeldShell } from './held-shell.ts'
import type { ExitCode, Signals, StopSignal } from './shell.ts'

/** Signals that several runs at the same time hear. */
export interface SharedSignals {
  readonly signals: Signals
  /** Listens no more. */
  end(): void
}

const codes: Readonly<Record<StopSignal, ExitCode>> = { SIGINT: 130, SIGTERM: 143 }

/**
 * One listener of the process for several runs: one that starts a runner takes the listeners away that are added
 * meanwhile. Before the process ends, what they all have left behind is written.
 */
export function shareSignals(signals: Signals, held: () => readonly Pick<HeldShell, 'release'>[]): SharedSignals {
  const hearing = new Set<(signal: StopSignal) => void>()
  const exit = (code: ExitCode): void => {
    // All that hear the signal speak first.
    setImmediate(() => {
      for (const one of held()) one.release()
      signals.exit(code)
    })
  }
  const off = signals.on((signal) => {
    if (hearing.size === 0) exit(codes[signal])
    for (const hear of [...hearing]) hear(signal)
  })
  return {
    signals: {
      on(listener) {
        hearing.add(listener)
        return () => void hearing.delete(listener)
      },
      exit,
    },
    end: off,
  }
}
