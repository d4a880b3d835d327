/** Stops calling an unreachable host, so that a run does not wait for the same timeout fifty times. */
export interface Breaker {
  /** `closed`: call. `probe`: call once, to see whether the host is back. `open`: do not call. */
  state(): 'closed' | 'probe' | 'open'
  /**
   * The result of the call that `state` allowed. `brokenBy`: the operation at which the host broke a connection off that it
   * had accepted. Repeated breaks of one operation count once.
   */
  record(reached: boolean, brokenBy?: string): void
}

/** Opens after this number of calls in a row without a response. */
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
      // No other call is sent while this probe is pending.
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
