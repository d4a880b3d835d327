import type { CompiledSchema, Violation } from '../../model/observation.ts'
import type { MediaType, SchemaAt } from '../../model/operation.ts'
import { createBudget, keeps, withBudget } from '../../schema/validation/budget.ts'
import { isGuessWithin } from '../../util/marks.ts'
import { isJsonType, isTextType } from '../checking/media-type.ts'
import { readText, type TextReader } from '../checking/text-value.ts'
import { isKept, leftOut, type Read, readJson, type ValidatedBody, validate } from '../checking/validate-body.ts'
import { addRow, type Collected, checkContents, collect, createCollected, notJson } from './contents.ts'
import type { Part } from './multipart.ts'
import type { Item, Items } from './read-items.ts'

interface CheckedItems {
  readonly validated: ValidatedBody
  readonly mislabelled: readonly string[]
}

/** Reason for bytes, which no schema describes. */
export const bytesUnread = 'bytes are not validated against a schema'

const cutOff = 'it is incomplete: the stream or its recording ends within it'

/** Checks each item of a sequential body against `itemSchema`, and all of them as a list against `schema` (OpenAPI 3.2 §4.14.3.1). */
export function checkItems(reader: TextReader, media: MediaType, items: Items, assumed: boolean): CheckedItems {
  const { compiler, way } = reader
  const into = createCollected()
  const budget = createBudget(items.size)
  const isAssumed = (key: string): boolean => isGuessWithin(media.marks, key, assumed)
  const list = media.schema && compiler.compile(media.schema, way, isAssumed('schema'))
  const each = media.itemSchema && compiler.compile(media.itemSchema, way, isAssumed('itemSchema'))
  const context = { reader, media, into, each, assumed: isAssumed('itemSchema') }
  /** JSON of the items that were read. */
  const texts: (string | undefined)[] = []
  withBudget(budget, () => {
    for (const [index, item] of items.items.entries()) {
      const read = budget.steps < 0 ? undefined : checkItem(context, item, index)
      if (list !== undefined)
        texts.push(read?.json === undefined ? undefined : (read.text ?? JSON.stringify(read.json)))
    }
    if (list === undefined) return
    const read = readJson(`[${texts.map((text = 'null') => text).join()}]`, list)
    collect(into, onlyRead(validate(list, read), texts, items.isCut), { pointer: '', location: '' })
  })
  if (items.isCut) addRow(into, { what: `the last item of ${media.type}`, because: cutOff })
  if (!isKept(budget)) for (const row of leftOut(budget)) addRow(into, row)
  const { rows, ...found } = into
  const mislabelled = new Set([...(list?.mislabelled ?? []), ...(each?.mislabelled ?? [])])
  return { validated: { ...found, notChecked: [...rows.values()] }, mislabelled: [...mislabelled] }
}

interface ItemContext {
  readonly reader: TextReader
  readonly media: MediaType
  readonly into: Collected
  readonly each: CompiledSchema | undefined
  readonly assumed: boolean
}

function checkItem({ reader, media, into, each, assumed }: ItemContext, item: Item, index: number): Read {
  const { itemSchema, schema } = media
  const read = readItem(reader, media, item, each)
  const { json, malformed, because } = read
  const place = { pointer: `/${index}`, location: '/*', assumed }
  if (because !== undefined) addRow(into, { what: `items of ${media.type}`, because })
  if (malformed !== undefined && keeps('contentMediaType')) {
    const { pointer } = itemSchema ?? schema ?? media
    into.violations.push(notJson(textOf(item), malformed, pointer, place))
  }
  if (json === undefined || each === undefined || itemSchema === undefined) return read
  collect(into, validate(each, read), place)
  checkContents(reader, itemSchema, json, { into, place })
  return read
}

type ReadItem = Read & { readonly because?: string }

function readItem(reader: TextReader, media: MediaType, item: Item, compiled: CompiledSchema | undefined): ReadItem {
  if ('json' in item) return readJson(item.json, compiled)
  return 'value' in item ? { json: item.value } : readPart(reader, media.itemSchema, item.part, compiled)
}

/** Parses a part by its Content-Type; the default is text (RFC 2046 §5.1). */
function readPart(
  reader: TextReader,
  schema: SchemaAt | undefined,
  { headers, text }: Part,
  compiled: CompiledSchema | undefined,
): ReadItem {
  const type = headers.get('content-type') ?? 'text/plain'
  if (isJsonType(type)) return readJson(text, compiled)
  if (!isTextType(type) || text.includes('\uFFFD')) return { because: bytesUnread }
  const value = schema === undefined ? text : readText(reader, schema, text, [text])
  return value === undefined ? { because: bytesUnread } : { json: value }
}

function textOf(item: Item): string {
  return 'json' in item ? item.json : 'part' in item ? item.part.text : ''
}

/** Removes results that an unread or missing item may have caused: those of the item, and those of the list as a whole. */
function onlyRead(validated: ValidatedBody, texts: readonly (string | undefined)[], isCut: boolean): ValidatedBody {
  if (!isCut && !texts.includes(undefined)) return validated
  const isKnown = ({ instancePointer }: Pick<Violation, 'instancePointer'>): boolean =>
    instancePointer !== '' && texts[Number(instancePointer.split('/', 2)[1])] !== undefined
  return {
    ...validated,
    violations: validated.violations.filter(isKnown),
    unlisted: validated.unlisted.filter(isKnown),
    undocumented: validated.undocumented.filter(isKnown),
  }
}
