import type { Document } from '../../model/document.ts'
import type { Json } from '../../model/json.ts'
import { isObject } from '../../util/json.ts'

/** Whether two places hold the same text and every `$ref` below leads to the same text again. */
export type SameText = (before: Json | undefined, after: Json | undefined) => boolean

interface Target {
  equal: boolean
  readonly refs: ReadonlySet<string>
}

/**
 * The shortcut that makes a diff cost what was edited, not what is there. Sound because equal texts in
 * documents of one dialect mean the same, given that what they refer to does.
 * Linear: each `$ref` target is compared once, then "differs" is spread backwards over the references.
 */
export function createSameText(base: Document, revision: Document): SameText {
  if (base.dialect !== revision.dialect) return () => false
  const targets = new Map<string, Target>()

  function explore(roots: ReadonlySet<string>): void {
    const fresh: string[] = []
    const open = [...roots]
    for (let ref = open.pop(); ref !== undefined; ref = open.pop()) {
      if (targets.has(ref)) continue
      const refs = new Set<string>()
      const [before, after] = [base.resolve(ref), revision.resolve(ref)]
      const equal = before?.pointer === after?.pointer && equalTexts(before?.node, after?.node, refs)
      targets.set(ref, { equal, refs })
      fresh.push(ref)
      open.push(...refs)
    }
    spread(fresh)
  }

  /** Newly met targets refer only to new ones or to known ones, whose answer is final. */
  function spread(fresh: readonly string[]): void {
    const users = new Map<string, string[]>()
    const dirty: string[] = []
    for (const ref of fresh) {
      const target = targets.get(ref)
      for (const used of target?.refs ?? []) users.set(used, [...(users.get(used) ?? []), ref])
      const bad = [...(target?.refs ?? [])].some((used) => targets.get(used)?.equal === false)
      if (target?.equal === false || bad) dirty.push(ref)
    }
    for (let ref = dirty.pop(); ref !== undefined; ref = dirty.pop()) {
      const target = targets.get(ref)
      if (target !== undefined) target.equal = false
      for (const user of users.get(ref) ?? []) if (targets.get(user)?.equal) dirty.push(user)
    }
  }

  return (before, after) => {
    const refs = new Set<string>()
    if (!equalTexts(before, after, refs)) return false
    explore(refs)
    for (const ref of refs) if (targets.get(ref)?.equal === false) return false
    return true
  }
}

/** Deep equality that also gathers the references met. */
function equalTexts(a: Json | undefined, b: Json | undefined, refs: Set<string>): boolean {
  if (Array.isArray(a)) {
    if (!Array.isArray(b) || a.length !== b.length) return false
    for (let index = 0; index < a.length; index++) if (!equalTexts(a[index], b[index], refs)) return false
    return true
  }
  if (!isObject(a)) return a === b
  if (!isObject(b)) return false
  const keys = Object.keys(a)
  const others = Object.keys(b)
  if (keys.length !== others.length) return false
  for (let index = 0; index < keys.length; index++) {
    // Within the list by the loop's bounds; both sides mostly have the same order.
    const key = keys[index] as string
    if (key !== others[index] && !Object.hasOwn(b, key)) return false
    const value = a[key]
    if (!equalTexts(value, b[key], refs)) return false
    if ((key === '$ref' || key === '$dynamicRef') && typeof value === 'string') refs.add(value)
  }
  return true
}
