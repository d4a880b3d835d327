import type { Located } from '../../model/document.ts'
import type { Json } from '../../model/json.ts'
import type { MediaType, Operation } from '../../model/operation.ts'
import { isWrapper } from '../../resources/names.ts'
import { sample, sampleAll } from '../../schema/sampling/sample.ts'
import { equalJson, isObject, own, ownString } from '../../util/json.ts'
import { joinPointer } from '../../util/pointer.ts'
import { bareType, isJsonType } from '../checking/media-type.ts'
import { exampleOf } from '../planning/example.ts'
import { isBinary, propertyOf, writeMultipart } from '../planning/multipart.ts'
import type { RequestInput } from '../planning/plan.ts'
import type { CaseParts, ValueCase, Variation } from './case.ts'
import { type Slot, slotsOf, withValue } from './slots.ts'
import type { Sources } from './sources.ts'
import { invalidValues, validValues } from './values.ts'

/** A PNG image of one pixel (ISO/IEC 15948). */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** A valid body with its media type. */
export interface PlainBody {
  readonly media: MediaType
  readonly value: Json
}

/** Returns one valid body per media type: the example, or else the most complete valid sample. */
export function plainBodies({ document, compiler }: Sources, operation: Operation): readonly PlainBody[] {
  return (operation.requestBody?.content ?? []).flatMap((media) => {
    const { schema } = media
    if (media.type.includes('*')) return []
    const example = exampleOf(media.node, document)
    if (schema === undefined) return example === undefined ? [] : [{ media, value: example }]
    const [full, lean] = [true, false].map((each) => sample(document, schema, { direction: 'request', full: each }))
    const proposals = [example, ...(/^(POST|PATCH)$/.test(operation.method) ? [withoutIdentity(full)] : []), full, lean]
    const compiled = compiler.compile(schema, 'request')
    const value = proposals.find((one) => one !== undefined && compiled.accepts(one) === true)
    return value === undefined ? [] : [{ media, value }]
  })
}

/** Returns a valid body with only the required members, if it differs from the plain one. */
export function leastBody({ document, compiler }: Sources, { media, value }: PlainBody): PlainBody | undefined {
  const { schema } = media
  if (schema === undefined) return undefined
  const least = sample(document, schema, { direction: 'request' })
  if (least === undefined || equalJson(least, value)) return undefined
  return compiler.compile(schema, 'request').accepts(least) === true ? { media, value: least } : undefined
}

/** Removes optional identifiers, also inside an envelope: the API assigns them, and a generated one may belong to another resource. */
function withoutIdentity(body: Json | undefined): Json | undefined {
  if (Array.isArray(body)) {
    const items = body.map(withoutIdentity)
    return items.includes(undefined) ? undefined : items.filter((item) => item !== undefined)
  }
  if (!isObject(body)) return undefined
  return Object.fromEntries(
    Object.entries(body)
      .filter(([name]) => !identity.test(name))
      .map(([name, value]) => [name, isObject(value) && isWrapper(name) ? (withoutIdentity(value) ?? value) : value]),
  )
}

const identity = /^_?(id|uuid|guid)$/i

/** Creates a case from a body and the request's other inputs. */
type MakeParts = (mode: CaseParts['mode'], location: string, what: string, body: CaseParts['input']) => CaseParts

/** Returns values that the schema rejects, each invalid at one location. */
export function invalidInside(sources: Sources, schema: Located, plain: Json): readonly ValueCase[] {
  return inside(sources, schema, plain, invalidAt).filter(({ value }) => acceptor(sources, schema)(value) === false)
}

/** Returns values that the schema accepts, each unusual at one location. */
export function validInside(sources: Sources, schema: Located, plain: Json): readonly ValueCase[] {
  const values = inside(sources, schema, plain, (slot) => validAt(sources, slot))
  return values.filter(({ value }) => acceptor(sources, schema)(value) === true)
}

function inside(
  sources: Sources,
  schema: Located,
  plain: Json,
  changesAt: (slot: Slot) => readonly Change[],
): readonly ValueCase[] {
  return slotsOf(sources, [schema], plain).flatMap((slot) =>
    changesAt(slot).flatMap(({ what, value: other }) => {
      const value = withValue(plain, slot.path, other)
      if (value === undefined) return []
      const { path } = slot
      return [{ what: path.length === 0 ? what : `${what} at ${pathOf(slot)}`, value }]
    }),
  )
}

/** Returns invalid bodies, each for one reason, after checking that the schema rejects them. */
export function invalidBodies(sources: Sources, operation: Operation, plain: PlainBody, make: MakeParts): CaseParts[] {
  const { media, value } = plain
  const { type: contentType, schema } = media
  const cases: CaseParts[] = []
  if (operation.requestBody?.required === true) cases.push(make('negative', 'body', 'is missing', { rawBody: '' }))
  if (bareType(contentType) === 'multipart/form-data' && operation.requestBody?.required === true)
    cases.push(make('negative', 'body', 'has no boundary', { rawBody: '--specdrift\r\n', contentType }))
  cases.push(...invalidFiles(sources, plain, (what, input) => make('negative', 'body', what, input)))
  if (!isJsonType(contentType)) return cases
  cases.push(make('negative', 'body', 'is no JSON', { rawBody: '{"specdrift":', contentType }))
  if (schema === undefined) return cases
  const accepts = acceptor(sources, schema)
  for (const slot of slotsOf(sources, [schema], value)) {
    for (const { what, value: other } of invalidAt(slot)) {
      const body = withValue(value, slot.path, other)
      if (body !== undefined && accepts(body) === false) {
        cases.push({ ...make('negative', locationOf(slot), what, { body, contentType }), ...describedAt(slot) })
      }
    }
  }
  return cases
}

/** Returns valid values per location of a body: at its bounds and unusual ones. */
export function bodyVariations(sources: Sources, plain: PlainBody): readonly (readonly Variation[])[] {
  const { media, value } = plain
  const { schema } = media
  if (schema === undefined || !isJsonType(media.type)) return fileVariations(sources, plain)
  const accepts = acceptor(sources, schema)
  const least = sample(sources.document, schema, { direction: 'request' })
  const whole: Variation = {
    location: 'body',
    what: 'has only what is required',
    apply: (input) => (least === undefined || input.body !== value ? undefined : { ...input, body: least }),
  }
  const slots = slotsOf(sources, [schema], value).map((slot) =>
    validAt(sources, slot).flatMap(({ what, value: other }): Variation[] => {
      const alone = withValue(value, slot.path, other)
      if (alone === undefined || equalJson(alone, value) || accepts(alone) !== true) return []
      const apply: Variation['apply'] = (input) => {
        const { body } = input
        if (body === undefined || !isAsBefore(slot, body)) return undefined
        const changed = withValue(body, slot.path, other)
        return changed === undefined || accepts(changed) !== true ? undefined : { ...input, body: changed }
      }
      return [{ location: locationOf(slot), what, apply, ...describedAt(slot) }]
    }),
  )
  return least !== undefined && accepts(least) === true ? [[whole], ...slots] : slots
}

/** Tests whether the value at a slot's location still equals the original, despite other changes. */
function isAsBefore({ path, value }: Slot, body: Json): boolean {
  let at: Json | undefined = body
  for (const token of path) {
    at = Array.isArray(at) ? at[Number(token)] : own(at, String(token))
    if (at === undefined) return value === undefined && token === path.at(-1)
  }
  return at !== undefined && value !== undefined && equalJson(at, value)
}

function acceptor({ compiler }: Sources, schema: Located): (body: Json) => boolean | undefined {
  const compiled = compiler.compile(schema, 'request')
  return (body) => compiled.accepts(body)
}

function locationOf(slot: Slot): string {
  return `body ${pathOf(slot)}`.trim()
}

function pathOf({ path }: Slot): string {
  return joinPointer('', ...path.map((token) => (typeof token === 'number' ? '*' : token)))
}

function describedAt({ pointer }: Slot): Pick<CaseParts, 'schemaPointer'> {
  return pointer === undefined ? {} : { schemaPointer: pointer }
}

type Change = Omit<ValueCase, 'value'> & { readonly value: Json | undefined }

function invalidAt({ normal, value, optional }: Slot): readonly Change[] {
  const cases: Change[] = optional === false ? [{ what: 'is missing', value: undefined }] : []
  if (isObject(value))
    cases.push({ what: 'has a property that is not allowed', value: { ...value, specdriftExtra: 'x' } })
  return [...cases, ...invalidValues(normal, value ?? '')]
}

function validAt({ document, reader }: Sources, { path, normal, value, optional, variants }: Slot): readonly Change[] {
  const isItsOwn = identity.test(String(path.at(-1))) && path.slice(0, -1).every((token) => typeof token === 'number')
  if (isItsOwn && value === undefined) return []
  const [part] = normal.parts
  const inside = value ?? (part === undefined ? undefined : sample(document, part, { direction: 'request' }))
  const cases: Change[] = []
  if (optional === true && value !== undefined) cases.push({ what: 'is left out', value: undefined })
  if (optional === true && value === undefined && inside !== undefined) cases.push({ what: 'is there', value: inside })
  const name = String(path.at(-1))
  if (isObject(inside) && normal.properties.has(name))
    cases.push({ what: 'holds one of its own kind', value: { ...inside, [name]: inside } })
  for (const { parts, group, index } of variants) {
    const other = sampleAll(document, parts, [group], { direction: 'request' })
    if (other !== undefined) cases.push({ what: `is variant ${index + 1}`, value: other })
  }
  return [...cases, ...validValues(reader, normal, inside ?? '')]
}

interface Form {
  readonly media: MediaType
  readonly value: Json
}

/** Files with content that often causes errors; valid only if the form doesn't restrict media types. */
function fileVariations({ document }: Sources, form: Form): readonly (readonly Variation[])[] {
  return filesOf(form, document).map((name) => {
    const upload = (what: string, content: Uint8Array): Variation => ({
      location: `body /${name}`,
      what,
      apply: (input) => ({ ...input, files: { ...input.files, [name]: content } }),
    })
    const types = typesOf(form, name)
    const isImage = types.length === 0 || types.some((type) => type === 'image/png' || type === 'image/*')
    return [...(isImage ? [upload('is a PNG image', png)] : []), upload('is an empty file', Buffer.alloc(0))]
  })
}

/** Returns files with a media type that the field's `encoding` doesn't list. */
function invalidFiles(
  { document }: Sources,
  form: Form,
  make: (what: string, input: RequestInput) => CaseParts,
): readonly CaseParts[] {
  const { media, value } = form
  return filesOf(form, document).flatMap((name) => {
    const types = typesOf(form, name)
    if (types.length === 0 || types.some((type) => /^(text\/|\*|application\/octet-stream)/.test(type))) return []
    const node = { ...media.node, encoding: { [name]: { contentType: 'text/plain' } } }
    const fields = { values: isObject(value) ? value : {}, files: {} }
    const { text, boundary } = writeMultipart(fields, { ...media, node }, document)
    const contentType = `${bareType(media.type)}; boundary=${boundary}`
    return [make(`has a file of a wrong type in ${name}`, { rawBody: text, contentType })]
  })
}

function filesOf({ media, value }: Form, document: Sources['document']): readonly string[] {
  const { schema, type } = media
  if (schema === undefined || bareType(type) !== 'multipart/form-data' || !isObject(value)) return []
  return Object.keys(value).filter(
    (name) => !Array.isArray(own(value, name)) && isBinary(propertyOf(document, schema, name), document),
  )
}

function typesOf({ media }: Form, name: string): readonly string[] {
  const written = ownString(own(own(media.node, 'encoding'), name), 'contentType')
  return written.split(',').flatMap((type) => (type.trim() === '' ? [] : [type.trim().toLowerCase()]))
}
