import type { Observation } from '../../model/observation.ts'
import type { Operation } from '../../model/operation.ts'
import type { ObservedExchange } from '../../model/statistics.ts'
import { matchMediaType, matchResponse } from './match.ts'
import { isJsonType } from './media-type.ts'

/** A received response with the parts of the description that apply to it; undefined when no response was received. */
export function observeExchange(operation: Operation, observation: Observation): ObservedExchange | undefined {
  const { status, headers, body, request } = observation
  if (status === undefined) return undefined
  const response = matchResponse(operation.responses, status)
  const type = headers['content-type']
  const mediaType = response && type !== undefined ? matchMediaType(response.content, type) : undefined
  const json = type !== undefined && isJsonType(type) && body ? parsed(body) : undefined
  return {
    operation,
    path: request.path,
    requestHeaders: request.headers,
    headers,
    ...(response && { response }),
    ...(mediaType && { mediaType }),
    ...(json !== undefined && { json }),
  }
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
