import type { Atom } from '../keywords/atoms.ts'
import type { Conjunction, SchemaReader } from './normal.ts'

const deepest = 20

/** Returns the types a value can have: the schema's types, restricted to the types of the branches. */
export function possibleTypes(reader: SchemaReader, parts: Conjunction): ReadonlySet<Atom> {
  const known = new Map<string, ReadonlySet<Atom>>()
  const possible = (at: Conjunction, depth: number): ReadonlySet<Atom> => {
    const key = reader.key(at)
    const found = known.get(key)
    if (found !== undefined) return found
    const { types, groups } = reader.normal(at)
    // In a cycle or beyond the maximum depth, the result is a superset.
    known.set(key, types)
    if (depth === deepest) return types
    const union = (branches: readonly Conjunction[]): Set<Atom> =>
      new Set(branches.flatMap((branch) => [...possible(branch.flatMap(reader.enter), depth + 1)]))
    const cut = groups.map(({ branches }) => union(branches))
    const all = new Set([...types].filter((atom) => cut.every((allowed) => allowed.has(atom))))
    known.set(key, all)
    return all
  }
  return possible(parts, 0)
}
