import { canonical } from '../../util/json.ts'
import { mayState } from '../keywords/hidden.ts'
import type { NormalSchema, SchemaReader } from '../normal-form/normal.ts'

type Tags = ReadonlyMap<string, ReadonlySet<string>>

const listing = ['enum', 'const']

const known = new WeakMap<NormalSchema, Tags>()

/** Returns the required properties that have a list of allowed values. */
function tagsOf(reader: SchemaReader, normal: NormalSchema): Tags {
  const cached = known.get(normal)
  if (cached !== undefined) return cached
  const tags = new Map<string, ReadonlySet<string>>()
  for (const name of normal.required.keys()) {
    const parts = normal.properties.get(name)?.flatMap(reader.enter) ?? []
    const values = mayState(reader, parts, listing) ? reader.normal(parts).enum?.value : undefined
    if (values !== undefined) tags.set(name, new Set(values.map(canonical)))
  }
  known.set(normal, tags)
  return tags
}

export interface Read {
  readonly reader: SchemaReader
  readonly normal: NormalSchema
}

/** Returns, without a search, whether two object schemas require different values of the same property, so no object matches both. */
export function areApart(one: Read, other: Read): boolean {
  const [a, b] = [tagsOf(one.reader, one.normal), tagsOf(other.reader, other.normal)]
  for (const [name, values] of a) {
    const facing = b.get(name)
    if (facing !== undefined && [...values].every((value) => !facing.has(value))) return true
  }
  return false
}
