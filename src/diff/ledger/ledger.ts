import { type Ledger, type LedgerRow, reasonWords } from '../../model/diff/ledger.ts'
import { toolError } from '../../model/errors.ts'
import type { Pointer } from '../../model/json.ts'
import { joinPointer, pointerTokens } from '../../util/pointer.ts'
import { type Context, contextOf, isClaimed, type LedgerInput } from './context.ts'
import { type Difference, differences } from './differences.ts'
import { ownerAt } from './objects.ts'
import { outcomeOf } from './outcome.ts'

/**
 * Assigns every location that differs to a finding, or to a row with the reason why it has no effect or was not compared.
 * Throws EDIT_UNACCOUNTED if a location belongs to neither.
 */
export function createLedger(input: LedgerInput): Ledger {
  const open: Difference[] = [...differences(input.base.root, input.revision.root)].reverse()
  const context = contextOf(input)
  const counts = { finding: 0, 'without-effect': 0, 'not-compared': 0 }
  const rows: LedgerRow[] = []
  for (let entry = open.pop(); entry !== undefined; entry = open.pop()) {
    const parts = partsOf(context, entry)
    if (parts !== undefined) {
      open.push(...parts)
      continue
    }
    const outcome = outcomeOf(context, entry)
    if (outcome === undefined) throw toolError('EDIT_UNACCOUNTED', [entry.revision ?? entry.base ?? ''])
    counts[outcome.kind]++
    if (outcome.kind === 'finding') continue
    const { kind, reason } = outcome
    const { kind: _, ...location } = entry
    rows.push({ ...location, outcome: kind, reason: reason.kind, because: reasonWords(reason) })
  }
  return {
    differences: counts.finding + rows.length,
    inFindings: counts.finding,
    withoutEffect: counts['without-effect'],
    notCompared: counts['not-compared'],
    rows,
  }
}

/** The members of what one version has, if some of them belong to a finding and the whole does not. */
function partsOf(context: Context, entry: Difference): readonly Difference[] | undefined {
  const side = entry.base === undefined ? 'revision' : 'base'
  if (entry.kind !== undefined || (entry.base !== undefined && entry.revision !== undefined)) return undefined
  const pointer = entry[side] ?? ''
  const { document, findings, above } = context[side]
  const { kind, isCollection = false } = ownerAt(pointerTokens(pointer))
  if (
    !(above.has(pointer) || (isCollection && kind !== 'schema') || kind === 'components') ||
    isClaimed(findings, pointer)
  )
    return undefined
  const node = document.at(pointer)
  if (typeof node !== 'object' || node === null) return undefined
  const keys = Object.keys(node)
  if (keys.length === 0) return undefined
  const parts = keys.map((key) => joinPointer(pointer, key))
  // Members that a path shares with its operations count as part of the operations.
  const isPath = kind === 'path' && !isCollection && above.has(pointer)
  const counted = isPath
    ? parts.filter((part) => above.has(part) || isOperation(part) || isClaimed(findings, part))
    : parts
  return counted.map((part) => ({ [side]: part }))
}

function isOperation(pointer: Pointer): boolean {
  const { kind, keyword } = ownerAt(pointerTokens(pointer))
  return kind === 'operation' && keyword === undefined
}
