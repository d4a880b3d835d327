import { parse } from 'content-type'
import type { ListForms, Use } from '../../../model/diff/change.ts'
import type { Document } from '../../../model/document.ts'
import type { Json, JsonObject, Pointer } from '../../../model/json.ts'
import type { MediaType, SchemaAt } from '../../../model/operation.ts'
import type { Conjunction, SchemaReader } from '../../../schema/normal-form/normal.ts'
import { schemaReaderOf } from '../../../schema/normal-form/normalize.ts'
import { possibleTypes } from '../../../schema/normal-form/possible-types.ts'
import { equalJson, own, ownEntries } from '../../../util/json.ts'
import { joinPointer } from '../../../util/pointer.ts'
import { byText } from '../../../util/text.ts'
import type { CompareContext } from '../context.ts'
import { keyOf, pairUp } from '../pair-up.ts'
import { compareTexts, examplesIn, resolved, type TextsOf } from '../texts.ts'

/** The location of a `content` map and its use; `part` of the use is completed with the media type. */
export interface ContentLocation {
  readonly base: Pointer
  readonly revision: Pointer
  readonly use: Use
}

/** Media types as written, then by name with parameters aside (RFC 9110 §8.3.1), then by the range that includes them. */
export function compareContent(
  context: CompareContext,
  before: readonly MediaType[],
  after: readonly MediaType[],
  location: ContentLocation,
): void {
  const { pairs, removed, added } = pairUp(before, after, keyOf(fullName), keyOf(mediaTypeName))
  for (const [was, is] of pairs) compareMediaType(context, was, is, useIn(location, is))
  const wider = new Set<MediaType>()
  for (const was of removed) {
    const is = rangeOver(after, was)
    const within = after.filter((type) => rangeOver([was], type) !== undefined)
    if (is !== undefined) {
      compareMediaType(context, was, is, useIn(location, was))
      emitPresence(context, [was], [is], location)
      wider.add(is)
    } else emitPresence(context, [was], within, location)
  }
  for (const is of added) {
    const was = rangeOver(before, is)
    if (was !== undefined) compareMediaType(context, was, is, useIn(location, is))
    else if (!wider.has(is)) emitPresence(context, [], [is], location)
  }
}

function useIn(location: ContentLocation, { type }: MediaType): Use {
  return { ...location.use, part: `${location.use.part} ${type}`.trim() }
}

/** Types that are offered no more, or now, or types of one range beside that range. */
function emitPresence(
  { collector }: CompareContext,
  before: readonly MediaType[],
  after: readonly MediaType[],
  location: ContentLocation,
): void {
  const [[was], [is]] = [before, after]
  // The use is named after what was documented, as that of its schema is.
  const type = before.length > 0 && after.length > 0 ? was : (is ?? was)
  if (type === undefined) return
  const site = {
    base: was?.pointer ?? location.base,
    revision: is?.pointer ?? location.revision,
    location: (is ?? type).pointer,
  }
  const names = (types: readonly MediaType[]): string | undefined =>
    types.map((one) => one.type).join(', ') || undefined
  const isRange = was !== undefined && is !== undefined && rangeOver([was], is) !== undefined
  const effect = is === undefined || isRange ? 'narrowed' : 'widened'
  const change = { kind: 'media-type', before: names(before), after: names(after), effect } as const
  collector.add({ ...change, site }, [useIn(location, type)])
}

/** Texts of a media type under its own name on both sides: those of one type are not those of its range. */
function compareExamples(context: CompareContext, was: MediaType, is: MediaType, use: Use): void {
  if (mediaTypeName(was) !== mediaTypeName(is)) return
  const texts = new Map([
    [context.base, was],
    [context.revision, is],
  ])
  // Swagger 2.0 keeps them beside the schema of the response, so they are read from the media type made of it.
  const read: TextsOf = (document) => examplesIn(document, texts.get(document)?.node)
  compareTexts(context, { base: was.pointer, revision: is.pointer }, read, [use])
}

function compareMediaType(context: CompareContext, was: MediaType, is: MediaType, use: Use): void {
  const { schemas } = context
  const isText = isForm(context.base, was) && isForm(context.revision, is)
  schemas.root(withoutBytes(was), withoutBytes(is), use, isText ? formLists : undefined)
  schemas.root(was.itemSchema, is.itemSchema, use)
  compareExamples(context, was, is, use)
  compareEncoding(context, was, is, use)
}

/** Each item of a list is a part of its own (OpenAPI 3.0 §4.7.15.1, 3.1 §4.8.15.1.1). */
const formLists: ListForms = { base: 'repeated', revision: 'repeated' }

/**
 * Whether the body is a form of which every field travels as text: objects in it are JSON, and so is what an encoding
 * calls that. Swagger 2.0 has no other fields in its forms.
 */
function isForm(document: Document, type: MediaType): boolean {
  if (!/^(application\/x-www-form-urlencoded|multipart\/.+)$/.test(mediaTypeName(type))) return false
  if (type.schema === undefined || own(type.node, 'encoding') !== undefined) return false
  const reader = schemaReaderOf(document)
  const { properties, groups, additional } = reader.normal(reader.enter(type.schema))
  const isOne = (parts: Conjunction): boolean => {
    const types = possibleTypes(reader, parts.flatMap(reader.enter))
    return !types.has('object') && !types.has('array')
  }
  const isText = (parts: Conjunction): boolean =>
    isOne(parts) || (isListOnly(reader, parts) && isOne(reader.normal(parts.flatMap(reader.enter)).items))
  return groups.length === 0 && additional.length === 0 && [...properties.values()].every(isText)
}

function isListOnly(reader: SchemaReader, parts: Conjunction): boolean {
  return [...possibleTypes(reader, parts.flatMap(reader.enter))].every((type) => type === 'array' || type === 'null')
}

/** A body of `format: binary` is any bytes, which 3.1 expresses without a schema (its upgrade guide). */
function withoutBytes({ schema }: MediaType): SchemaAt | undefined {
  return own(schema?.node, 'format') === 'binary' ? undefined : schema
}

function compareEncoding({ collector, base, revision }: CompareContext, was: MediaType, is: MediaType, use: Use): void {
  const [before, after] = [own(was.node, 'encoding'), own(is.node, 'encoding')]
  if (equalJson(before, after)) return
  if (equalJson(withoutTexts(base, was.node), withoutTexts(revision, is.node))) {
    if (base.dialect !== revision.dialect) return
    const texts = (encoding: Json | undefined) => (encoding === undefined ? undefined : { encoding })
    const site = { base: joinPointer(was.pointer, 'encoding'), revision: joinPointer(is.pointer, 'encoding') }
    const change = { kind: 'documentation', before: texts(before), after: texts(after), effect: 'none' } as const
    collector.add({ ...change, site: { ...site, location: is.pointer } }, [use])
    return
  }
  const site = {
    base: joinPointer(was.pointer, 'encoding'),
    revision: joinPointer(is.pointer, 'encoding'),
    location: is.pointer,
  }
  collector.add({ kind: 'encoding', before, after, effect: 'incomparable', site }, [use])
}

/** How the parts of a form are written, by name, without the texts about their headers and without what holds by default. */
function withoutTexts(document: Document, node: JsonObject): Json {
  const written = Object.entries(resolved(document, node, 'encoding') ?? {}).map(([name, part]) => {
    const headers = Object.entries(resolved(document, part, 'headers') ?? {}).map(([header, value]) => {
      const essence = ownEntries({ value }, 'value').filter(([key]) => !/^(description|examples?|x-.*)$/.test(key))
      return [header, Object.fromEntries(essence)]
    })
    const rest = ownEntries({ part }, 'part').filter(
      ([key, value]) => key !== 'headers' && !key.startsWith('x-') && value !== defaultOf(key, own(part, 'style')),
    )
    return [name, Object.fromEntries(rest), headers.sort(([a = ''], [b = '']) => byText(String(a), String(b)))] as const
  })
  return written
    .filter(([, rest, headers]) => Object.keys(rest).length + headers.length > 0)
    .sort(([a], [b]) => byText(a, b))
    .map((part) => [...part])
}

/** What an encoding says that does not say it (OpenAPI 3.1 §4.8.15.1.1). */
function defaultOf(key: string, style: Json | undefined): Json | undefined {
  if (key === 'style') return 'form'
  if (key === 'explode') return style === undefined || style === 'form'
  return key === 'allowReserved' ? false : undefined
}

/** The media type range (RFC 9110 §12.5.1) among the candidates that includes a media type. */
function rangeOver(candidates: readonly MediaType[], type: MediaType | undefined): MediaType | undefined {
  if (type === undefined) return undefined
  const name = mediaTypeName(type)
  const ranges = [`${name.split('/')[0]}/*`, '*/*']
  return candidates.find((candidate) => mediaTypeName(candidate) !== name && ranges.includes(mediaTypeName(candidate)))
}

function fullName({ type }: MediaType): string {
  const { type: name, parameters } = parse(type)
  return JSON.stringify([name, ...Object.entries(parameters).sort()]).toLowerCase()
}

function mediaTypeName({ type }: MediaType): string {
  return parse(type, { parameters: false }).type
}
