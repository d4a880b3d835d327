import { byText } from '../util/text.ts'
import type { RunRecord } from './run-record.ts'

/** The part of the suites that one job runs. */
export interface PlannedShard {
  readonly files: readonly string[]
  /** As long as its files took; 0 where nothing was measured. */
  readonly milliseconds: number
}

/** What each suite file took when it was last run. */
export function latestDurations(runs: readonly RunRecord[]): Readonly<Record<string, number>> {
  return Object.fromEntries(runs.flatMap(({ suites = {} }) => Object.entries(suites)))
}

/**
 * Deals files out so that the shards end together: the longest first, each to the shard with the least so far (LPT,
 * Graham 1969: at most 4/3 of the best). A file that was never measured counts as long as the mean. No shard is
 * empty, so there may be fewer.
 */
export function planShards(
  files: readonly string[],
  durations: Readonly<Record<string, number>>,
  count: number,
): readonly PlannedShard[] {
  const known = files.flatMap((file) => (Object.hasOwn(durations, file) ? [durations[file] ?? 0] : []))
  const mean = known.reduce((sum, each) => sum + each, 0) / Math.max(1, known.length)
  // Where nothing was measured all weigh the same, and are dealt out in turn.
  const weight = (file: string): number => Math.max(1, Object.hasOwn(durations, file) ? (durations[file] ?? 0) : mean)
  const shards = Array.from({ length: Math.min(count, files.length) }, () => ({ files: [] as string[], total: 0 }))
  const longestFirst = [...files].sort((a, b) => weight(b) - weight(a) || byText(a, b))
  for (const file of longestFirst) {
    const [first, ...others] = shards
    if (first === undefined) break
    const least = others.reduce((best, shard) => (shard.total < best.total ? shard : best), first)
    least.files.push(file)
    least.total += weight(file)
  }
  return shards.map(({ files: own, total }) => ({
    files: own.sort(byText),
    milliseconds: known.length === 0 ? 0 : Math.round(total),
  }))
}
