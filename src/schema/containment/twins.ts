import { canonical } from '../../util/json.ts'
import type { Leaf } from './leaf.ts'
import type { Operand } from './operand.ts'

const texts = new WeakMap<readonly Leaf[], ReadonlyMap<string, readonly Operand[]>>()

/** The branches that leaves are, by what they say. */
export function branchesByText(leaves: readonly Leaf[]): ReadonlyMap<string, readonly Operand[]> {
  const known = texts.get(leaves)
  if (known !== undefined) return known
  const made = new Map<string, Operand[]>()
  for (const { branch } of leaves) {
    if (branch === undefined) continue
    const text = textOf(branch)
    const list = made.get(text)
    if (list === undefined) made.set(text, [branch])
    else list.push(branch)
  }
  texts.set(leaves, made)
  return made
}

const written = new WeakMap<Operand, string>()

/** What the schemas of a set say; what they refer to may still be another. */
export function textOf(operand: Operand): string {
  const known = written.get(operand) ?? canonical(operand.parts.map(({ node }) => node))
  written.set(operand, known)
  return known
}
