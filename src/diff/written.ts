import { dialects } from '../model/dialect.ts'
import type { ListForm } from '../model/diff/change.ts'
import type { Document, Located } from '../model/document.ts'
import type { Header, Parameter } from '../model/operation.ts'
import type { Atom } from '../schema/keywords/atoms.ts'
import { schemaReaderOf } from '../schema/normal-form/normalize.ts'
import { possibleTypes } from '../schema/normal-form/possible-types.ts'
import { own, ownString } from '../util/json.ts'
import { mostItems } from './compare/schema/keywords/array.ts'

const delimiters: Readonly<Record<string, ListForm>> = {
  spaceDelimited: ' ',
  pipeDelimited: '|',
  tabDelimited: '\t',
}

/** Returns the list serialization of a parameter (OpenAPI 3.1 §4.8.12.2 "Style Values"; Swagger 2.0 `collectionFormat`). */
export function listFormOf({ in: location, style, explode }: Parameter): ListForm {
  if (style === 'deepObject') return 'repeated'
  if (style === 'label') return explode ? '.' : ','
  if (style === 'simple') return ','
  // Cookies have no repeated names, except in the `cookie` style of OpenAPI 3.2.
  if (explode && !(location === 'cookie' && style === 'form')) return 'repeated'
  return delimiters[style] ?? ','
}

/** Returns the list serialization of a response header: commas, or Swagger 2.0's `collectionFormat`. */
export function headerListForm(document: Document, { pointer }: Header): ListForm {
  const collection = dialects[document.dialect].isSwagger ? ownString(document.at(pointer), 'collectionFormat') : ''
  return collection === 'ssv' ? ' ' : collection === 'tsv' ? '\t' : collection === 'pipes' ? '|' : ','
}

/** Delimiter styles and all query styles serialize a single value the same way. */
export function valueForm({ in: location, style }: Parameter): string {
  if (location === 'query') return 'form'
  return Object.hasOwn(delimiters, style) ? 'simple' : style
}

/** Values of a part, as far as they matter for serialization. */
export interface Held {
  readonly one: boolean
  readonly list: boolean
  /** Lists with two or more items are possible. A single item looks the same in every list form. */
  readonly many: boolean
  readonly object: boolean
  readonly types: ReadonlySet<Atom>
}

/** Returns the values that the schema of a parameter or header allows; without a schema, all. */
export function heldBy(document: Document, schema: Located | undefined): Held {
  const reader = schemaReaderOf(document)
  const parts = schema === undefined ? [] : reader.enter(schema)
  const types = possibleTypes(reader, parts)
  const normal = reader.normal(parts)
  const has = (...atoms: readonly Atom[]): boolean => atoms.some((atom) => types.has(atom))
  return {
    one: has('string', 'integer', 'fraction', 'boolean'),
    list: has('array'),
    many: has('array') && (normal.groups.length > 0 || mostItems(normal) > 1),
    object: has('object'),
    types,
  }
}

export function takesEmptyText(document: Document, schema: Located | undefined): boolean {
  const reader = schemaReaderOf(document)
  const normal = reader.normal(schema === undefined ? [] : reader.enter(schema))
  const { enum: values, bounds, patterns, formats, groups, applicators } = normal
  if (values !== undefined) return values.value.includes('')
  const isFree = patterns.length + formats.length + groups.length + applicators.size === 0
  return normal.types.has('string') && isFree && !bounds.has('minLength')
}

export function mediaTypeOf(document: Document, { pointer }: Header): string | undefined {
  const content = own(document.at(pointer), 'content')
  return typeof content === 'object' && content !== null ? Object.keys(content)[0] : undefined
}
