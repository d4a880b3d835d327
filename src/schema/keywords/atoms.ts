import type { Json } from '../../model/json.ts'

/** The disjoint kinds of JSON value. `fraction` is a number that is no integer, so `number` is two atoms. */
export const atoms = ['null', 'boolean', 'object', 'array', 'string', 'integer', 'fraction'] as const

/** One kind of JSON value. */
export type Atom = (typeof atoms)[number]

/** The atoms of a `type` keyword's names; unknown names are ignored. */
export function atomsOf(types: readonly Json[]): Set<Atom> {
  const found = new Set<Atom>()
  for (const type of types) {
    if (type === 'number') found.add('integer').add('fraction')
    else if (type !== 'fraction' && (atoms as readonly Json[]).includes(type)) found.add(type as Atom)
  }
  return found
}

/** The atom of a value. Integers by value: 1.0 is one (JSON Schema 2020-12 §6.1.1). */
export function atomOf(value: Json): Atom {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'fraction'
  if (typeof value === 'boolean') return 'boolean'
  return typeof value === 'string' ? 'string' : 'object'
}

/** JSON Schema's names for a set of atoms, without `null`; `any` when all others are there. */
export function typeNames(set: ReadonlySet<Atom>): string[] {
  if (atoms.every((atom) => atom === 'null' || set.has(atom))) return ['any']
  const names = atoms.filter((atom) => set.has(atom) && atom !== 'null').map(String)
  if (!set.has('fraction')) return names
  return names.filter((name) => name !== 'integer').map((name) => (name === 'fraction' ? 'number' : name))
}
