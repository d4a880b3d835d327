import { isObject, own } from '../util/json.ts'
import { didYouMean } from '../util/text.ts'

/** A key a config may hold. */
export interface KnownKey {
  readonly key: string
  /** The keys above it; `*` where any name is allowed, and nothing for the index in a list. */
  readonly location: readonly string[]
}

/** Every key that the JSON Schema of a config allows, with its location. */
export function knownKeys(schema: unknown, location: readonly string[] = []): readonly KnownKey[] {
  if (!isObject(schema)) return []
  const properties = Object.entries(own(schema, 'properties') ?? {})
  const alternatives = ['anyOf', 'oneOf'].flatMap((keyword) => Object.values(own(schema, keyword) ?? {}))
  return [
    ...properties.flatMap(([key, child]) => [{ key, location }, ...knownKeys(child, [...location, key])]),
    ...knownKeys(own(schema, 'additionalProperties'), [...location, '*']),
    ...[own(schema, 'items'), ...alternatives].flatMap((child) => knownKeys(child, location)),
  ]
}

/** The key that an unknown key may have meant: one of the same location, else one of another. */
export function keyMeant(key: string, path: readonly PropertyKey[], known: readonly KnownKey[]): string | undefined {
  const names = path.filter((step) => typeof step === 'string')
  const here = known.filter(({ location }) => fits(location, names)).map((each) => each.key)
  const near = didYouMean(key, here)
  if (near !== undefined) return near
  const likely = known.some((each) => each.key === key) ? key : nearAnywhere(key, known)
  const elsewhere = known.find((each) => each.key === likely)
  if (elsewhere === undefined) return undefined
  if (elsewhere.location.length === 0) return `${elsewhere.key} at the top level`
  // A name that was given is most likely the one that is meant.
  const location = elsewhere.location.map((step, index) => (step === '*' ? (names[index] ?? '<name>') : step))
  return [...location, elsewhere.key].join('.')
}

/** A short word is near to many. */
function nearAnywhere(key: string, known: readonly KnownKey[]): string | undefined {
  return key.length < 5 ? undefined : didYouMean(key, new Set(known.map((each) => each.key)))
}

function fits(location: readonly string[], names: readonly string[]): boolean {
  return location.length === names.length && location.every((step, index) => step === '*' || step === names[index])
}
