import { type Ledger, type LedgerRow, reasonWords } from '../../model/diff/ledger.ts'
import { toolError } from '../../model/errors.ts'
import { joinPointer } from '../../util/pointer.ts'
import { once } from '../compare/once.ts'
import { isClaimed } from './claims.ts'
import { type Difference, differences } from './differences.ts'
import { doubtedObjects } from './facts.ts'
import { type OwnedDifference, outcomeOf, withOwner } from './outcome.ts'
import { type Context, type LedgerInput, sideOf } from './side.ts'

/** Assigns each difference to a finding or a reason. Throws EDIT_UNACCOUNTED if neither exists. */
export function createLedger(input: LedgerInput): Ledger {
  const open: Difference[] = [...differences(input.base.document.root, input.revision.document.root)].reverse()
  const { base, revision, comparison } = input
  const changes = [...comparison.changes, ...input.unread, ...comparison.ineffective.map(({ change }) => change)]
  const doubted = once(() => doubtedObjects(base, revision, changes, comparison.isUnchanged))
  const context = { base: sideOf(input, 'base'), revision: sideOf(input, 'revision'), doubted }
  const counts = { finding: 0, 'without-effect': 0, 'not-compared': 0 }
  const rows: LedgerRow[] = []
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    const entry = withOwner(one)
    const parts = partsOf(context, entry)
    if (parts !== undefined) {
      open.push(...parts)
      continue
    }
    const outcome = outcomeOf(context, entry)
    if (outcome === undefined) throw toolError('EDIT_UNACCOUNTED', [one.revision ?? one.base ?? ''])
    counts[outcome.kind]++
    if (outcome.kind === 'finding') continue
    const { kind: _, ...location } = one
    const { kind, reason } = outcome
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

/** Splits an added or removed value into its members, if some of them belong to a finding but the whole value doesn't. */
function partsOf(context: Context, entry: OwnedDifference): readonly Difference[] | undefined {
  const side = entry.base === undefined ? 'revision' : 'base'
  const pointer = entry[side] ?? ''
  if (entry.kind !== undefined || (entry.base !== undefined && entry.revision !== undefined)) return undefined
  const { document, findings, above } = context[side]
  const { kind, isCollection = false } = entry.owner
  const isSplit = above.has(pointer) || (isCollection && kind !== 'schema') || kind === 'components'
  const node = isSplit && !isClaimed(findings, pointer) ? document.at(pointer) : undefined
  if (typeof node !== 'object' || node === null) return undefined
  const parts = Object.keys(node).map((key) => ({ [side]: joinPointer(pointer, key) }))
  if (parts.length === 0) return undefined
  // Shared members of a path item, such as parameters, belong to its operations.
  const isPath = kind === 'path' && !isCollection && above.has(pointer)
  return isPath ? parts.filter((part) => isOwnPart(context, part)) : parts
}

function isOwnPart(context: Context, part: Difference): boolean {
  const side = part.base === undefined ? 'revision' : 'base'
  const pointer = part[side] ?? ''
  const { above, findings } = context[side]
  const { kind, keyword } = withOwner(part).owner
  return above.has(pointer) || (kind === 'operation' && keyword === undefined) || isClaimed(findings, pointer)
}
