import type { Json } from '../../model/json.ts'
import { canonical, isObject, own, ownArray } from '../../util/json.ts'
import type { Generated } from './generated.ts'

/** Minimum number of branches for which building an index pays off. */
const wide = 16

/** Returns a function that selects the branches a value can match, by type, required names and listed values of required properties. */
export function branchesFor(
  schemas: readonly Generated[],
  follow: (schema: Generated) => Generated,
): (value: Json) => readonly Generated[] {
  if (schemas.length < wide) return () => schemas
  let index: Index | undefined
  return (value) => {
    index ??= indexOf(schemas, follow)
    if (!isObject(value)) return index.ofOthers
    const found = [...index.always]
    for (const [name, member] of Object.entries(value)) {
      found.push(...(index.byName.get(name) ?? []), ...(index.byTag.get(tagOf(name, member)) ?? []))
    }
    return found
  }
}

/** Returns a function that selects the `allOf` schemas for a value, without `if`/`then` cases for another value of a property. */
export function casesFor(schemas: readonly Generated[]): (value: Json) => readonly Generated[] {
  if (schemas.length < wide) return () => schemas
  const always: Generated[] = []
  const byTag = new Map<string, Generated[]>()
  const properties = new Set<string>()
  for (const schema of schemas) {
    const tag = caseOf(schema)
    if (tag === undefined) always.push(schema)
    else {
      properties.add(tag.property)
      for (const key of new Set(tag.values.map((value) => tagOf(tag.property, value)))) add(byTag, key, schema)
    }
  }
  const [property, ...others] = properties
  if (property === undefined || others.length > 0) return () => schemas
  return (value) => {
    const tag = own(value, property)
    // A condition on an absent property is satisfied.
    return tag === undefined ? schemas : [...always, ...(byTag.get(tagOf(property, tag)) ?? [])]
  }
}

/** Returns the property and values of a schema of the form `if` property is one of these values, `then` …. */
function caseOf(schema: Generated): { readonly property: string; readonly values: readonly Json[] } | undefined {
  const { if: condition, then: _, ...rest } = schema
  if (Object.keys(rest).length > 0 || !isObject(condition) || Object.keys(condition).join() !== 'properties') return
  const [entry, ...more] = Object.entries(isObject(condition.properties) ? condition.properties : {})
  if (entry === undefined || more.length > 0) return undefined
  const [property, valueSchema] = entry
  return isObject(valueSchema) && Object.keys(valueSchema).join() === 'enum'
    ? { property, values: ownArray(valueSchema, 'enum') }
    : undefined
}

interface Index {
  /** Branches for values that aren't objects. */
  readonly ofOthers: readonly Generated[]
  /** Branches for any object. */
  readonly always: readonly Generated[]
  /** Branches by a required name. */
  readonly byName: ReadonlyMap<string, readonly Generated[]>
  /** Branches by required property and listed value. */
  readonly byTag: ReadonlyMap<string, readonly Generated[]>
}

function indexOf(schemas: readonly Generated[], follow: (schema: Generated) => Generated): Index {
  const byName = new Map<string, Generated[]>()
  const byTag = new Map<string, Generated[]>()
  const always: Generated[] = []
  for (const schema of schemas) {
    const followed = follow(schema)
    const names = ownArray(followed, 'required').map(String)
    const tag = names.map((name) => [name, listed(followed, name)] as const).find(([, values]) => values.length > 0)
    const [name] = names
    if (tag !== undefined) {
      const [property, values] = tag
      for (const key of new Set(values.map((value) => tagOf(property, value)))) add(byTag, key, schema)
    } else if (name !== undefined) add(byName, name, schema)
    else always.push(schema)
  }
  const ofOthers = schemas.filter((schema) => own(follow(schema), 'type') !== 'object')
  return { ofOthers, always, byName, byTag }
}

function listed(schema: Generated, name: string): readonly Json[] {
  const property = own(own(schema, 'properties'), name)
  const constant = own(property, 'const')
  return constant === undefined ? ownArray(property, 'enum') : [constant]
}

function tagOf(name: string, value: Json): string {
  return `${JSON.stringify(name)}:${typeof value === 'object' ? canonical(value) : JSON.stringify(value)}`
}

function add(to: Map<string, Generated[]>, key: string, schema: Generated): void {
  const list = to.get(key)
  if (list === undefined) to.set(key, [schema])
  else list.push(schema)
}
