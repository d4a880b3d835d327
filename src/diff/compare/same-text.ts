import type { Document } from '../../model/document.ts'
import type { Json, Pointer } from '../../model/json.ts'
import { isSubtype, subtypesOf } from '../../schema/discriminator/subtypes.ts'
import { equalJson, isObject, own, ownArray, refAlone } from '../../util/json.ts'
import { addReferences } from './references.ts'

/** Returns whether two nodes have the same text, and all their `$ref` and discriminator targets too. */
export type SameText = (before: Json | undefined, after: Json | undefined) => boolean

interface Target {
  equal: boolean
  readonly refs: ReadonlySet<string>
}

/**
 * Creates the check that makes a diff's cost proportional to the edits. Sound, because equal texts of one dialect mean the same
 * if their targets do. Linear: each `$ref` target is compared once, then "differs" spreads backwards over references.
 * `isKnownSame`: targets that need no comparison, nor do their references.
 */
export function createSameText(
  base: Document,
  revision: Document,
  isKnownSame: (ref: string) => boolean = () => false,
): SameText {
  if (base.dialect !== revision.dialect) return () => false
  const targets = new Map<string, Target>()

  /** Compares the target of a reference. An `allOf` base is explored without its other subtypes. */
  function explored(ref: string): Target {
    const asBase = ref.startsWith(basePrefix)
    const address = asBase ? ref.slice(basePrefix.length) : ref
    if (isKnownSame(address)) return { equal: true, refs: noRefs }
    const [before, after] = [base.resolve(address), revision.resolve(address)]
    const refs = new Set<string>()
    if (before === undefined || after === undefined) return { equal: before === after, refs }
    const split = isSubtype(base, before.pointer) && isSubtype(revision, after.pointer)
    const isEqual = (split ? equalSubtypes : equalTexts)(before.node, after.node, refs)
    const tagged = asBase ? [] : subtypesOf(base, before.pointer).map(({ pointer }) => refTo(pointer))
    const taggedNow = asBase ? [] : subtypesOf(revision, after.pointer).map(({ pointer }) => refTo(pointer))
    for (const one of tagged) refs.add(one)
    return { equal: isEqual && before.pointer === after.pointer && equalJson(tagged, taggedNow), refs }
  }

  function explore(roots: Iterable<string>): void {
    const fresh: string[] = []
    const open: string[] = []
    for (const ref of roots) if (!targets.has(ref)) open.push(ref)
    if (open.length === 0) return
    for (let ref = open.pop(); ref !== undefined; ref = open.pop()) {
      if (targets.has(ref)) continue
      const target = explored(ref)
      targets.set(ref, target)
      fresh.push(ref)
      open.push(...target.refs)
    }
    spread(fresh)
  }

  /** Spreads "differs" to users. New targets refer only to new ones or to ones with a final result. */
  function spread(fresh: readonly string[]): void {
    const users = new Map<string, string[]>()
    const dirty: string[] = []
    for (const ref of fresh) {
      const target = targets.get(ref)
      let isBad = target?.equal === false
      for (const used of target?.refs ?? []) {
        const known = users.get(used)
        if (known === undefined) users.set(used, [ref])
        else known.push(ref)
        isBad ||= targets.get(used)?.equal === false
      }
      if (isBad) dirty.push(ref)
    }
    for (let ref = dirty.pop(); ref !== undefined; ref = dirty.pop()) {
      const target = targets.get(ref)
      if (target !== undefined) target.equal = false
      for (const user of users.get(ref) ?? []) if (targets.get(user)?.equal) dirty.push(user)
    }
  }

  function haveEqualTargets(refs: ReadonlySet<string>): boolean {
    explore(refs)
    for (const ref of refs) if (targets.get(ref)?.equal === false) return false
    return true
  }

  // Operations share many nodes.
  const known = new Map<object, { readonly after: object; readonly isSame: boolean }>()
  return (before, after) => {
    if (typeof before !== 'object' || before === null || typeof after !== 'object' || after === null)
      return before === after
    const ref = refAlone(before)
    if (ref !== undefined && ref === refAlone(after)) {
      if (!targets.has(ref)) explore([ref])
      return targets.get(ref)?.equal === true
    }
    const found = known.get(before)
    if (found?.after === after) return found.isSame
    const refs = new Set<string>()
    const isEqual = equalTexts(before, after, refs)
    // Looking at a node again is faster than remembering it, if both versions share it and it has no references.
    if (isEqual && before === after && refs.size === 0) return true
    const isSame = isEqual && haveEqualTargets(refs)
    known.set(before, { after, isSame })
    return isSame
  }
}

const basePrefix = 'base '
const noRefs: ReadonlySet<string> = new Set()

/** Returns the `$ref` to a location of the same document. */
export function refTo(pointer: Pointer): string {
  return `#${encodeURI(pointer)}`
}

/** Like `equalTexts` for schemas with `allOf`, whose members are collected as bases. */
function equalSubtypes(a: Json, b: Json, refs: Set<string>): boolean {
  const [members, others] = [ownArray(a, 'allOf'), ownArray(b, 'allOf')]
  const rest = (node: Json): Json => (isObject(node) ? { ...node, allOf: [] } : node)
  if (!isObject(a) || !isObject(b) || members.length !== others.length) return equalTexts(a, b, refs)
  if (!equalTexts(rest(a), rest(b), refs)) return false
  return members.every((member, index) => {
    const [ref, refNow] = [own(member, '$ref'), own(others[index], '$ref')]
    if (typeof ref !== 'string' || ref !== refNow) return equalTexts(member, others[index], refs)
    refs.add(`${basePrefix}${ref}`)
    return equalTexts(member, others[index], new Set())
  })
}

/** Deep equality that also collects the references. */
function equalTexts(a: Json | undefined, b: Json | undefined, refs: Set<string>): boolean {
  // Both versions share the node, so only its references are needed.
  if (a === b) {
    if (typeof a === 'object') addReferences(a, refs)
    return true
  }
  if (Array.isArray(a)) {
    if (!Array.isArray(b) || a.length !== b.length) return false
    for (let index = 0; index < a.length; index++) if (!equalTexts(a[index], b[index], refs)) return false
    return true
  }
  if (!isObject(a) || !isObject(b)) return false
  const keys = Object.keys(a)
  const others = Object.keys(b)
  if (keys.length !== others.length) return false
  for (let index = 0; index < keys.length; index++) {
    // In bounds, by the loop condition. Both sides usually have the same key order.
    const key = keys[index] as string
    if (key !== others[index] && !Object.hasOwn(b, key)) return false
    const value = a[key]
    if (!equalTexts(value, b[key], refs)) return false
    if ((key === '$ref' || key === '$dynamicRef') && typeof value === 'string') refs.add(value)
  }
  return true
}
