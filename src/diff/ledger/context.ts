import type { Change } from '../../model/diff/change.ts'
import type { EffectReason } from '../../model/diff/ledger.ts'
import type { Document, Flaw } from '../../model/document.ts'
import type { Pointer } from '../../model/json.ts'
import { own } from '../../util/json.ts'
import { parentOf } from '../../util/pointer.ts'
import type { DescriptionComparison } from '../compare/descriptions.ts'
import { once } from '../compare/once.ts'
import { type Doubt, doubts, type Unexplained } from '../compare/schema/unexplained.ts'
import { addClaims, type Claims } from './claims.ts'
import type { Difference } from './differences.ts'
import { inPlaceOf, reachedFrom } from './references.ts'

/** The two documents of a comparison. */
export const sides = ['base', 'revision'] as const

/** The input of a ledger. */
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

/** One document of the comparison, and the locations in it that have been accounted for. */
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
  /** Compared schemas that no proof covers, and those that apply to the same values. */
  readonly unexplained: () => Unexplained
  /** Components that such schemas refer to. */
  readonly belowUnexplained: () => ReadonlySet<Pointer>
  readonly unread: Claims
  readonly flaws: readonly Flaw[]
  /** Components that the findings lead to. */
  readonly ofFindings: () => ReadonlySet<Pointer>
  /** Components that operations lead to. */
  readonly used: () => ReadonlySet<Pointer>
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

/** Collects what the comparison knows about the locations of both documents. */
export function contextOf(input: LedgerInput): Context {
  return { base: sideOf(input, 'base'), revision: sideOf(input, 'revision'), ineffective: ineffectiveOf(input) }
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
  const unexplained = once(() => spread(document, input.comparison.unexplained()[side]))
  return {
    document,
    findings,
    above,
    compared: input.comparison.compared[side],
    inPlace: once(() => inPlaceOf(document, input.comparison.compared[side])),
    joint: once(() => inPlaceOf(document, findings.joint)),
    belowCompared: once(() => belowSchemas(document, input.comparison.compared[side])),
    unexplained,
    belowUnexplained: once(() => belowSchemas(document, unexplained().keys())),
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

function belowSchemas(document: Document, schemas: Iterable<Pointer>): ReadonlySet<Pointer> {
  return reachedFrom(
    document,
    [...schemas].map((pointer) => document.at(pointer)),
  )
}

function spread(document: Document, unexplained: Unexplained): Unexplained {
  const found = new Map<Pointer, Doubt>()
  for (const doubt of doubts) {
    const schemas = [...unexplained].filter(([, one]) => one === doubt).map(([pointer]) => pointer)
    for (const pointer of inPlaceOf(document, schemas)) found.set(pointer, doubt)
  }
  return found
}

function ineffectiveOf(input: LedgerInput): Context['ineffective'] {
  const { comparison, judged } = input
  const dropped = comparison.changes
    .filter((change) => !judged.has(change))
    .map((change) => ({ change, reason: { kind: 'allowed-around', at: change.site.location } as const }))
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

function emptyClaims(): Claims {
  return { whole: new Set(), exact: new Set(), roots: new Set(), joint: new Set() }
}

/** A `$ref` that leads to something else. */
export function targetsOf(document: Document, pointer: Pointer | undefined): readonly Pointer[] {
  const node = pointer === undefined ? undefined : document.at(pointer)
  const ref = pointer?.endsWith('/$ref') ? node : own(node, '$ref')
  const target = typeof ref === 'string' ? document.resolve(ref) : undefined
  return target === undefined ? [] : [target.pointer]
}

/** Whether claims cover an edit in either document. */
export function isClaimedBy(claims: { readonly base: Claims; readonly revision: Claims }, entry: Difference): boolean {
  return sides.some((side) => {
    const pointer = entry[side]
    return pointer !== undefined && isClaimed(claims[side], pointer)
  })
}

/** Whether claims cover a location. */
export function isClaimed({ whole, exact }: Claims, pointer: Pointer): boolean {
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
