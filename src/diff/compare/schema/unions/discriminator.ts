import type { ChangeValues, Effect } from '../../../../model/diff/change.ts'
import type { Json, Pointer } from '../../../../model/json.ts'
import { type TaggedSchema, type Tagging, taggingOf } from '../../../../schema/discriminator/tags.ts'
import type { NormalSchema } from '../../../../schema/normal-form/normal.ts'
import { canonical } from '../../../../util/json.ts'
import { setEffect } from '../blame/effect.ts'
import type { SchemaPair } from '../unit.ts'

/** Compares the schema that each value selects (OpenAPI 3.1 §4.8.25). A renamed schema may keep its value. Excludes variants. */
export function compareDiscriminator(pair: SchemaPair): void {
  const { before, after } = pair
  const [was, is] = [taggingOf(pair.base, before), taggingOf(pair.revision, after)]
  if (was === undefined || is === undefined) {
    if (was !== is) emitChange(pair, was && allOf(was), is && allOf(is), 'none')
    return
  }
  const { lost, gained, isAlias } = compareTags(was, is, twins(pair, was, is))
  const isMoved = was.propertyName !== is.propertyName
  const isOther = was.otherwise !== is.otherwise
  if (!(isMoved || isOther) && lost.size + gained.size === 0) return
  // A new default schema allows more, and removing it loses no named schema.
  const isFirst = isOther && was.otherwise === undefined
  const isLast = isOther && is.otherwise === undefined
  const isNamedOtherwise = isMoved || (isOther && !isFirst && !isLast) || (lost.size > 0 && !isAlias)
  const effect = isNamedOtherwise ? 'incomparable' : setEffect(isLast || lost.size > 0, isFirst || gained.size > 0)
  emitChange(pair, changed(was, lost, isOther), changed(is, gained, isOther), effect)
}

type Value = ChangeValues['schema.discriminator']

function emitChange(
  { before, after, emit }: SchemaPair,
  was: Value | undefined,
  is: Value | undefined,
  effect: Effect,
): void {
  const at = (normal: NormalSchema): Pointer => normal.annotations.get('discriminator')?.pointer ?? normal.pointer
  const location = is === undefined ? before.pointer : after.pointer
  emit('schema.discriminator', was, is, effect, { base: at(before), revision: at(after), location })
}

function allOf(tagging: Tagging): Value {
  const mapping = new Map(tagging.schemas.flatMap((schema) => valuesOf(schema).map((value) => [value, schema.name])))
  return changed(tagging, mapping, true)
}

function changed({ propertyName, otherwise }: Tagging, mapping: ReadonlyMap<string, string>, isOther: boolean): Value {
  return {
    propertyName,
    ...(mapping.size === 0 ? {} : { mapping: Object.fromEntries(mapping) }),
    ...(isOther && otherwise !== undefined ? { defaultMapping: otherwise } : {}),
  }
}

/** Returns the values that select a schema, except for listed ones: mapping keys, or else its name. */
function valuesOf({ keys, listed, name }: TaggedSchema): readonly string[] {
  if (keys.length > 0) return keys
  return listed.length > 0 || name === '' ? [] : [name]
}

/** Pairs by name, mapping key, listed value, text, and finally the last remaining pair. */
function twins(pair: SchemaPair, was: Tagging, is: Tagging): ReadonlyMap<TaggedSchema, TaggedSchema> {
  const found = new Map<TaggedSchema, TaggedSchema>()
  let [left, right] = [was.schemas, is.schemas]
  const text = (side: 'base' | 'revision', { pointer }: TaggedSchema): string =>
    canonical(pointer === undefined ? undefined : pair[side].document.at(pointer))
  const labels: ((schema: TaggedSchema, side: 'base' | 'revision') => string | undefined)[] = [
    ({ name }) => name || undefined,
    ({ keys }) => keys[0],
    ({ listed }) => (listed.length > 0 ? canonical(listed) : undefined),
    (schema, side) => text(side, schema) || undefined,
    ({ by }) => (by === 'branch' ? by : undefined),
  ]
  for (const label of labels) {
    left = left.filter((schema) => {
      const name = label(schema, 'base')
      const twin = name === undefined ? undefined : right.find((other) => label(other, 'revision') === name)
      if (twin === undefined) return true
      found.set(schema, twin)
      right = right.filter((other) => other !== twin)
      return false
    })
  }
  return found
}

interface TagChanges {
  /** Values that no longer select a schema or select another one, with the schema. */
  readonly lost: ReadonlyMap<string, string>
  readonly gained: ReadonlyMap<string, string>
  /** Every affected schema keeps another old value. */
  readonly isAlias: boolean
}

function compareTags(was: Tagging, is: Tagging, same: ReadonlyMap<TaggedSchema, TaggedSchema>): TagChanges {
  const [lost, gained] = [new Map<string, string>(), new Map<string, string>()]
  let isAlias = true
  for (const schema of was.schemas) {
    const twin = same.get(schema)
    const now = twin && valuesOf(twin)
    for (const value of valuesOf(schema)) {
      const other = is.schemas.find((one) => one !== twin && valuesOf(one).includes(value))
      // The value of a removed schema disappears with it, unless it now selects another schema.
      const isGone = twin === undefined && other === undefined && schema.by !== 'mapping'
      const isKept = isGone || now?.includes(value) || isStillImplied(value, schema, twin, other)
      if (isKept) continue
      lost.set(value, schema.name)
      if (other !== undefined) gained.set(value, other.name)
      isAlias &&= other === undefined && valuesOf(schema).some((one) => one !== value && now?.includes(one))
    }
    for (const value of now ?? []) {
      if (![...valuesOf(schema), ...schema.listed].includes(value)) gained.set(value, twin?.name ?? '')
    }
  }
  return { lost, gained, isAlias }
}

/** Returns whether the schema is still selected by the value: a mapping adds to the implicit name, and listed values need no name. */
function isStillImplied(
  value: Json,
  { keys, name }: TaggedSchema,
  twin: TaggedSchema | undefined,
  other: TaggedSchema | undefined,
): boolean {
  if (keys.length > 0 || twin === undefined || other !== undefined) return false
  return name === value && (twin.name === value || twin.listed.length > 0)
}
