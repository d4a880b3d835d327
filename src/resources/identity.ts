import { identifiers, isIdentifier, keyOf } from './names.ts'
import type { Need } from './needs.ts'

interface Named {
  readonly name: string
  readonly nouns: readonly string[]
  readonly isKey: boolean
}

/** Lower is better; undefined if the member doesn't identify the resource. `names`: the parameter's names in all operations. */
export function suitability({ name, nouns, isKey }: Named, need: Need, names: readonly string[]): number | undefined {
  const key = keyOf(name)
  const asked = names.map(keyOf)
  if (isKey) return 30
  // Ranks below `id`, because a list may be a part of the resource.
  if (name === '') return 6.5
  if (asked.includes(key)) return isIdentifier(key) ? 0 : 1
  const bare = bareOf(key, [need.noun, ...nouns])
  if (need.identifier !== '' && bare === need.identifier) return 2
  // `version` of a version, `collection` of a collection: ranks above its name, below its id.
  if (key !== '' && key === need.noun) return 6 + identifiers.indexOf('slug')
  const order = identifiers.indexOf(bare)
  if (order < 0) return undefined
  return 6 + order
}

function bareOf(key: string, nouns: readonly string[]): string {
  const noun = nouns.find((one) => one !== '' && key.length > one.length && key.startsWith(one))
  return noun === undefined ? key : key.slice(noun.length)
}
