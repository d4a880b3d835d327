import { dialects } from '../../../model/dialect.ts'
import type { ListForm, ListForms, Use } from '../../../model/diff/change.ts'
import type { Document } from '../../../model/document.ts'
import type { Json, JsonObject } from '../../../model/json.ts'
import type { MediaType } from '../../../model/operation.ts'
import type { Conjunction, SchemaReader } from '../../../schema/normal-form/normal.ts'
import { schemaReaderOf } from '../../../schema/normal-form/normalize.ts'
import { possibleTypes } from '../../../schema/normal-form/possible-types.ts'
import { equalJson, isObject, own, ownEntries } from '../../../util/json.ts'
import { joinPointer } from '../../../util/pointer.ts'
import { byText } from '../../../util/text.ts'
import type { CompareContext } from '../context.ts'
import { resolved } from '../texts.ts'

/** Compares the serialization of form fields (OpenAPI 3.1 §4.8.15) that both versions have, as far as it affects their values. */
export function compareEncoding(
  { collector, base, revision }: CompareContext,
  was: MediaType,
  is: MediaType,
  use: Use,
): void {
  const [before, after] = [own(was.node, 'encoding'), own(is.node, 'encoding')]
  if (equalJson(before, after)) return
  const site = {
    base: joinPointer(was.pointer, 'encoding'),
    revision: joinPointer(is.pointer, 'encoding'),
    location: is.pointer,
  }
  const [fields, fieldsNow] = [fieldsOf(base, was), fieldsOf(revision, is)]
  const isOfBoth = (name: string): boolean =>
    fields.isOpen || fieldsNow.isOpen || fields.byName.has(name) === fieldsNow.byName.has(name)
  const isStyled = (name: string): boolean =>
    fields.byName.get(name)?.isStyled !== false && fieldsNow.byName.get(name)?.isStyled !== false
  const parts = (document: Document, node: JsonObject, { byName }: Fields): Json =>
    partsOf(document, node, { isOfBoth, isStyled, typeOf: (name) => byName.get(name)?.contentType })
  if (!equalJson(parts(base, was.node, fields), parts(revision, is.node, fieldsNow))) {
    collector.add({ kind: 'encoding', before, after, effect: 'incomparable', site }, [use])
    return
  }
  const texts = (encoding: Json | undefined): JsonObject | undefined => {
    const common = Object.fromEntries(
      ownEntries({ encoding: encoding ?? {} }, 'encoding').filter(([name]) => isOfBoth(name)),
    )
    return Object.keys(common).length === 0 ? undefined : { encoding: common }
  }
  const [text, textNow] = [texts(before), texts(after)]
  // Converted Swagger 2.0 nodes have no documentation.
  if (base.dialect !== revision.dialect || dialects[base.dialect].isSwagger || equalJson(text, textNow)) return
  collector.add({ kind: 'documentation', before: text, after: textNow, effect: 'none', site }, [use])
}

/** Compares the encoding of unnamed parts (OpenAPI 3.2 §4.14.4.2) as a whole, because equivalent forms are unknown. */
export function compareItemEncoding({ collector }: CompareContext, was: MediaType, is: MediaType, use: Use): void {
  for (const keyword of ['itemEncoding', 'prefixEncoding']) {
    const [before, after] = [own(was.node, keyword), own(is.node, keyword)]
    if (equalJson(before, after)) continue
    const site = {
      base: joinPointer(was.pointer, keyword),
      revision: joinPointer(is.pointer, keyword),
      location: is.pointer,
    }
    const named = (value: Json | undefined): JsonObject | undefined =>
      value === undefined ? undefined : { [keyword]: value }
    collector.add({ kind: 'encoding', before: named(before), after: named(after), effect: 'incomparable', site }, [use])
  }
}

interface Field {
  /** May be a list or an object. Single values look the same in every style. */
  readonly isStyled: boolean
  /** Default content type without an encoding. */
  readonly contentType: string | undefined
}

interface Fields {
  /** Allows fields that aren't listed. */
  readonly isOpen: boolean
  readonly byName: ReadonlyMap<string, Field>
}

function fieldsOf(document: Document, { schema }: MediaType): Fields {
  if (schema === undefined) return { isOpen: true, byName: new Map() }
  const reader = schemaReaderOf(document)
  const { properties, groups } = reader.normal(reader.enter(schema))
  const byName = [...properties].map(([name, written]) => {
    const parts = written.flatMap(reader.enter)
    const types = possibleTypes(reader, parts)
    const isStyled = types.has('array') || types.has('object')
    return [name, { isStyled, contentType: contentTypeOf(reader, parts) }] as const
  })
  return { isOpen: groups.length > 0, byName: new Map(byName) }
}

/** Returns the default content type (OpenAPI 3.1 §4.8.15.1); `undefined` for possible bytes or mixed types. */
function contentTypeOf(reader: SchemaReader, parts: Conjunction): string | undefined {
  const types = new Set(possibleTypes(reader, parts))
  types.delete('null')
  if (types.size === 0 || parts.some(({ node }) => isBytes(node))) return undefined
  if (types.has('object')) return types.size === 1 ? 'application/json' : undefined
  if (!types.has('array')) return 'text/plain'
  return types.size === 1 ? contentTypeOf(reader, reader.normal(parts).items.flatMap(reader.enter)) : undefined
}

function isBytes(node: Json): boolean {
  const format = own(node, 'format')
  return format === 'binary' || format === 'byte' || format === 'base64' || own(node, 'contentEncoding') !== undefined
}

interface PartReading {
  readonly isOfBoth: (name: string) => boolean
  readonly isStyled: (name: string) => boolean
  readonly typeOf: (name: string) => string | undefined
}

/** Returns the encodings by field, without header documentation and default values. */
function partsOf(document: Document, node: JsonObject, { isOfBoth, isStyled, typeOf }: PartReading): Json {
  const written = Object.entries(resolved(document, node, 'encoding') ?? {}).filter(([name]) => isOfBoth(name))
  return written
    .map(([name, part]) => {
      const headers = Object.entries(resolved(document, part, 'headers') ?? {}).map(([header, value]) => {
        const essence = ownEntries({ value }, 'value').filter(([key]) => !/^(description|examples?|x-.*)$/.test(key))
        return [header, Object.fromEntries(essence)]
      })
      const rest = ownEntries({ part }, 'part').filter(([key, value]) => {
        if (key === 'headers' || key.startsWith('x-') || value === defaultOf(key, own(part, 'style'))) return false
        if (key === 'contentType') return value !== typeOf(name)
        return isStyled(name) || (key !== 'style' && key !== 'explode')
      })
      return [
        name,
        Object.fromEntries(rest),
        headers.sort(([a = ''], [b = '']) => byText(String(a), String(b))),
      ] as const
    })
    .filter(([, rest, headers]) => Object.keys(rest).length + headers.length > 0)
    .sort(([a], [b]) => byText(a, b))
    .map((part) => [...part])
}

/** OpenAPI 3.1 §4.8.15.1.1. */
function defaultOf(key: string, style: Json | undefined): Json | undefined {
  if (key === 'style') return 'form'
  if (key === 'explode') return style === undefined || style === 'form'
  return key === 'allowReserved' ? false : undefined
}

const delimiters: Readonly<Record<string, ListForm>> = { form: ',', spaceDelimited: ' ', pipeDelimited: '|' }

/** Returns the list forms of both sides, or `undefined` if a field isn't text. A single value and a list of one look the same. */
export function formLists(context: CompareContext, was: MediaType, is: MediaType): ListForms | undefined {
  const [base, revision] = [listsOf(context.base, was), listsOf(context.revision, is)]
  return base === undefined || revision === undefined ? undefined : { base, revision }
}

/** Default: one field per item (OpenAPI 3.0 §4.7.15.1, 3.1 §4.8.15.1.1). */
function listsOf(document: Document, { node, schema, type }: MediaType): ListForm | undefined {
  if (!/^\s*(application\/x-www-form-urlencoded|multipart\/[^;]+?)\s*(;|$)/i.test(type) || schema === undefined)
    return undefined
  const reader = schemaReaderOf(document)
  const { properties, groups, additional } = reader.normal(reader.enter(schema))
  if (groups.length > 0 || additional.length > 0) return undefined
  const isOne = (parts: Conjunction): boolean => {
    const types = possibleTypes(reader, parts.flatMap(reader.enter))
    return !types.has('object') && !types.has('array')
  }
  const encoding = resolved(document, node, 'encoding') ?? {}
  const forms = new Set<ListForm>()
  for (const [name, parts] of properties) {
    const written = own(encoding, name)
    // Objects are sent as JSON, as are fields whose Encoding Object defines it.
    if ((own(written, 'contentType') ?? 'text/plain') !== 'text/plain') return undefined
    if (isOne(parts)) continue
    const types = possibleTypes(reader, parts.flatMap(reader.enter))
    const isList = [...types].every((atom) => atom === 'array' || atom === 'null')
    if (!isList || !isOne(reader.normal(parts.flatMap(reader.enter)).items)) return undefined
    const style = isObject(written) ? (own(written, 'style') ?? 'form') : 'form'
    const isExploded = own(written, 'explode') ?? style === 'form'
    forms.add(isExploded === true ? 'repeated' : (delimiters[String(style)] ?? ','))
  }
  const [form = 'repeated', ...others] = forms
  return others.length === 0 ? form : 'repeated'
}
