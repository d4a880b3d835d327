import type { ObservedExchange } from '../../model/live/statistics.ts'
import type { Exchange, Observation } from '../../model/observation.ts'
import type { Operation } from '../../model/operation.ts'
import { matchMediaType, matchResponse } from './match.ts'
import { isJsonType } from './media-type.ts'

/** Matches a received response to the description. Pass the checked exchange as `checked` to avoid parsing the body again. */
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
  // Without a received type, an assumed media type doesn't count.
  const mediaType = type === undefined ? undefined : known || undefined
  // The plan's string is shared by all its exchanges, which makes memoised lookups fast.
  const named = checked?.contentType ?? type
  const json =
    type !== undefined && named !== undefined && isJsonType(named) && body ? bodyOf(body, checked) : undefined
  // Sets absent members to undefined for a uniform shape, as in `buildExchange`.
  const { path, headers: requestHeaders } = request
  return { operation, path, requestHeaders, headers, response, mediaType, json } as ObservedExchange
}

function bodyOf(body: string, checked: Exchange | undefined): ObservedExchange['json'] {
  return checked?.json === undefined || checked.hasDigits ? parsed(body) : checked.json
}

function parsed(body: string): ObservedExchange['json'] {
  try {
    return JSON.parse(body.replace(/^\uFEFF/, '')) as ObservedExchange['json']
  } catch {
    // The checks report invalid JSON.
    return undefined
  }
}
