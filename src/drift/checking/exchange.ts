import type { Document } from '../../model/document.ts'
import {
  type CompiledSchema,
  type Exchange,
  isAskedFor,
  isUnrecorded,
  type NotChecked,
  type Observation,
  type Proposer,
  type SchemaCompiler,
} from '../../model/observation.ts'
import type { Description, MediaType, Operation, Response } from '../../model/operation.ts'
import { isGuessWithin } from '../../util/marks.ts'
import { createProposer } from '../evidence/patch.ts'
import { type BodyToCheck, checkBody, checkJson, jsonSchemaOf } from './check-body.ts'
import { inspectHeaders } from './headers.ts'
import { matchMediaType, matchResponse } from './match.ts'
import { bareType, isJsonType, isTextType, sequenceOf } from './media-type.ts'
import { readTextBody } from './text-body.ts'
import type { TextReader } from './text-value.ts'

const known = new WeakMap<SchemaCompiler, Plans>()

/** Maximum number of cached Content-Types per status; they are untrusted input. */
const most = 100

/** Keys that no Content-Type equals, because header values contain no line break (RFC 9110 §5.5). */
const [none, unrecorded] = ['\nnone', '\nunrecorded']

/** The last plan used, because similar exchanges often follow each other. */
let last:
  | {
      readonly compiler: SchemaCompiler
      readonly operation: Operation
      readonly status: number
      readonly type: string
      readonly plan: ResponsePlan
    }
  | undefined

/** An exchange and the parts that could not be checked. */
export interface BuiltExchange {
  /** A new object that the caller may extend. */
  readonly exchange: OpenExchange
  /** Why the body isn't valid JSON despite its content type; everything else can still be checked. */
  readonly malformed?: string
  readonly notChecked: NotChecked[]
}

/** A mutable exchange under construction. */
export type OpenExchange = { -readonly [K in keyof Exchange]: Exchange[K] }

const proposers = new WeakMap<Operation, { readonly document: Document; readonly proposer: Proposer }>()

/** Created lazily once per operation; few exchanges need it. */
function proposerOf(document: Document, operation: Operation): Proposer {
  const known = proposers.get(operation)
  if (known?.document === document) return known.proposer
  const proposer = createProposer(document, operation)
  proposers.set(operation, { document, proposer })
  return proposer
}

const nothing: readonly never[] = []

const partOfBody = 'it is a part of the bytes, not the whole body (RFC 9110 §15.3.7)'
const askedForByHttp = 'the request asked for one by a header, and the contract does not document it (RFC 9110)'

/** Matches a response to the description and validates it. */
export function buildExchange(
  description: Description,
  compiler: SchemaCompiler,
  operation: Operation,
  observation: Exchange['observation'],
): BuiltExchange {
  const { document } = description
  const { status, headers, body = '', request } = observation
  const plan = planOf(description, compiler, operation, observation)
  const { reader, response, contentType, mediaType } = plan
  const isPart = isPartOfBytes(status, headers)
  const isEmpty = body === '' && plan.mayBeEmpty && mayHaveBody(observation)
  const text = request.method === 'HEAD' || isPart ? '' : body
  const { validated, json, hasDigits, malformed, because, mislabelled } =
    plan.json === undefined || text === ''
      ? checkBody(reader, text, { ...plan.body, isEmpty, isPartial: isUnrecorded(observation, 'members') })
      : checkJson(plan.json(), text)
  const inHeaders = response && inspectHeaders(reader, response, headers)
  // Sets absent members to undefined, because objects with a uniform shape are much faster.
  const parts: { [K in keyof Required<Exchange>]: Exchange[K] | undefined } = {
    operation,
    observation,
    response,
    contentType,
    // A multipart range response has a different content type than the parts.
    mediaType: isPart ? (mediaType ?? response?.content[0]) : mediaType,
    json,
    hasDigits,
    hasBody: body !== '' || isEmpty,
    violations:
      validated.unlisted.length === 0 ? validated.violations : [...validated.violations, ...validated.unlisted],
    undocumented: validated.undocumented,
    headers: inHeaders?.headers ?? nothing,
    request: nothing,
    operationsAtPath: undefined,
    notJson: undefined,
    isExpected: undefined,
    generated: undefined,
    refusal: undefined,
    responseTimeMs: undefined,
    propose: proposerOf(document, operation),
  }
  const exchange = parts as OpenExchange
  const unchecked = inHeaders?.notChecked ?? nothing
  const notChecked: NotChecked[] =
    validated.notChecked.length + unchecked.length === 0 ? [] : [...validated.notChecked, ...unchecked]
  if (response === undefined && isAskedFor(observation)) {
    notChecked.push({ operation: operation.key, what: `responses ${status}`, because: askedForByHttp })
    return { exchange, notChecked }
  }
  if (isPart) {
    notChecked.push({ operation: operation.key, what: `the body of ${status} ${contentType}`, because: partOfBody })
    return { exchange, notChecked }
  }
  if (malformed !== undefined && contentType !== undefined && isJsonType(contentType)) {
    return { exchange, malformed, notChecked }
  }
  if (malformed !== undefined && isUnrecorded(observation, 'headers'))
    notChecked.push({ what: `the body of ${status}`, because: malformed })
  if (because !== undefined) notChecked.push({ what: `the body of ${status} ${contentType}`, because })
  if (notChecked.length + mislabelled.length === 0) return { exchange, notChecked }
  // This row concerns the whole description, so it has no operation and is reported once.
  const rows = mislabelled.map((sentence) => ({ what: 'keywords of the description', because: sentence }))
  return { exchange, notChecked: [...notChecked.map((row) => ({ operation: operation.key, ...row })), ...rows] }
}

/** Tests whether an empty body is a recorded, empty value rather than the absence of a body. */
function mayHaveBody(observation: Exchange['observation']): boolean {
  const { status, request } = observation
  return request.method !== 'HEAD' && ![204, 205, 304].includes(status) && !isUnrecorded(observation, 'body')
}

/** Tests for a partial body in bytes (RFC 9110 §14.4, §14.6). Ranges in other units, such as list items, have complete bodies. */
function isPartOfBytes(status: number, headers: Observation['headers']): boolean {
  if (status !== 206) return false
  if (/^\s*multipart\/byteranges\b/i.test(headers['content-type'] ?? '')) return true
  const range = headers['content-range'] ?? ''
  const [, first, last = '', length] = /^\s*bytes\s+(\d+)-(\d+)\/(\d+)/i.exec(range) ?? []
  const isWhole = first !== undefined && Number(first) === 0 && Number(last) + 1 === Number(length)
  return /^\s*bytes\b/i.test(range) && !isWhole
}

/** The parts of the description for one operation, status and Content-Type. */
interface ResponsePlan {
  readonly reader: TextReader
  readonly response: Response | undefined
  readonly contentType: string | undefined
  readonly mediaType: MediaType | undefined
  readonly body: Omit<BodyToCheck, 'body'>
  /** The schema of a plain JSON body; compiled when the first body is checked. */
  readonly json: (() => CompiledSchema) | undefined
  /** An empty body is a valid value of the media type, such as empty text. */
  readonly mayBeEmpty: boolean
}

/** Response plans per compiler, keyed by operation, status and Content-Type. */
type Plans = WeakMap<Operation, Map<number, Map<string, ResponsePlan>>>

function planOf(
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
  // A body with an undocumented or missing type is still validated against the documented JSON schema, unless its type is a
  // different JSON format, which the contract doesn't cover.
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

/** Tests whether an empty body is a value of the type: true for text, forms, sequences and binary data; false for JSON, XML, images. */
function isEmptyValue(reader: TextReader, media: MediaType, type: string): boolean {
  if (media.schema === undefined && media.itemSchema === undefined) return false
  const isPlain = isTextType(type) || sequenceOf(type) !== undefined || bareType(type) === 'application/octet-stream'
  const read = isPlain ? readTextBody(reader, media, type, '') : undefined
  return read !== undefined && read.because === undefined
}

/** If headers were not recorded, assumes the only documented type. */
function assumedType(content: readonly MediaType[], observation: Observation): MediaType | undefined {
  const [only, another] = content
  const isOnly = isUnrecorded(observation, 'headers') && another === undefined && only && !only.type.includes('*')
  return isOnly ? only : undefined
}
