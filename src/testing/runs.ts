import process from 'node:process'

/** How often a property is tried, or a sequence goes on: the given number of times, multiplied by `SPECDRIFT_RUNS`. */
export function runsOf(usual: number): number {
  return Math.ceil(usual * Number(process.env.SPECDRIFT_RUNS ?? 1))
}

/** A size, or how often something is tried: all of it where `SPECDRIFT_FULL=1` asks for it, as `.ci/run` does, else a part. */
export function inFull<T>(full: T, part: T): T {
  return process.env.SPECDRIFT_FULL === '1' ? full : part
}

/** How often something is tried: `SPECDRIFT_TIMES`, or the given number of times. */
export function timesOf(usual: number): number {
  return Number(process.env.SPECDRIFT_TIMES ?? usual)
}
