import type { Json } from '../../model/json.ts'

/** Disjoint kinds of JSON values. `fraction` is a non-integer number, so `number` covers two atoms. */
export const atoms = ['null', 'boolean', 'object', 'array', 'string', 'integer', 'fraction'] as const

export type Atom = (typeof atoms)[number]

/** Returns the atoms of `type` names, ignoring unknown names. */
export function atomsOf(types: readonly Json[]): Set<Atom> {
  const found = new Set<Atom>()
  for (const type of types) {
    if (type === 'number') found.add('integer').add('fraction')
    else if (type !== 'fraction' && (atoms as readonly Json[]).includes(type)) found.add(type as Atom)
  }
  return found
}

/** Returns the atom of a value. 1.0 is an integer (JSON Schema 2020-12 §6.1.1). */
export function atomOf(value: Json): Atom {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'fraction'
  if (typeof value === 'boolean') return 'boolean'
  return typeof value === 'string' ? 'string' : 'object'
}

/** Returns JSON Schema type names for a set of atoms, without `null`; `any` if all other atoms are present. */
export function typeNames(set: ReadonlySet<Atom>): string[] {
  if (atoms.every((atom) => atom === 'null' || set.has(atom))) return ['any']
  const names = atoms.filter((atom) => set.has(atom) && atom !== 'null').map(String)
  if (!set.has('fraction')) return names
  return names.filter((name) => name !== 'integer').map((name) => (name === 'fraction' ? 'number' : name))
}
