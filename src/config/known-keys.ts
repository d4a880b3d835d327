import { isObject, own } from '../util/json.ts'
import { didYouMean } from '../util/text.ts'

export interface KnownKey {
  readonly key: string
  /** Keys above it; `*` stands for any name. List indexes are omitted. */
  readonly location: readonly string[]
}

/** Returns every key that the config's JSON Schema allows. */
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

/** Suggests a known key for an unknown one: at the same location if possible, otherwise elsewhere. */
export function keyMeant(key: string, path: readonly PropertyKey[], known: readonly KnownKey[]): string | undefined {
  const names = path.filter((step) => typeof step === 'string')
  const here = known.filter(({ location }) => fits(location, names)).map((each) => each.key)
  const near = didYouMean(key, here)
  if (near !== undefined) return near
  const likely = known.some((each) => each.key === key) ? key : nearAnywhere(key, known)
  const elsewhere = known.find((each) => each.key === likely)
  if (elsewhere === undefined) return undefined
  if (elsewhere.location.length === 0) return `${elsewhere.key} at the top level`
  // Reuse names from the given path for `*`.
  const location = elsewhere.location.map((step, index) => (step === '*' ? (names[index] ?? '<name>') : step))
  return [...location, elsewhere.key].join('.')
}

/** Skips short keys, because they are similar to other keys. */
function nearAnywhere(key: string, known: readonly KnownKey[]): string | undefined {
  return key.length < 5 ? undefined : didYouMean(key, new Set(known.map((each) => each.key)))
}

function fits(location: readonly string[], names: readonly string[]): boolean {
  return location.length === names.length && location.every((step, index) => step === '*' || step === names[index])
}
