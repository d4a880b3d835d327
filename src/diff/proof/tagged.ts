import type { Change } from '../../model/diff/change.ts'
import type { Located } from '../../model/document.ts'
import type { Json, JsonObject } from '../../model/json.ts'
import { type TaggedSchema, tagFor, taggingOf } from '../../schema/discriminator/tags.ts'
import type { NormalSchema, SchemaReader } from '../../schema/normal-form/normal.ts'
import { canonical, isObject, own } from '../../util/json.ts'

const maxSchemas = 12

/** Returns an instance per selecting value. Also sets the tag property of the other version to unusual values. */
export function taggedSamples(
  change: Change,
  reader: SchemaReader,
  normal: NormalSchema,
  samplesOf: (parts: readonly Located[]) => Iterable<Json>,
): readonly Json[] {
  const isAbout = change.kind === 'schema.discriminator' || change.kind === 'schema.variant'
  const tagging = isAbout ? taggingOf(reader, normal) : undefined
  if (tagging === undefined) return []
  const { propertyName } = tagging
  const others = new Set(change.kind === 'schema.discriminator' ? names(change) : [])
  others.delete(propertyName)
  const named = tagging.schemas.filter((schema) => isNamed(change, schema))
  const unnamed = tagging.schemas.slice(0, maxSchemas).filter((schema) => !named.includes(schema))
  const namesOf = (schema: TaggedSchema) => reader.normal(partsOf(reader, schema, normal)).properties.keys()
  const theirs = new Set(change.kind === 'schema.discriminator' ? named.flatMap((schema) => [...namesOf(schema)]) : [])
  theirs.delete(propertyName)
  return [...named, ...unnamed].slice(0, maxSchemas).flatMap((schema) =>
    [...samplesOf(partsOf(reader, schema, normal))].filter(isObject).flatMap((sample) => [
      ...tagsOf(schema).map((tag): JsonObject => ({ ...sample, ...odd(others), [propertyName]: tag })),
      // Properties that only other schemas declare get unusual values, which this schema accepts and others may reject.
      ...[1, 'text'].flatMap((value) =>
        tagsOf(schema).map((tag): JsonObject => ({ ...odd(theirs, value), ...sample, [propertyName]: tag })),
      ),
      Object.fromEntries(Object.entries(sample).filter(([name]) => name !== propertyName)),
    ]),
  )
}

/** Returns values whose tag selects no schema in the other version, so validation fails (OpenAPI 3.1 §4.8.25.1). */
export function unnamedIn(
  other: SchemaReader,
  normal: NormalSchema,
  values: readonly Json[],
): readonly { readonly value: Json; readonly holds: (message: Json) => boolean }[] {
  const tagging = taggingOf(other, normal)
  if (tagging === undefined || tagging.otherwise !== undefined) return []
  const { propertyName } = tagging
  const known = new Set(tagging.schemas.flatMap(tagsOf))
  return values.flatMap((value) => {
    const tag = own(value, propertyName)
    if (tag === undefined || known.has(tag)) return []
    // The surrounding message may have its own tag at the same location.
    const text = canonical({ [propertyName]: tag }).slice(1, -1)
    return [{ value, holds: (message: Json) => canonical(message).includes(text) }]
  })
}

export function isOfTags(change: Change): boolean {
  return change.kind === 'schema.discriminator' || isOfSubtype(change)
}

/** Returns whether a schema selected only by a discriminator was added or removed. */
export function isOfSubtype({ kind, before, after }: Change): boolean {
  if (kind !== 'schema.variant') return false
  const value = before ?? after
  return typeof value === 'object' && 'keyword' in value && value.keyword === 'discriminator'
}

/** Returns a value with its branch's tag, and the unchanged value. */
export function withTag(
  reader: SchemaReader,
  normal: NormalSchema,
  branch: readonly Located[],
  value: Json,
): readonly Json[] {
  const tagging = isObject(value) ? taggingOf(reader, normal) : undefined
  const [part] = branch
  const tag = tagging && part && tagFor(tagging, part.pointer)
  if (!isObject(value) || tagging === undefined || tag === undefined) return [value]
  return [{ ...value, [tagging.propertyName]: tag }, value]
}

/** Returns the schema that an object's tag selects, and the tag. After an edit of the tag, this isn't the object's own schema. */
export function namedByTag(
  reader: SchemaReader,
  normal: NormalSchema,
  value: Json,
): { readonly parts: readonly Located[]; readonly tag: JsonObject } | undefined {
  const tagging = isObject(value) ? taggingOf(reader, normal) : undefined
  const tag = tagging && own(value, tagging.propertyName)
  const schema = tag === undefined ? undefined : tagging?.schemas.find((one) => tagsOf(one).includes(tag))
  if (tagging === undefined || tag === undefined || schema === undefined) return undefined
  return { parts: partsOf(reader, schema, normal), tag: { [tagging.propertyName]: tag } }
}

function names({ before, after }: Change<'schema.discriminator'>): readonly string[] {
  return [before, after].flatMap((side) => (side === undefined ? [] : [side.propertyName]))
}

/** Returns whether the change names the schema; such schemas are tried first. */
function isNamed(change: Change, { name }: TaggedSchema): boolean {
  if (change.kind === 'schema.variant') return (change.before ?? change.after)?.name === name
  if (change.kind !== 'schema.discriminator') return false
  return [change.before, change.after].some((side) => Object.values(side?.mapping ?? {}).includes(name))
}

function tagsOf({ keys, listed, name }: TaggedSchema): readonly Json[] {
  return [...new Set([...keys, ...listed, ...(name === '' ? [] : [name])])]
}

function partsOf({ document }: SchemaReader, { pointer }: TaggedSchema, normal: NormalSchema): readonly Located[] {
  const node = pointer === undefined ? undefined : document.at(pointer)
  return node === undefined || pointer === undefined ? normal.parts : [{ node, pointer }]
}

function odd(names: ReadonlySet<string>, value: Json = 'text'): JsonObject {
  return Object.fromEntries([...names].map((name) => [name, value]))
}
