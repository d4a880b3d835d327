import type { Change } from '../../model/diff/change.ts'
import type { EffectReason } from '../../model/diff/ledger.ts'
import type { Document, Flaw } from '../../model/document.ts'
import type { Json, Pointer } from '../../model/json.ts'
import type { Description } from '../../model/operation.ts'
import { own, ownArray } from '../../util/json.ts'
import { componentDepth, joinPointer, parentOf, pointerTokens } from '../../util/pointer.ts'
import type { DescriptionComparison } from '../compare/descriptions.ts'
import { once } from '../compare/once.ts'
import { reachedFrom } from '../compare/references.ts'
import { type Doubt, doubts, type Unexplained } from '../compare/schema/unexplained.ts'
import { addClaims, type Claims, emptyClaims } from './claims.ts'
import type { Difference } from './differences.ts'
import type { Doubted } from './facts.ts'

export const sides = ['base', 'revision'] as const
export type SideName = (typeof sides)[number]

export interface Context extends Readonly<Record<SideName, Side>> {
  readonly doubted: () => Doubted
}

export interface LedgerInput {
  readonly base: Description
  readonly revision: Description
  readonly comparison: DescriptionComparison
  /** Changes that became findings of any severity. */
  readonly judged: ReadonlySet<Change>
  /** Changes that were dropped because a part of a description was unreadable. */
  readonly unread: readonly Change[]
  /** Problems in each document. */
  readonly flaws: Readonly<Record<SideName, readonly Flaw[]>>
}

export interface Side {
  readonly document: Document
  readonly flaws: readonly Flaw[]
  readonly compared: ReadonlySet<Pointer>
  readonly findings: Claims
  readonly unread: Claims
  /** Reasons for edits that the comparison found and dropped, by claimed location. */
  readonly ineffective: Readonly<Record<'whole' | 'exact' | 'joint', ReadonlyMap<Pointer, EffectReason>>>
  /** All locations above a claim of a finding. */
  readonly above: ReadonlySet<Pointer>
  /** The compared schemas and the schemas that apply to the same values. */
  readonly inPlace: () => ReadonlySet<Pointer>
  /** Objects in which one finding combines keywords, and schemas that apply to the same values. */
  readonly joint: () => ReadonlySet<Pointer>
  /** Schemas that may differ although no finding explains it, and schemas that apply to the same values, such as their `allOf` branches. */
  readonly unexplained: () => Unexplained
  /** Referenced components, by the origin of the references. */
  readonly reached: Readonly<Record<'findings' | 'compared' | 'unexplained' | 'operations', () => ReadonlySet<Pointer>>>
}

export function sideOf(input: LedgerInput, name: SideName): Side {
  const { document } = input[name]
  const { changes, ineffective, compared } = input.comparison
  const claimsOf = (some: Iterable<Omit<Change, 'uses'>>): Claims => {
    const claims = emptyClaims()
    for (const change of some) addClaims(claims, change, name)
    return claims
  }
  const findings = claimsOf(changes.filter((change) => input.judged.has(change)))
  const empty = (): Map<Pointer, EffectReason> => new Map()
  const reasons = { whole: empty(), exact: empty(), joint: empty() }
  const drop = (change: Omit<Change, 'uses'>, reason: EffectReason): void => {
    const claims = claimsOf([change])
    for (const way of ['whole', 'exact', 'joint'] as const)
      for (const pointer of claims[way]) reasons[way].set(pointer, reason)
  }
  for (const { change, reason } of ineffective) drop(change, reason)
  for (const change of changes)
    if (!input.judged.has(change)) drop(change, { kind: 'allowed-around', at: change.site.location })
  const above = new Set<Pointer>()
  for (const pointer of [...findings.whole, ...findings.exact])
    for (let at = parentOf(pointer); at !== '' && !above.has(at); at = parentOf(at)) above.add(at)
  const unexplained = once(() => spread(document, input.comparison.unexplained()[name]))
  const below = (pointers: () => Iterable<Pointer>) =>
    once(() =>
      reachedFrom(
        document,
        Array.from(pointers(), (pointer) => document.at(pointer)),
      ),
    )
  return {
    document,
    flaws: input.flaws[name],
    compared: compared[name],
    findings,
    unread: claimsOf(input.unread),
    ineffective: reasons,
    above,
    inPlace: once(() => inPlaceOf(document, compared[name])),
    joint: once(() => inPlaceOf(document, findings.joint)),
    unexplained,
    reached: {
      findings: below(() => findings.roots),
      compared: below(() => compared[name]),
      unexplained: below(() => unexplained().keys()),
      operations: below(() => ['/paths', '/webhooks']),
    },
  }
}

/** Spreads doubts to schemas that apply to the same values. The greatest doubt wins. */
function spread(document: Document, unexplained: Unexplained): Unexplained {
  const found = new Map<Pointer, Doubt>()
  for (const doubt of doubts) {
    const schemas = [...unexplained].filter(([, one]) => one === doubt).map(([pointer]) => pointer)
    for (const pointer of inPlaceOf(document, schemas)) found.set(pointer, doubt)
  }
  return found
}

/** Returns the schemas that apply to the same values: members of `allOf`, branches and conditions, with `$ref`s followed. */
function inPlaceOf(document: Document, schemas: Iterable<Pointer>): ReadonlySet<Pointer> {
  const reached = new Set<Pointer>(schemas)
  for (const pointer of reached) {
    const node = document.at(pointer)
    const target = targetOf(document, node)
    if (target !== undefined) reached.add(target)
    for (const keyword of ['not', 'if', 'then', 'else'])
      if (own(node, keyword) !== undefined) reached.add(joinPointer(pointer, keyword))
    for (const keyword of ['allOf', 'anyOf', 'oneOf'])
      for (const index of ownArray(node, keyword).keys()) reached.add(joinPointer(pointer, keyword, index))
  }
  return reached
}

export function targetOf(document: Document, node: Json | undefined): Pointer | undefined {
  const ref = own(node, '$ref')
  return typeof ref === 'string' ? document.resolve(ref)?.pointer : undefined
}

/** Yields a location and the locations above it, nearest first. */
export function* ancestorsOf(pointer: Pointer): Generator<Pointer> {
  for (let at = pointer; at !== ''; at = parentOf(at)) yield at
}

/** Returns the nearest location, at or above the given one, that satisfies a condition. */
export function nearest(pointer: Pointer, holds: (one: Pointer) => boolean): Pointer | undefined {
  for (const one of ancestorsOf(pointer)) if (holds(one)) return one
  return undefined
}

/** Whether an edit satisfies a condition in either document. */
export function isAt(
  context: Context,
  entry: Difference,
  holds: (pointer: Pointer, side: Side, name: SideName) => boolean,
): boolean {
  return sides.some((name) => {
    const pointer = entry[name]
    return pointer !== undefined && holds(pointer, context[name], name)
  })
}

export function componentOf(pointer: Pointer): Pointer | undefined {
  const tokens = pointerTokens(pointer)
  const depth = componentDepth(tokens)
  return depth > 0 && tokens.length >= depth ? joinPointer('', ...tokens.slice(0, depth)) : undefined
}
