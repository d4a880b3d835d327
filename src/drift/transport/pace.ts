import { matcherOf } from '../../util/operation-glob.ts'
import type { RateLimit } from './connection.ts'

/** Limits the rate of requests. */
export interface Pace {
  /** Waits for the request's turn and returns the wait in milliseconds. */
  turn(operation: string): Promise<number>
  /** Pauses all requests, as the server asked. */
  pause(milliseconds: number): void
}

/** The clock of a caller, in milliseconds. */
export interface Timing {
  readonly now: () => number
  readonly sleep: (milliseconds: number) => Promise<unknown>
}

/** Creates a token bucket per limit (generic cell rate algorithm, ITU-T I.371). Turns are granted in request order. */
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
      const requestedAt = now()
      const own = buckets.filter(({ applies }) => applies(operation))
      const turn = Math.max(requestedAt, quietUntil, ...own.map(({ fullAt, slack }) => fullAt - slack))
      for (const bucket of own) bucket.fullAt = Math.max(bucket.fullAt, turn) + bucket.interval
      if (turn > requestedAt) await sleep(turn - requestedAt)
      return turn - requestedAt
    },
    pause(milliseconds) {
      quietUntil = Math.max(quietUntil, now() + milliseconds)
    },
  }
}

/** Limits the number of concurrent tasks; the others wait in order. */
export function createGate(slots: number): <T>(task: () => Promise<T>) => Promise<T> {
  const line: (() => void)[] = []
  let free = slots
  return async (task) => {
    if (free > 0) free--
    else await new Promise<void>((resolve) => line.push(resolve))
    try {
      return await task()
    } finally {
      // Passing the slot to the next task directly keeps the order.
      const next = line.shift()
      if (next === undefined) free++
      else next()
    }
  }
}
