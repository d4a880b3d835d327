import { isObject, own } from '../util/json.ts'
import { didYouMean } from '../util/text.ts'

/** A key a config may hold. */
export interface KnownKey {
  readonly key: string
  /** The keys above it; `*` where any name may stand, and nothing for the place in a list. */
  readonly place: readonly string[]
}

/** Every key that the JSON Schema of a config allows, with its place. */
export function knownKeys(schema: unknown, place: readonly string[] = []): readonly KnownKey[] {
  if (!isObject(schema)) return []
  const properties = Object.entries(own(schema, 'properties') ?? {})
  const alternatives = ['anyOf', 'oneOf'].flatMap((keyword) => Object.values(own(schema, keyword) ?? {}))
  return [
    ...properties.flatMap(([key, child]) => [{ key, place }, ...knownKeys(child, [...place, key])]),
    ...knownKeys(own(schema, 'additionalProperties'), [...place, '*']),
    ...[own(schema, 'items'), ...alternatives].flatMap((child) => knownKeys(child, place)),
  ]
}

/** What a key that is not known at its place may have meant: one of that place, else one that belongs elsewhere. */
export function keyMeant(key: string, path: readonly PropertyKey[], known: readonly KnownKey[]): string | undefined {
  const names = path.filter((step) => typeof step === 'string')
  const here = known.filter(({ place }) => fits(place, names)).map((each) => each.key)
  const near = didYouMean(key, here)
  if (near !== undefined) return near
  const elsewhere = known.find((each) => each.key === key)
  if (elsewhere === undefined) return undefined
  // A name that was given is most likely the one that is meant.
  const place = elsewhere.place.map((step, index) => (step === '*' ? (names[index] ?? '<name>') : step))
  return [...place, key].join('.')
}

function fits(place: readonly string[], names: readonly string[]): boolean {
  return place.length === names.length && place.every((step, index) => step === '*' || step === names[index])
}
