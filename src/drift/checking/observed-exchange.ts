import type { ObservedExchange } from '../../model/live/statistics.ts'
import type { Exchange, Observation } from '../../model/observation.ts'
import type { Operation } from '../../model/operation.ts'
import { matchMediaType, matchResponse } from './match.ts'
import { isJsonType } from './media-type.ts'

/**
 * A received response with the parts of the description that apply to it; undefined when no response was received. `checked`: the
 * same exchange as it was checked, whose body need not be parsed again.
 */
export function observeExchange(
  operation: Operation,
  observation: Observation,
  checked?: Exchange,
): ObservedExchange | undefined {
  const { status, headers, body, request } = observation
  if (status === undefined) return undefined
  const response = checked === undefined ? matchResponse(operation.responses, status) : checked.response
  const type = headers['content-type']
  const known = checked === undefined ? response && type && matchMediaType(response.content, type) : checked.mediaType
  // Where no type was received, one that is assumed is none.
  const mediaType = type === undefined ? undefined : known || undefined
  // Without parameters it is the same text in all exchanges of a plan, and its kind is looked up at once.
  const named = checked?.contentType ?? type
  const json =
    type !== undefined && named !== undefined && isJsonType(named) && body ? bodyOf(body, checked) : undefined
  // What is absent is undefined: one shape, as in `buildExchange`.
  const { path, headers: requestHeaders } = request
  return { operation, path, requestHeaders, headers, response, mediaType, json } as ObservedExchange
}

function bodyOf(body: string, checked: Exchange | undefined): ObservedExchange['json'] {
  return checked?.json === undefined || checked.hasDigits ? parsed(body) : checked.json
}

function parsed(body: string): ObservedExchange['json'] {
  try {
    // JSON.parse returns JSON; its type is `any`.
    return JSON.parse(body.replace(/^\uFEFF/, '')) as ObservedExchange['json']
  } catch {
    // A body that is not JSON is reported by the check.
    return undefined
  }
}
