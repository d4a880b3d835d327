import type { Coverage, CoverageKind, Report, Share } from '../../model/report.ts'

/** Everything coverage is counted of, in the order it is shown, as it is called. */
export const coverageNames: Readonly<Record<CoverageKind | 'operations', string>> = {
  operations: 'operations',
  parameters: 'parameters',
  statuses: 'statuses',
  contentTypes: 'content types',
  headers: 'headers',
  properties: 'properties',
  values: 'enum values',
}

type Counted = keyof typeof coverageNames

// The keys of a table are its own type's; Object.keys only says string.
const all = Object.keys(coverageNames) as readonly Counted[]

/** The share of one kind, whatever its counts are called in the report. */
export function shareOf({ operations, statuses, ...coverage }: Coverage, kind: Counted): Share {
  if (kind === 'operations') return { seen: operations.called, total: operations.total }
  return kind === 'statuses' ? { seen: statuses.seen, total: statuses.documented } : coverage[kind]
}

/** `operations 100 % · statuses 78 %`: what is documented, all kinds unless named. */
export function coverageWords(coverage: Coverage, kinds: readonly Counted[] = all): string {
  return kinds
    .map((kind) => ({ kind, ...shareOf(coverage, kind) }))
    .filter(({ kind, total }) => total > 0 || kind === 'operations')
    .map(({ kind, seen, total }) => `${coverageNames[kind]} ${percent(seen, total)}`)
    .join(' · ')
}

/** What makes a run fail although nothing drifted: `statuses 64 % (9 of 14), 70 % are asked for`. Never in a shard, which is only a part. */
export function shortfallsOf({ coverage, shard }: Pick<Report, 'coverage' | 'shard'>): readonly string[] {
  if (coverage === undefined || shard !== undefined) return []
  return all.flatMap((kind) => {
    const wanted = coverage.minimum?.[kind]
    const { seen, total } = shareOf(coverage, kind)
    if (wanted === undefined || seen >= wanted * total) return []
    const share = `${coverageNames[kind]} ${percent(seen, total)} (${seen} of ${total})`
    return [`${share}, ${Number((wanted * 100).toFixed(2))} % are asked for`]
  })
}

/** A share in whole per cent; 100 only when nothing is missing. */
export function percent(part: number, whole: number): string {
  return whole === 0 ? '–' : `${part === whole ? 100 : Math.min(99, Math.round((100 * part) / whole))} %`
}
