import process from 'node:process'

/** Returns the number of property test runs: the default multiplied by `SPECDRIFT_RUNS`. */
export function runsOf(usual: number): number {
  return Math.ceil(usual * Number(process.env.SPECDRIFT_RUNS ?? 1))
}

/** Returns the first value in full mode (`SPECDRIFT_FULL=1`, as in `.ci/run`), otherwise the second. */
export function inFull<T>(full: T, part: T): T {
  return process.env.SPECDRIFT_FULL === '1' ? full : part
}

/** Returns the number of repetitions: `SPECDRIFT_TIMES` or the default. */
export function timesOf(usual: number): number {
  return Number(process.env.SPECDRIFT_TIMES ?? usual)
}
