// Why a mutant may survive. `at` is part of the line it begins on, `from` and `to` the change as the page shows it; what
// is left out fits any. Lines move, so none is named by its number.
export const left = [
  {
    file: 'baseline/match.ts',
    at: 'entry.expires !== undefined',
    to: 'true',
    kind: 'equivalent',
    why: 'undefined is less than no text',
  },
  {
    file: 'baseline/store.ts',
    at: "cause instanceof Error && 'code' in cause",
    from: "cause instanceof Error && 'code' in cause",
    kind: 'equivalent',
    why: 'for the type alone: whatever reading throws is an Error with a code',
  },
  {
    file: 'history/store.ts',
    at: "cause instanceof Error && 'code' in cause",
    from: "cause instanceof Error && 'code' in cause",
    kind: 'equivalent',
    why: 'for the type alone: whatever reading throws is an Error with a code',
  },
  {
    file: 'history/statistics.ts',
    at: "cause instanceof Error && 'code' in cause",
    from: "cause instanceof Error && 'code' in cause",
    kind: 'equivalent',
    why: 'for the type alone: whatever reading throws is an Error with a code',
  },
  {
    file: 'baseline/entry-lines.ts',
    at: 'errors[0]?.offset',
    kind: 'open',
    why: 'of 20 texts tried, JSON.parse refused none that jsonc-parser took without an error',
  },
  {
    file: 'references/bundle.ts',
    at: 'const budget',
    kind: 'costly',
    why: 'the default limits, 500 MB and 5 minutes; the limits themselves are tested with small ones',
  },
  {
    file: 'references/bundle.ts',
    at: 'performance.now() - started > limits.milliseconds',
    to: 'performance.now() - started >= limits.milliseconds',
    kind: 'equivalent',
    why: 'a clock does not stand still at the exact limit',
  },
  {
    file: 'diff/assumed.ts',
    at: "?? ''",
    from: "''",
    kind: 'equivalent',
    why: 'for the type alone: a change has a before or an after',
  },
  {
    file: 'diff/judge.ts',
    at: "byText(a.direction ?? '', b.direction ?? '')",
    from: "''",
    kind: 'equivalent',
    why: 'uses without a direction are alike in one operation: nothing sorts before or behind them',
  },
  {
    file: 'diff/judge.ts',
    at: 'direction === undefined ? {} : { direction }',
    from: 'direction === undefined',
    to: 'false',
    kind: 'equivalent',
    why: 'a fingerprint takes an absent direction and an undefined one for the same',
  },
]
