import process from 'node:process'

/** How often a property is tried, or a sequence goes on: the given number of times, multiplied by `SPECDRIFT_RUNS`. */
export function runsOf(usual: number): number {
  return Math.ceil(usual * Number(process.env.SPECDRIFT_RUNS ?? 1))
}
