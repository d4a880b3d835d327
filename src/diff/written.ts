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

/** How a parameter writes a list (OpenAPI 3.1 §4.8.12.2 "Style Values"; Swagger 2.0 `collectionFormat`). */
export function listFormOf({ in: location, style, explode }: Parameter): ListForm {
  if (style === 'deepObject') return 'repeated'
  if (style === 'label') return explode ? '.' : ','
  if (style === 'simple') return ','
  // Cookies have no repeated names but in the style of their own (OpenAPI 3.2).
  if (explode && !(location === 'cookie' && style === 'form')) return 'repeated'
  return delimiters[style] ?? ','
}

/** How a response header writes a list: with commas, or as Swagger 2.0's `collectionFormat` says. */
export function headerListForm(document: Document, { pointer }: Header): ListForm {
  const collection = dialects[document.dialect].isSwagger ? ownString(document.at(pointer), 'collectionFormat') : ''
  return collection === 'ssv' ? ' ' : collection === 'tsv' ? '\t' : collection === 'pipes' ? '|' : ','
}

/** How one value is written; the styles of lists and objects in a query, and those that only part items, write it alike. */
export function valueForm({ in: location, style }: Parameter): string {
  if (location === 'query') return 'form'
  return Object.hasOwn(delimiters, style) ? 'simple' : style
}

/** What a part may hold, as far as it matters for how it is written. */
export interface Held {
  readonly one: boolean
  readonly list: boolean
  /** A list may hold more than one item: one alone is written alike in every form of a list. */
  readonly many: boolean
  readonly object: boolean
  readonly types: ReadonlySet<Atom>
}

/** What the schema of a parameter or header lets it hold; all of it where there is none. */
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

/** Whether an empty text is a value of the schema anyway. */
export function takesEmptyText(document: Document, schema: Located | undefined): boolean {
  const reader = schemaReaderOf(document)
  const normal = reader.normal(schema === undefined ? [] : reader.enter(schema))
  const { enum: values, bounds, patterns, formats, groups, applicators } = normal
  if (values !== undefined) return values.value.includes('')
  const isFree = patterns.length + formats.length + groups.length + applicators.size === 0
  return normal.types.has('string') && isFree && !bounds.has('minLength')
}

/** Whether a header's value has a media type of its own instead of a style. */
export function mediaTypeOf(document: Document, { pointer }: Header): string | undefined {
  const content = own(document.at(pointer), 'content')
  return typeof content === 'object' && content !== null ? Object.keys(content)[0] : undefined
}
