import type { Json } from '../../model/json.ts'
import type { MediaType } from '../../model/operation.ts'
import { isObject, own, ownString } from '../../util/json.ts'
import { bareType } from '../checking/media-type.ts'
import { isBinary, propertyOf, writeMultipart } from '../planning/multipart.ts'
import type { RequestInput } from '../planning/plan.ts'
import type { CaseParts, Variation } from './case.ts'
import type { Sources } from './sources.ts'

/** A form with its values. */
interface Form {
  readonly media: MediaType
  readonly value: Json
}

/** A PNG image of one pixel (ISO/IEC 15948). */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** Files whose content programs stumble over; only valid if the form limits no types. */
export function fileVariations({ document }: Sources, form: Form): readonly (readonly Variation[])[] {
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

/** Files of a media type that the `encoding` of their field does not list. */
export function invalidFiles(
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

/** The names of the fields that hold a file. */
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
