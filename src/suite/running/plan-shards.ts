import { byText } from '../../util/text.ts'

/** The suite files of one CI job. */
export interface PlannedShard {
  readonly files: readonly string[]
  /** Total of the files' last durations; 0 without measurements. */
  readonly milliseconds: number
}

/** Returns the last duration of each suite file in milliseconds. */
export function latestDurations(
  runs: readonly { readonly suites?: Readonly<Record<string, number>> }[],
): Readonly<Record<string, number>> {
  return Object.fromEntries(runs.flatMap(({ suites = {} }) => Object.entries(suites)))
}

/** Assigns the longest files first, each to the shortest shard (LPT, Graham 1969). Unmeasured files count as the mean. */
export function planShards(
  files: readonly string[],
  durations: Readonly<Record<string, number>>,
  count: number,
): readonly PlannedShard[] {
  const known = files.flatMap((file) => (Object.hasOwn(durations, file) ? [durations[file] ?? 0] : []))
  const mean = known.reduce((sum, each) => sum + each, 0) / Math.max(1, known.length)
  // Without measurements all weigh the same, which gives a round-robin distribution.
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
