import { parse } from 'content-type'
import type { Use } from '../../../model/diff/change.ts'
import type { Document } from '../../../model/document.ts'
import type { Pointer } from '../../../model/json.ts'
import type { MediaType, SchemaAt } from '../../../model/operation.ts'
import { constraints } from '../../../schema/normal-form/branches.ts'
import { follow } from '../../../schema/normal-form/follow.ts'
import { isObject, own } from '../../../util/json.ts'
import type { CompareContext } from '../context.ts'
import { keyOf, pairUp } from '../pair-up.ts'
import { compareTexts, examplesIn, type TextsOf } from '../texts.ts'
import { compareEncoding, compareItemEncoding, formLists } from './encoding.ts'

/** Location and use of a `content` map. The media type is appended to the use's `part`. */
export interface ContentLocation {
  readonly base: Pointer
  readonly revision: Pointer
  readonly use: Use
}

/** Matches media types as written, then without parameters (RFC 9110 §8.3.1), then by the range that includes them. */
export function compareContent(
  context: CompareContext,
  before: readonly MediaType[],
  after: readonly MediaType[],
  location: ContentLocation,
): void {
  const { pairs, removed, added } = pairUp(
    before,
    after,
    keyOf(({ type }) => type),
    keyOf(fullName),
    keyOf(mediaTypeName),
  )
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

/** Reports types that were added or removed, or that replace or are replaced by a range. */
function emitPresence(
  { collector }: CompareContext,
  before: readonly MediaType[],
  after: readonly MediaType[],
  location: ContentLocation,
): void {
  const [[was], [is]] = [before, after]
  // The use gets the documented type's name, like the use of the schema.
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

/** Compares examples under the same media type name, because a range has other examples. */
function compareExamples(context: CompareContext, was: MediaType, is: MediaType, use: Use): void {
  if (!hasExamples(was) && !hasExamples(is)) return
  if (mediaTypeName(was) !== mediaTypeName(is)) return
  const texts = new Map([
    [context.base, was],
    [context.revision, is],
  ])
  // Swagger 2.0 has examples next to the response schema, so read them from the converted media type.
  const read: TextsOf = (document) => examplesIn(document, texts.get(document)?.node)
  compareTexts(context, { base: was.pointer, revision: is.pointer }, read, [use])
}

function hasExamples({ node }: MediaType): boolean {
  return Object.hasOwn(node, 'example') || Object.hasOwn(node, 'examples')
}

function compareMediaType(context: CompareContext, was: MediaType, is: MediaType, use: Use): void {
  const { schemas } = context
  if (isBytesUnsaid(context, was, is)) {
    context.compared.base.add(was.schema?.pointer ?? was.pointer)
    context.compared.revision.add(is.schema?.pointer ?? is.pointer)
  } else schemas.root(was.schema, is.schema, use, formLists(context, was, is))
  schemas.root(was.itemSchema, is.itemSchema, use)
  compareExamples(context, was, is, use)
  compareEncoding(context, was, is, use)
  compareItemEncoding(context, was, is, use)
}

/** Returns whether one side has `format: binary` and the other an empty schema, as in 3.1 (OpenAPI 3.1 upgrade guide). */
function isBytesUnsaid({ base, revision }: CompareContext, was: MediaType, is: MediaType): boolean {
  const [before, after] = [contentOf(base, was.schema), contentOf(revision, is.schema)]
  return (before === 'bytes' && after === 'anything') || (before === 'anything' && after === 'bytes')
}

function contentOf(document: Document, schema: SchemaAt | undefined): 'bytes' | 'anything' | 'other' {
  const node = schema === undefined ? true : follow(document, schema).node
  if (own(node, 'format') === 'binary') return 'bytes'
  const isFree =
    node === true || (isObject(node) && constraints(node).every((keyword) => keyword === 'contentMediaType'))
  return isFree ? 'anything' : 'other'
}

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
