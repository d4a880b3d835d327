import type { Document } from '../../model/document.ts'
import type { Json, JsonObject, Pointer } from '../../model/json.ts'
import { isSubtype, subtypesOf } from '../../schema/discriminator/subtypes.ts'
import { equalJson, isObject, own, ownArray, refAlone } from '../../util/json.ts'
import { addReferences } from './references.ts'

/** Returns whether two nodes and all their `$ref` and discriminator targets have the same text. */
export type SameText = (before: Json | undefined, after: Json | undefined) => boolean

interface Target {
  readonly ref: string
  equal: boolean
  /** Targets that refer to it. */
  readonly users: Target[]
}

/**
 * Compares each `$ref` target once, then spreads "differs" backwards: the cost follows the edits. `isKnownSame`: targets to skip.
 */
export function createSameText(
  base: Document,
  revision: Document,
  isKnownSame: (ref: string) => boolean = () => false,
): SameText {
  if (base.dialect !== revision.dialect) return () => false
  const targets = new Map<string, Target>()

  /** Also returns the references. The other subtypes of an `allOf` base are skipped. */
  function compareTarget(target: Target): ReadonlySet<string> {
    const asBase = target.ref.startsWith(basePrefix)
    const address = asBase ? target.ref.slice(basePrefix.length) : target.ref
    if (isKnownSame(address)) return noRefs
    const [before, after] = [base.resolve(address), revision.resolve(address)]
    target.equal = before === after
    if (before === undefined || after === undefined) return noRefs
    const refs = new Set<string>()
    const split = isSubtype(base, before.pointer) && isSubtype(revision, after.pointer)
    const isEqual = (split ? equalSubtypes : equalTexts)(before.node, after.node, refs)
    const tagged = asBase ? [] : subtypesOf(base, before.pointer).map(({ pointer }) => refTo(pointer))
    const taggedNow = asBase ? [] : subtypesOf(revision, after.pointer).map(({ pointer }) => refTo(pointer))
    for (const one of tagged) refs.add(one)
    target.equal = isEqual && before.pointer === after.pointer && equalJson(tagged, taggedNow)
    return refs
  }

  /** Explores all targets that a reference leads to. */
  function targetOf(start: string): Target {
    const ready = targets.get(start)
    if (ready !== undefined) return ready
    const fresh: Target[] = []
    const met = (ref: string): Target => {
      const known = targets.get(ref)
      if (known !== undefined) return known
      const target = { ref, equal: true, users: [] }
      targets.set(ref, target)
      fresh.push(target)
      return target
    }
    const first = met(start)
    const differing: Target[] = []
    // Grows while it is walked. Older targets have their final result.
    for (const target of fresh) {
      for (const ref of compareTarget(target)) {
        const used = met(ref)
        if (used.equal) used.users.push(target)
        else target.equal = false
      }
      if (!target.equal) differing.push(target)
    }
    // "Differs" spreads backwards over references.
    for (const { users } of differing)
      for (const user of users) {
        if (!user.equal) continue
        user.equal = false
        differing.push(user)
      }
    return first
  }

  // Operations share nodes.
  const known = new Map<object, { readonly after: object; readonly isSame: boolean }>()

  function compareNodes(before: JsonNode, after: JsonNode): boolean {
    const refs = new Set<string>()
    let isSame = equalTexts(before, after, refs)
    // A second look at a node without references is faster than a cache entry.
    if (isSame && before === after && refs.size === 0) return true
    if (isSame) for (const one of refs) isSame &&= targetOf(one).equal
    known.set(before, { after, isSame })
    return isSame
  }

  return (before, after) => {
    if (!isNode(before) || !isNode(after)) return before === after
    const ref = refAlone(before)
    if (ref !== undefined && (before === after || ref === refAlone(after))) return targetOf(ref).equal
    const found = known.get(before)
    return found?.after === after ? found.isSame : compareNodes(before, after)
  }
}

type JsonNode = JsonObject | readonly Json[]

function isNode(value: Json | undefined): value is JsonNode {
  return typeof value === 'object' && value !== null
}

const basePrefix = 'base '
const noRefs: ReadonlySet<string> = new Set()

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
