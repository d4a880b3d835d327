import type { LedgerRow } from '../../model/diff/ledger.ts'
import type { Report } from '../../model/report.ts'
import { plural } from '../../util/text.ts'

/** Counts edits outside findings: `3 edits without effect · 1 not compared (no operation uses the changed parts)`. May be empty. */
export function ledgerWords({ ledger }: Report): string {
  if (ledger === undefined) return ''
  const { withoutEffect, notCompared, rows } = ledger
  const unused = rows.filter(({ outcome, reason }) => outcome === 'not-compared' && reason === 'unused').length
  const because =
    unused < notCompared ? `, ${notCompared - unused} of them may matter` : ' (no operation uses the changed parts)'
  return [
    ...(withoutEffect > 0 ? [`${plural(withoutEffect, 'edit')} without effect`] : []),
    ...(notCompared > 0 ? [`${notCompared} not compared${because}`] : []),
  ].join(' · ')
}

/** Returns the location of an edit, in the revision if present, otherwise in the base. */
export function ledgerLocation({ base, revision }: Pick<LedgerRow, 'base' | 'revision'>): string {
  return revision === undefined ? `${base ?? ''} (base)` : revision
}

/** Returns the headline of a diff without findings, or undefined if the documents are equal. */
export function noEffectWords(report: Report): string | undefined {
  const edits = ledgerWords(report)
  const unchecked = report.notChecked.length === 0 ? '' : `, ${report.notChecked.length} not checked`
  return edits === '' ? undefined : `No change that matters: ${edits}${unchecked}`
}
