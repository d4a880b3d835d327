import { flawsOf } from '../../description/dialects/operations.ts'
import { parseDocument } from '../../description/reading/parse.ts'
import type { DescriptionComparison } from '../../diff/compare/descriptions.ts'
import { createLedger } from '../../diff/ledger/ledger.ts'
import type { Change } from '../../model/diff/change.ts'
import type { Ledger } from '../../model/diff/ledger.ts'
import type { Document } from '../../model/document.ts'
import type { Finding } from '../../model/finding.ts'
import type { JsonObject } from '../../model/json.ts'
import type { Description } from '../../model/operation.ts'
import { compareDocuments } from '../../run/contract/diff.ts'

interface Compared {
  readonly base: Description
  readonly revision: Description
  readonly comparison: DescriptionComparison
  readonly judged: ReadonlySet<Change>
}

/** Returns the ledger of a comparison. Throws if an edit is unaccounted for. */
export function ledgerOf({ base, revision, comparison, judged }: Compared): Ledger {
  const [before, after] = [base.document, revision.document]
  const flaws = { base: flawsOf(before), revision: flawsOf(after) }
  return createLedger({ base, revision, comparison, judged, unread: [], flaws })
}

/** Returns the ledger that `diff` computes for two descriptions. */
export function ledgerBetween(base: JsonObject, revision: JsonObject): Ledger {
  return compareDocuments(jsonDocument(base), jsonDocument(revision), { today: '2026-01-31' }).ledger()
}

export function jsonDocument(root: JsonObject): Document {
  return parseDocument({ content: JSON.stringify(root), name: 'a.json', file: 'a.json' })
}

/** Checks a ledger for unaccounted edits, wrong totals and findings without an edit. Returns errors. */
export function ledgerFaults(comparison: {
  readonly findings: readonly Finding[]
  readonly ledger: () => Ledger
}): string[] {
  try {
    const { differences, inFindings, withoutEffect, notCompared, rows } = comparison.ledger()
    const isSum =
      inFindings + withoutEffect + notCompared === differences && rows.length === withoutEffect + notCompared
    return [
      ...(isSum ? [] : ['the totals of the ledger do not add up']),
      ...(comparison.findings.length > 0 && differences === 0 ? ['has findings, and no location differs'] : []),
    ]
  } catch (error) {
    return [String(error)]
  }
}
