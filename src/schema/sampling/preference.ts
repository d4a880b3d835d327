import type { Json } from '../../model/json.ts'
import { type Atom, atomOf, atoms } from '../keywords/atoms.ts'
import type { NormalSchema } from '../normal-form/normal.ts'
import { fitsScalar } from './scalar.ts'

/** Returns the first matching scalar example or default. Objects and lists would have to be validated. */
export function givenScalar({ annotations, ...rest }: NormalSchema): Json | undefined {
  const examples = annotations.get('examples')?.value
  const given = [
    annotations.get('example')?.value,
    ...(Array.isArray(examples) ? examples : []),
    annotations.get('default')?.value,
  ]
  return given.find(
    (value) =>
      value !== undefined &&
      value !== null &&
      typeof value !== 'object' &&
      rest.types.has(atomOf(value)) &&
      fitsScalar(value, rest),
  )
}

/** Sorts the allowed types: types that other keywords constrain first, null last. */
export function preferredTypes(normal: NormalSchema): readonly Atom[] {
  const { bounds, types } = normal
  const applies = (...keywords: readonly string[]) =>
    [...bounds.keys()].some((key) => keywords.some((word) => key.endsWith(word)))
  const applying: Readonly<Partial<Record<Atom, boolean>>> = {
    object: normal.properties.size + normal.required.size > 0 || applies('Properties'),
    array: normal.items.length + normal.prefixItems.length > 0 || applies('Items', 'Contains'),
    string: normal.patterns.length + normal.formats.length > 0 || applies('Length'),
    integer: normal.multipleOf !== undefined || applies('imum'),
  }
  const order: readonly Atom[] = ['string', 'integer', 'fraction', 'boolean', 'object', 'array', 'null']
  const rank = (atom: Atom) => (applying[atom] === true ? 0 : 10) + order.indexOf(atom)
  return atoms.filter((atom) => types.has(atom)).sort((a, b) => rank(a) - rank(b))
}
