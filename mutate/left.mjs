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
]
