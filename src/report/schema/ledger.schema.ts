import { type Ledger, type LedgerRow, reasonKinds } from '../../model/diff/ledger.ts'
import { count, described, list, maybe, object } from './schema-parts.ts'

export const ledger = object<Ledger>({
  differences: { ...count, description: 'Locations that differ: `inFindings` + `withoutEffect` + `notCompared`.' },
  inFindings: { ...count, description: 'Includes findings that a baseline accepts or a filter hides.' },
  withoutEffect: count,
  notCompared: count,
  rows: list(
    object<LedgerRow>({
      base: maybe(described('JSON Pointer in the base.')),
      revision: maybe(described('JSON Pointer in the revision.')),
      outcome: { enum: ['without-effect', 'not-compared'] },
      reason: { enum: reasonKinds },
      because: described('The reason as a sentence.'),
    }),
  ),
})
