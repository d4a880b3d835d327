import { matcherOf } from '../../util/operation-glob.ts'
import type { RateLimit } from './connection.ts'

/** Keeps requests apart. */
export interface Pace {
  /** Waits for the turn of a request and tells how long that was, in milliseconds. */
  turn(operation: string): Promise<number>
  /** The host asked for quiet: no turn comes before so many milliseconds are over. */
  pause(milliseconds: number): void
}

/** What time is to a caller; milliseconds. */
export interface Timing {
  readonly now: () => number
  readonly sleep: (milliseconds: number) => Promise<unknown>
}

/**
 * A token bucket per limit, kept as the time at which it is full again (the generic cell rate algorithm, ITU-T I.371):
 * turns are handed out in the order they are asked for.
 */
export function createPace(limits: readonly RateLimit[], { now, sleep }: Timing): Pace {
  const buckets = limits.map(({ perSecond, burst = 1, operations }) => ({
    interval: 1000 / perSecond,
    slack: ((burst - 1) * 1000) / perSecond,
    applies: operations === undefined ? () => true : matcherOf(operations),
    fullAt: 0,
  }))
  let quietUntil = 0
  return {
    async turn(operation) {
      const asked = now()
      const own = buckets.filter(({ applies }) => applies(operation))
      const turn = Math.max(asked, quietUntil, ...own.map(({ fullAt, slack }) => fullAt - slack))
      for (const bucket of own) bucket.fullAt = Math.max(bucket.fullAt, turn) + bucket.interval
      if (turn > asked) await sleep(turn - asked)
      return turn - asked
    },
    pause(milliseconds) {
      quietUntil = Math.max(quietUntil, now() + milliseconds)
    },
  }
}

/** Lets so many tasks run at once; the others wait in line. */
export function createGate(places: number): <T>(task: () => Promise<T>) => Promise<T> {
  const line: (() => void)[] = []
  let free = places
  return async (task) => {
    if (free > 0) free--
    else await new Promise<void>((resolve) => line.push(resolve))
    try {
      return await task()
    } finally {
      // The place goes straight to the next in line: nobody can overtake.
      const next = line.shift()
      if (next === undefined) free++
      else next()
    }
  }
}
