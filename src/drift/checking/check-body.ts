import type { Json } from '../../model/json.ts'
import type { CompiledSchema } from '../../model/observation.ts'
import type { MediaType } from '../../model/operation.ts'
import { isGuessWithin } from '../../util/marks.ts'
import { checkItems } from '../items/check-items.ts'
import { withForm } from '../items/form-data.ts'
import { isJsonText, readTextBody } from './text-body.ts'
import type { TextReader } from './text-value.ts'
import { nothing, type Read, readJson, type ValidatedBody, validateInBudget } from './validate-body.ts'

/** The part of the description that applies to a body. */
export interface BodyToCheck {
  readonly media: MediaType | undefined
  /** The documented Content-Type; undefined if the received one is undocumented, in which case the body is parsed as JSON. */
  readonly type: string | undefined
  /** The enclosing parts of the description are assumed; media type and schema have their own marks. */
  readonly assumed: boolean
  /** The Content-Type is undocumented, so the body is validated only if it parses as an object or array. */
  readonly isMislabelled?: boolean
  /** The body is known to be empty, which the media type allows. */
  readonly isEmpty?: boolean
  /** Only the beginning of the body was recorded. */
  readonly isPartial?: boolean
}

interface CheckedBody {
  readonly validated: ValidatedBody
  readonly json?: Json
  /** Some numbers are stand-ins for values that a double cannot represent. */
  readonly hasDigits?: true
  /** Parse error, if the body should be JSON. */
  readonly malformed?: string
  /** Why a body other than JSON was not validated. */
  readonly because?: string
  readonly mislabelled: readonly string[]
}

/** Parses a body (`''` if absent) by media type and validates it against the schema. */
export function checkBody(reader: TextReader, body: string, input: BodyToCheck): CheckedBody {
  const { media, type, assumed, isMislabelled = false, isEmpty = false, isPartial = false } = input
  const { compiler, way } = reader
  const found = { validated: nothing, mislabelled: [] }
  if (body === '' && !isEmpty) return found
  const text = media && type !== undefined ? readTextBody(reader, media, type, body, isPartial) : undefined
  const { items, because, value, form } = text ?? {}
  if (because !== undefined) return { ...found, because }
  if (text !== undefined && items === undefined && value === undefined) return found
  if (items !== undefined && media !== undefined) return checkItems(reader, media, items, assumed)
  const compiled = media?.schema && compiler.compile(media.schema, way, isGuessWithin(media.marks, 'schema', assumed))
  // Re-reads a number from text, because a double may not represent all digits.
  const exact = typeof value === 'number' ? readJson(body.trim(), compiled) : undefined
  const spelled = exact?.json === undefined ? { json: value ?? null } : exact
  const read: Read = text === undefined ? readJson(body, compiled) : spelled
  if (isMislabelled && (typeof read.json !== 'object' || read.json === null)) return found
  if (read.malformed !== undefined) return { ...found, malformed: read.malformed }
  const validated = compiled === undefined || read.json === undefined ? nothing : validateInBudget(compiled, read)
  const mislabelled = compiled?.mislabelled ?? none
  if (form !== undefined)
    return { validated: withForm(validated, form, isGuessWithin(media?.marks, 'schema', assumed)), mislabelled }
  const isSkipped = media?.itemSchema !== undefined && { because: 'itemSchema is of sequential media types' }
  if (text !== undefined || read.json === undefined) return { validated, mislabelled, ...isSkipped }
  const hasDigits = read.exact !== undefined && read.exact.size > 0 && { hasDigits: true as const }
  // Fast path for nearly all bodies: no copy.
  if (isSkipped === false && hasDigits === false) return { validated, mislabelled, json: read.json }
  return { validated, mislabelled, ...isSkipped, json: read.json, ...hasDigits }
}

/** Returns the schema of bodies that are plain JSON without special cases; otherwise undefined. */
export function jsonSchemaOf(
  { document, compiler, way }: TextReader,
  { media, type, assumed, isMislabelled }: BodyToCheck,
): (() => CompiledSchema) | undefined {
  const { schema, itemSchema, marks } = media ?? {}
  if (schema === undefined || itemSchema !== undefined || isMislabelled === true) return undefined
  if (type !== undefined && !isJsonText(document, schema, type)) return undefined
  let compiled: CompiledSchema | undefined
  return () => {
    compiled ??= compiler.compile(schema, way, isGuessWithin(marks, 'schema', assumed))
    return compiled
  }
}

/** Fast version of `checkBody` for the bodies of `jsonSchemaOf`. */
export function checkJson(compiled: CompiledSchema, body: string): CheckedBody {
  const read = readJson(body, compiled)
  const { json, exact, malformed } = read
  if (malformed !== undefined) return { validated: nothing, mislabelled: none, malformed }
  const validated = json === undefined ? nothing : validateInBudget(compiled, read)
  // Read last, because compiling fills `mislabelled`.
  const { mislabelled } = compiled
  if (exact === undefined || exact.size === 0) return { validated, mislabelled, json } as CheckedBody
  return { validated, mislabelled, json, hasDigits: true } as CheckedBody
}

const none: readonly string[] = []
