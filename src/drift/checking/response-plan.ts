import { type CompiledSchema, isUnrecorded, type Observation, type SchemaCompiler } from '../../model/observation.ts'
import type { Description, MediaType, Operation, Response } from '../../model/operation.ts'
import { isGuessWithin } from '../../util/marks.ts'
import { type BodyToCheck, jsonSchemaOf } from './check-body.ts'
import { matchMediaType, matchResponse } from './match.ts'
import { bareType, isJsonType, isTextType, sequenceOf } from './media-type.ts'
import { readTextBody } from './text-body.ts'
import type { TextReader } from './text-value.ts'

/** What the description says of all responses of one operation, status and Content-Type. */
export interface ResponsePlan {
  readonly reader: TextReader
  readonly response: Response | undefined
  readonly contentType: string | undefined
  readonly mediaType: MediaType | undefined
  /** How a body is checked. */
  readonly body: Omit<BodyToCheck, 'body'>
  /** The schema of a body that is JSON and nothing else; compiled when the first body is checked. */
  readonly json: (() => CompiledSchema) | undefined
  /** A body of no octets is a value of its media type, such as an empty text. */
  readonly mayBeEmpty: boolean
}

/** The plans of one compiler: by operation, status and Content-Type. */
type Plans = WeakMap<Operation, Map<number, Map<string, ResponsePlan>>>

const known = new WeakMap<SchemaCompiler, Plans>()

/** So many Content-Types of a status are remembered: they come from outside. */
const most = 100

/** No Content-Type has a line end: RFC 9110 §5.5. */
const [none, unrecorded] = ['\nnone', '\nunrecorded']

/** The last one that was asked for: exchanges of one kind follow each other. */
let last:
  | {
      readonly compiler: SchemaCompiler
      readonly operation: Operation
      readonly status: number
      readonly type: string
      readonly plan: ResponsePlan
    }
  | undefined

/** The plan of a response: made once, since the same few come with every exchange. */
export function planOf(
  description: Description,
  compiler: SchemaCompiler,
  operation: Operation,
  observation: Observation & { readonly status: number },
): ResponsePlan {
  const { status, headers } = observation
  const type = headers['content-type'] || (isUnrecorded(observation, 'headers') ? unrecorded : none)
  if (last?.operation === operation && last.status === status && last.type === type && last.compiler === compiler)
    return last.plan
  let plans = known.get(compiler)
  if (plans === undefined) {
    plans = new WeakMap()
    known.set(compiler, plans)
  }
  let statuses = plans.get(operation)
  if (statuses === undefined) {
    statuses = new Map()
    plans.set(operation, statuses)
  }
  let types = statuses.get(status)
  if (types === undefined) {
    types = new Map()
    statuses.set(status, types)
  }
  let plan = types.get(type)
  if (plan === undefined) {
    plan = makePlan(description, compiler, operation, observation)
    if (types.size >= most) types.clear()
    types.set(type, plan)
  }
  last = { compiler, operation, status, type, plan }
  return plan
}

function makePlan(
  { document }: Description,
  compiler: SchemaCompiler,
  operation: Operation,
  observation: Observation & { readonly status: number },
): ResponsePlan {
  const { status, headers } = observation
  const response = matchResponse(operation.responses, status)
  const header = headers['content-type'] || undefined
  const mediaType =
    response === undefined
      ? undefined
      : header !== undefined
        ? matchMediaType(response.content, header)
        : assumedType(response.content, observation)
  // A body under an undocumented or no type is reported as such, and still validated by the JSON that is documented,
  // unless it is of another JSON format: the contract states nothing about that.
  const isOther = mediaType === undefined && header !== undefined && isJsonType(header)
  const media = mediaType ?? (isOther ? undefined : response?.content.find(({ type }) => isJsonType(type)))
  const reader: TextReader = { document, compiler, way: 'response' }
  const body = {
    media,
    type: mediaType && (header ?? mediaType.type),
    assumed: isGuessWithin(response?.marks, 'content', response?.assumed === true),
    isMislabelled: mediaType === undefined && header !== undefined && !isJsonType(header),
  }
  const contentType = header === undefined ? undefined : bareType(header)
  const json = jsonSchemaOf(reader, body)
  const mayBeEmpty = header !== undefined && mediaType !== undefined && isEmptyValue(reader, mediaType, header)
  return { reader, response, contentType, mediaType, body, json, mayBeEmpty }
}

/** Whether nothing is a text, a form, a sequence or a file: JSON, XML and images are not empty. */
function isEmptyValue(reader: TextReader, media: MediaType, type: string): boolean {
  if (media.schema === undefined && media.itemSchema === undefined) return false
  const isPlain = isTextType(type) || sequenceOf(type) !== undefined || bareType(type) === 'application/octet-stream'
  const read = isPlain ? readTextBody(reader, media, type, '') : undefined
  return read !== undefined && read.because === undefined
}

/** Where no header was recorded, a body is of the only type that is documented, as long as it may be. */
function assumedType(content: readonly MediaType[], observation: Observation): MediaType | undefined {
  const [only, another] = content
  const isOnly = isUnrecorded(observation, 'headers') && another === undefined && only && !only.type.includes('*')
  return isOnly ? only : undefined
}
