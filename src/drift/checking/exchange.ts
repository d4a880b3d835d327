import type { Document } from '../../model/document.ts'
import {
  type Exchange,
  isAskedFor,
  isUnrecorded,
  type NotChecked,
  type Observation,
  type Proposer,
  type SchemaCompiler,
} from '../../model/observation.ts'
import type { Description, Operation } from '../../model/operation.ts'
import { createProposer } from '../evidence/patch.ts'
import { checkBody, checkJson } from './check-body.ts'
import { inspectHeaders } from './headers.ts'
import { isJsonType } from './media-type.ts'
import { planOf } from './response-plan.ts'

/** An exchange, and what of it could not be checked. */
export interface BuiltExchange {
  /** New: what is known besides is added to it. */
  readonly exchange: OpenExchange
  /** Why the body is not JSON although its content type says so: then all but the body can be checked. */
  readonly malformed?: string
  readonly notChecked: NotChecked[]
}

/** An exchange that is being put together. */
export type OpenExchange = { -readonly [K in keyof Exchange]: Exchange[K] }

const proposers = new WeakMap<Operation, { readonly document: Document; readonly proposer: Proposer }>()

/** Made once for an operation: most exchanges need none. */
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

/** Matches a response with the parts of the description that apply to it, and validates it. */
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
  const { held, json, hasDigits, malformed, because, mislabelled } =
    plan.json === undefined || text === ''
      ? checkBody(reader, text, isEmpty ? { ...plan.body, isEmpty } : plan.body)
      : checkJson(plan.json(), text)
  const inHeaders = response && inspectHeaders(reader, response, headers)
  // What is absent is undefined, not left out: one shape for all exchanges, made at once, is several times as fast.
  const parts: { [K in keyof Required<Exchange>]: Exchange[K] | undefined } = {
    operation,
    observation,
    response,
    contentType,
    // The parts of several are of a type each, which is not that of the response.
    mediaType: isPart ? (mediaType ?? response?.content[0]) : mediaType,
    json,
    hasDigits,
    hasBody: body !== '' || isEmpty,
    violations: held.unlisted.length === 0 ? held.violations : [...held.violations, ...held.unlisted],
    undocumented: held.undocumented,
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
    held.notChecked.length + unchecked.length === 0 ? [] : [...held.notChecked, ...unchecked]
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
  // Concerns the whole description, so it is reported once however many responses show it.
  const rows = mislabelled.map((sentence) => ({ what: 'keywords of the description', because: sentence }))
  return { exchange, notChecked: [...notChecked.map((row) => ({ operation: operation.key, ...row })), ...rows] }
}

/** Whether nothing is the body, not the lack of one. */
function mayHaveBody(observation: Exchange['observation']): boolean {
  const { status, request } = observation
  return request.method !== 'HEAD' && ![204, 205, 304].includes(status) && !isUnrecorded(observation, 'body')
}

/** Whether a response holds a part of the bytes of a body, or several (RFC 9110 §14.4, §14.6). Other units, as items of a list, have bodies of their own. */
function isPartOfBytes(status: number, headers: Observation['headers']): boolean {
  if (status !== 206) return false
  if (/^\s*multipart\/byteranges\b/i.test(headers['content-type'] ?? '')) return true
  const range = headers['content-range'] ?? ''
  const [, first, last = '', length] = /^\s*bytes\s+(\d+)-(\d+)\/(\d+)/i.exec(range) ?? []
  const isWhole = first !== undefined && Number(first) === 0 && Number(last) + 1 === Number(length)
  return /^\s*bytes\b/i.test(range) && !isWhole
}
