import type { Document } from '../../model/document.ts'
import type { Json } from '../../model/json.ts'
import { canonical, ownArray } from '../../util/json.ts'
import { joinPointer } from '../../util/pointer.ts'
import { modernSchema } from '../keywords/dialect.ts'
import { constraints } from './branches.ts'
import { follow } from './follow.ts'
import type { Conjunction, SchemaPart } from './normal.ts'

const written = new WeakMap<object, string>()

function textOf(node: Json): string {
  if (typeof node !== 'object' || node === null) return canonical(node)
  const text = written.get(node) ?? canonical(node)
  written.set(node, text)
  return text
}

/** The common `allOf` members of every branch, and the rest of each: (x and a) or (x and b) is x and (a or b). */
export function takeOut(
  document: Document,
  branches: readonly SchemaPart[],
): { readonly common: Conjunction; readonly rest: Conjunction[] } {
  const members = branches.map((branch): Conjunction => {
    const modern = modernSchema(branch.node, document.dialect)
    if (constraints(modern).join() !== 'allOf' || typeof modern === 'boolean') return []
    return ownArray(modern, 'allOf').map((node, index) => {
      return follow(document, { node, pointer: joinPointer(branch.pointer, 'allOf', index) })
    })
  })
  const mayShare = members.every((parts) => parts.length > 0)
  const texts = mayShare ? members.map((parts) => parts.map(({ node }) => textOf(node))) : []
  const [first = [], ...others] = texts
  const shared = new Set(first.filter((text) => others.every((held) => held.includes(text))))
  if (shared.size === 0) return { common: [], rest: branches.map((branch) => [branch]) }
  const partsOf = (index: number, isCommon: boolean): Conjunction =>
    (members[index] ?? []).filter((_, at) => shared.has(texts[index]?.[at] ?? '') === isCommon)
  return { common: partsOf(0, true), rest: members.map((_, index) => partsOf(index, false)) }
}
