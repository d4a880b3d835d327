/** Spares a dead host, and the user the same time-out fifty times. */
export interface Breaker {
  /** `closed`: call. `probe`: call once, to see whether the host is back. `open`: do not call. */
  state(): 'closed' | 'probe' | 'open'
  /**
   * How the call went that `state` let through. `brokenBy`: the operation at which the host broke a connection off that it
   * had taken. However often one operation does so, that says no more about the host than once.
   */
  record(reached: boolean, brokenBy?: string): void
}

/** After so many calls in a row that reached nobody. */
export const breakerLimit = 5
const shortestRest = 1_000
const longestRest = 30_000

/** Opens after five lost calls in a row, and half opens for one probe after a second, then two, then four … */
export function createBreaker(now: () => number): Breaker {
  let lost = 0
  let lastBroken: string | undefined
  let rest = shortestRest
  let probeAt = 0
  return {
    state() {
      if (lost < breakerLimit) return 'closed'
      if (now() < probeAt) return 'open'
      // Nobody else probes while this probe is under way.
      probeAt = now() + longestRest
      return 'probe'
    },
    record(reached, brokenBy) {
      const isSame = !reached && brokenBy !== undefined && brokenBy === lastBroken
      lastBroken = reached ? undefined : brokenBy
      lost = reached ? 0 : isSame ? Math.max(1, lost) : lost + 1
      if (reached) rest = shortestRest
      if (lost < breakerLimit) return
      probeAt = now() + rest
      rest = Math.min(2 * rest, longestRest)
    },
  }
}
