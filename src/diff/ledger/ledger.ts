import type { Change } from '../../model/diff/change.ts'
import type { EffectReason, Ledger, LedgerRow, NotComparedReason } from '../../model/diff/ledger.ts'
import { reasonWords } from '../../model/diff/ledger.ts'
import type { Document, Flaw } from '../../model/document.ts'
import { toolError } from '../../model/errors.ts'
import type { Pointer } from '../../model/json.ts'
import { own } from '../../util/json.ts'
import { joinPointer, parentOf, pointerTokens } from '../../util/pointer.ts'
import type { DescriptionComparison } from '../compare/descriptions.ts'
import { addClaims, type Claims } from './claims.ts'
import { type Difference, differences } from './differences.ts'
import { ownerAt } from './objects.ts'
import { inPlaceOf, reachedFrom } from './references.ts'
import { componentOf, fallbackReason, neutralReason, ownerOf } from './without-effect.ts'

/** What a ledger is made of. */
export interface LedgerInput {
  readonly base: Document
  readonly revision: Document
  readonly comparison: DescriptionComparison
  /** The changes that became findings, of whatever severity. */
  readonly judged: ReadonlySet<Change>
  /** Changes that were dropped because a part of a description could not be read. */
  readonly unread: readonly Change[]
  /** What is wrong with either document. */
  readonly flaws: { readonly base: readonly Flaw[]; readonly revision: readonly Flaw[] }
}

type Outcome =
  | { readonly kind: 'finding' }
  | { readonly kind: 'without-effect'; readonly reason: EffectReason }
  | { readonly kind: 'not-compared'; readonly reason: NotComparedReason }

/** One document of the comparison, with what is known of its locations. */
export interface Side {
  readonly document: Document
  readonly findings: Claims
  /** Every location above a claim of a finding. */
  readonly above: ReadonlySet<Pointer>
  readonly compared: ReadonlySet<Pointer>
  /** The compared schemas and those that apply to the same values. */
  readonly inPlace: () => ReadonlySet<Pointer>
  readonly joint: () => ReadonlySet<Pointer>
  /** Components that compared schemas refer to. */
  readonly belowCompared: () => ReadonlySet<Pointer>
  readonly unread: Claims
  readonly flaws: readonly Flaw[]
  /** Components that the findings lead to. */
  readonly ofFindings: () => ReadonlySet<Pointer>
  /** Components that operations lead to. */
  readonly used: () => ReadonlySet<Pointer>
}

const sides = ['base', 'revision'] as const
const finding: Outcome = { kind: 'finding' }

/**
 * Assigns every location that differs to a finding, or to a row with the reason why it has no effect or was not compared.
 * Throws EDIT_UNACCOUNTED if a location belongs to neither.
 */
export function createLedger(input: LedgerInput): Ledger {
  const open: Difference[] = [...differences(input.base.root, input.revision.root)].reverse()
  const context = {
    base: sideOf(input, 'base'),
    revision: sideOf(input, 'revision'),
    ineffective: ineffectiveOf(input),
  }
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

/** What attributes an edit. */
export interface Context {
  readonly base: Side
  readonly revision: Side
  /** The reasons of edits that the comparison found and dropped, by location. */
  readonly ineffective: Readonly<Record<'base' | 'revision', Reasons>>
}

interface Reasons {
  readonly whole: ReadonlyMap<Pointer, EffectReason>
  readonly exact: ReadonlyMap<Pointer, EffectReason>
}

function sideOf(input: LedgerInput, side: 'base' | 'revision'): Side {
  const document = input[side]
  const [findings, unread] = [emptyClaims(), emptyClaims()]
  for (const change of input.comparison.changes)
    if (input.judged.has(change)) addClaims(findings, change, side, document)
  for (const change of input.unread) addClaims(unread, change, side, document)
  const above = new Set<Pointer>()
  for (const pointer of [...findings.whole, ...findings.exact]) {
    for (let at = parentOf(pointer); at !== '' && !above.has(at); at = parentOf(at)) above.add(at)
  }
  return {
    document,
    findings,
    above,
    compared: input.comparison.compared[side],
    inPlace: once(() => inPlaceOf(document, input.comparison.compared[side])),
    joint: once(() => inPlaceOf(document, findings.joint)),
    belowCompared: once(() =>
      reachedFrom(
        document,
        [...input.comparison.compared[side]].map((pointer) => document.at(pointer)),
      ),
    ),
    unread,
    flaws: input.flaws[side],
    ofFindings: once(() =>
      reachedFrom(
        document,
        [...findings.roots].map((pointer) => document.at(pointer)),
      ),
    ),
    used: once(() =>
      reachedFrom(
        document,
        ['paths', 'webhooks'].map((key) => own(document.root, key)),
      ),
    ),
  }
}

function ineffectiveOf(input: LedgerInput): Context['ineffective'] {
  const { comparison, judged } = input
  const dropped = comparison.changes
    .filter((change) => !judged.has(change))
    .map((change) => ({ change, reason: { kind: 'allowed-around' } as const }))
  const all = [...comparison.ineffective, ...dropped]
  const reasonsIn = (side: 'base' | 'revision'): Reasons => {
    const [whole, exact] = [new Map<Pointer, EffectReason>(), new Map<Pointer, EffectReason>()]
    for (const { change, reason } of all) {
      const claims = emptyClaims()
      addClaims(claims, change, side, input[side])
      for (const pointer of claims.whole) whole.set(pointer, reason)
      for (const pointer of claims.exact) exact.set(pointer, reason)
    }
    return { whole, exact }
  }
  return { base: reasonsIn('base'), revision: reasonsIn('revision') }
}

function ineffectiveReason({ ineffective }: Context, entry: Difference): EffectReason | undefined {
  for (const side of sides) {
    const { whole, exact } = ineffective[side]
    const pointer = entry[side]
    if (pointer === undefined || whole.size + exact.size === 0) continue
    const owner = ancestorsOf(pointer).find((one) => whole.has(one))
    const reason = exact.get(pointer) ?? (owner === undefined ? undefined : whole.get(owner))
    if (reason !== undefined) return reason
  }
  return undefined
}

function emptyClaims(): Claims {
  return { whole: new Set(), exact: new Set(), roots: new Set(), joint: new Set() }
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
  // What a path says for all its operations belongs to them.
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

function outcomeOf(context: Context, entry: Difference): Outcome | undefined {
  return (
    ofFinding(context, entry) ??
    ofUnread(context, entry) ??
    ofReason(ineffectiveReason(context, entry)) ??
    ofReason(neutralReason(context, entry)) ??
    ofNewComponent(context, entry) ??
    ofJointEdit(context, entry) ??
    ofReason(fallbackReason(context, entry)) ??
    ofComponent(context, entry)
  )
}

function ofReason(reason: EffectReason | undefined): Outcome | undefined {
  return reason && { kind: 'without-effect', reason }
}

function ofFinding(context: Context, entry: Difference): Outcome | undefined {
  // An object that becomes something else is one location.
  const isLeaf = entry.kind === undefined && entry.base !== undefined && entry.revision !== undefined
  if (isLeaf && sides.some((side) => context[side].above.has(entry[side] ?? ''))) return finding
  if (isClaimedBy({ base: context.base.findings, revision: context.revision.findings }, entry)) return finding
  const isReference = sides.some((side) => {
    const { findings, above } = context[side]
    return targetsOf(context[side].document, entry[side]).some(
      (target) => findings.exact.has(target) || isClaimed(findings, target) || above.has(target),
    )
  })
  return isReference ? finding : undefined
}

/** A `$ref` that leads to something else. */
export function targetsOf(document: Document, pointer: Pointer | undefined): readonly Pointer[] {
  const node = pointer === undefined ? undefined : document.at(pointer)
  const ref = pointer?.endsWith('/$ref') ? node : own(node, '$ref')
  const target = typeof ref === 'string' ? document.resolve(ref) : undefined
  return target === undefined ? [] : [target.pointer]
}

function ofUnread(context: Context, entry: Difference): Outcome | undefined {
  for (const side of sides) {
    const pointer = entry[side]
    if (pointer === undefined) continue
    const flaw = context[side].flaws.find((one) => one.pointer !== '' && isWithin(pointer, one.pointer))
    if (flaw !== undefined) return { kind: 'not-compared', reason: { kind: 'unread', message: flaw.message } }
  }
  const isDropped = isClaimedBy({ base: context.base.unread, revision: context.revision.unread }, entry)
  return isDropped ? { kind: 'not-compared', reason: { kind: 'unread', message: unreadMessage } } : undefined
}

const unreadMessage = 'a part of the other description could not be read'

/** A keyword beside others that a finding sums up. */
function ofJointEdit(context: Context, entry: Difference): Outcome | undefined {
  const isJoint = sides.some((side) => {
    const pointer = entry[side]
    if (pointer === undefined) return false
    const schema = ancestorsOf(parentOf(pointer)).find((one) => context[side].inPlace().has(one))
    return schema !== undefined && !isOfMember(pointer.slice(schema.length)) && context[side].joint().has(schema)
  })
  return isJoint ? finding : undefined
}

/** Whether a location below a schema is about a property or an item rather than the value itself. */
function isOfMember(below: Pointer): boolean {
  return /^\/(properties|patternProperties|items|prefixItems|additionalProperties)\//.test(`${below}/`)
}

/** A component that one version has alone, where a finding is about what uses it. */
function ofNewComponent(context: Context, entry: Difference): Outcome | undefined {
  const isOfBoth = entry.base !== undefined && entry.revision !== undefined
  // Examples and links are read by what uses them.
  if (isOfBoth && !['example', 'link'].includes(ownerOf(entry).kind)) return undefined
  return reachesFinding(context, entry) ? finding : undefined
}

function reachesFinding(context: Context, entry: Difference): boolean {
  return sides.some((side) => {
    const pointer = entry[side]
    return pointer !== undefined && ancestorsOf(pointer).some((one) => context[side].ofFindings().has(one))
  })
}

/** An edit of a component that was not compared: what uses it is in one version only, or nothing uses it. */
function ofComponent(context: Context, entry: Difference): Outcome | undefined {
  if (reachesFinding(context, entry)) return finding
  const pointer = entry.revision ?? entry.base ?? ''
  const component = componentOf(pointer)
  if (component !== undefined) {
    const isUsed = sides.some((side) => {
      const at = entry[side]
      return at !== undefined && ancestorsOf(at).some((one) => context[side].used().has(one))
    })
    if (!isUsed) return { kind: 'not-compared', reason: { kind: 'unused', component } }
    if (isBelowCompared(context, entry)) return { kind: 'without-effect', reason: { kind: 'allowed-around' } }
  }
  const flaw = [...context.base.flaws, ...context.revision.flaws].find(({ message }) => message.includes('$ref'))
  return flaw && { kind: 'not-compared', reason: { kind: 'unread', message: flaw.message } }
}

/** Whether a compared schema uses the component, and the comparison had no reason to look at it: the schema allows no value. */
function isBelowCompared(context: Context, entry: Difference): boolean {
  return sides.some((side) => {
    const pointer = entry[side]
    return pointer !== undefined && ancestorsOf(pointer).some((one) => context[side].belowCompared().has(one))
  })
}

function isClaimedBy(claims: { readonly base: Claims; readonly revision: Claims }, entry: Difference): boolean {
  return sides.some((side) => {
    const pointer = entry[side]
    return pointer !== undefined && isClaimed(claims[side], pointer)
  })
}

function isClaimed({ whole, exact }: Claims, pointer: Pointer): boolean {
  if (exact.has(pointer)) return true
  for (let at = pointer; at !== ''; at = parentOf(at)) if (whole.has(at)) return true
  return false
}

/** A location and the locations above it, the nearest first. */
export function ancestorsOf(pointer: Pointer): readonly Pointer[] {
  const found: Pointer[] = []
  for (let at = pointer; at !== ''; at = parentOf(at)) found.push(at)
  return found
}

function isWithin(pointer: Pointer, owner: Pointer): boolean {
  return pointer === owner || pointer.startsWith(`${owner}/`)
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
