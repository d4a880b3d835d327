import {
  type Exchange,
  isUnrecorded,
  type NotChecked,
  type Observation,
  type SchemaCompiler,
} from '../../model/observation.ts'
import type { Description, MediaType, Operation } from '../../model/operation.ts'
import { isGuessWithin } from '../../util/marks.ts'
import { createProposer } from '../evidence/patch.ts'
import { checkBody } from './check-body.ts'
import { inspectHeaders } from './headers.ts'
import { matchMediaType, matchResponse } from './match.ts'
import { bareType, isJsonType } from './media-type.ts'
import type { TextReader } from './text-value.ts'

/** An exchange, and what of it could not be checked. */
export interface BuiltExchange {
  readonly exchange: Exchange
  /** Why the body is not JSON although its content type says so: then all but the body can be checked. */
  readonly malformed?: string
  readonly notChecked: NotChecked[]
}

/** Where no header was recorded, a body is of the only type that is documented, as long as it may be. */
function assumedType(content: readonly MediaType[], observation: Observation): MediaType | undefined {
  const [only, another] = content
  const isOnly = isUnrecorded(observation, 'headers') && another === undefined && only && !only.type.includes('*')
  return isOnly ? only : undefined
}

/** Matches a response with the parts of the description that apply to it, and validates it. */
export function buildExchange(
  { document }: Description,
  compiler: SchemaCompiler,
  operation: Operation,
  observation: Exchange['observation'],
): BuiltExchange {
  const { status, headers, body = '', request } = observation
  const response = matchResponse(operation.responses, status)
  const header = headers['content-type']
  const contentType = header === undefined ? undefined : bareType(header)
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
  const { held, json, hasDigits, malformed, because, mislabelled } = checkBody(reader, {
    ...{ media, type: mediaType && (header ?? mediaType.type), body: request.method === 'HEAD' ? '' : body },
    assumed: isGuessWithin(response?.marks, 'content', response?.assumed === true),
    isMislabelled: mediaType === undefined && header !== undefined && !isJsonType(header),
  })
  const inHeaders = response && inspectHeaders(reader, response, headers)
  const exchange: Exchange = {
    operation,
    observation,
    ...(response === undefined ? {} : { response }),
    ...(contentType === undefined ? {} : { contentType }),
    ...(mediaType === undefined ? {} : { mediaType }),
    ...(json === undefined ? {} : { json }),
    ...(hasDigits && { hasDigits }),
    hasBody: body !== '',
    violations: [...held.violations, ...held.unlisted],
    undocumented: held.undocumented,
    headers: inHeaders?.headers ?? [],
    request: [],
    propose: createProposer(document, operation),
  }
  const notChecked: NotChecked[] = [...held.notChecked, ...(inHeaders?.notChecked ?? [])]
  if (malformed !== undefined && contentType !== undefined && isJsonType(contentType)) {
    return { exchange, malformed, notChecked }
  }
  if (malformed !== undefined && isUnrecorded(observation, 'headers'))
    notChecked.push({ what: `the body of ${status}`, because: malformed })
  if (because !== undefined) notChecked.push({ what: `the body of ${status} ${contentType}`, because })
  // Concerns the whole description, so it is reported once however many responses show it.
  const rows = mislabelled.map((sentence) => ({ what: 'keywords of the description', because: sentence }))
  return { exchange, notChecked: [...notChecked.map((row) => ({ operation: operation.key, ...row })), ...rows] }
}
