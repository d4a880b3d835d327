import type { Coverage, CoverageKind, Report, Share } from '../../model/report.ts'

/** Display names of the kinds of coverage, in display order. */
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

// Object.keys returns string[]; the keys are those of the typed table.
const all = Object.keys(coverageNames) as readonly Counted[]

/** Returns the coverage of one kind. `operations` and `statuses` have their own field names in the report. */
export function shareOf({ operations, statuses, ...coverage }: Coverage, kind: Counted): Share {
  if (kind === 'operations') return { seen: operations.called, total: operations.total }
  return kind === 'statuses' ? { seen: statuses.seen, total: statuses.documented } : coverage[kind]
}

/** Returns coverage in words: `operations 100 % · statuses 78 %`. Omits kinds without documented parts. */
export function coverageWords(coverage: Coverage, kinds: readonly Counted[] = all): string {
  return kinds
    .map((kind) => ({ kind, ...shareOf(coverage, kind) }))
    .filter(({ kind, total }) => total > 0 || kind === 'operations')
    .map(({ kind, seen, total }) => `${coverageNames[kind]} ${percent(seen, total)}`)
    .join(' · ')
}

/** Returns coverage below its minimum: `statuses 64 % (9 of 14), 70 % required`. Empty for a shard, which sees only part of the API. */
export function shortfallsOf({ coverage, shard }: Pick<Report, 'coverage' | 'shard'>): readonly string[] {
  if (coverage === undefined || shard !== undefined) return []
  return all.flatMap((kind) => {
    const wanted = coverage.minimum?.[kind]
    const { seen, total } = shareOf(coverage, kind)
    if (wanted === undefined || seen >= wanted * total) return []
    const share = `${coverageNames[kind]} ${percent(seen, total)} (${seen} of ${total})`
    return [`${share}, ${Number((wanted * 100).toFixed(2))} % required`]
  })
}

/** Formats a share in whole percent. Rounds down to 99 unless everything is covered. */
export function percent(part: number, whole: number): string {
  return whole === 0 ? '–' : `${part === whole ? 100 : Math.min(99, Math.round((100 * part) / whole))} %`
}
