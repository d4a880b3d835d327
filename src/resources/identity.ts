import { identifiers, isIdentifier, keyOf } from './names.ts'
import type { Need } from './needs.ts'

/** How a value of a resource is called, and what the resource is. */
interface Named {
  readonly name: string
  readonly nouns: readonly string[]
  readonly isKey: boolean
}

/**
 * How well a member of a resource is the identifier that is asked for, lower is better; undefined when it is none.
 * `names`: what the parameter is called, by all operations that take it.
 */
export function suitability({ name, nouns, isKey }: Named, need: Need, names: readonly string[]): number | undefined {
  const key = keyOf(name)
  const asked = names.map(keyOf)
  if (isKey) return 30
  // After `id`: a list may be a part of the resource.
  if (name === '') return 6.5
  if (asked.includes(key)) return isIdentifier(key) ? 0 : 1
  const bare = bareOf(key, [need.noun, ...nouns])
  if (need.identifier !== '' && bare === need.identifier) return 2
  // `version` of a version, `collection` of a collection: better than its name, not than its id.
  if (key !== '' && key === need.noun) return 6 + identifiers.indexOf('slug')
  const order = identifiers.indexOf(bare)
  if (order < 0) return undefined
  return 6 + order
}

/** A name without the noun it begins with: `id` of `petid`. */
function bareOf(key: string, nouns: readonly string[]): string {
  const noun = nouns.find((one) => one !== '' && key.length > one.length && key.startsWith(one))
  return noun === undefined ? key : key.slice(noun.length)
}
