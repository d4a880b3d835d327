import { matchMediaType } from '../../drift/checking/match.ts'
import { isJsonType } from '../../drift/checking/media-type.ts'
import { observeExchange } from '../../drift/checking/observed-exchange.ts'
import { observationOf, type RawExchange } from '../../drift/checking/recorded.ts'
import { sentParameters } from '../../drift/statistics/observe.ts'
import type { Json } from '../../model/json.ts'
import { isUnrecorded } from '../../model/live/observed.ts'
import type { Observation } from '../../model/observation.ts'
import type { Operation } from '../../model/operation.ts'
import type { UsedExchange } from '../../traffic/consumers/collect.ts'
import { ownArray } from '../../util/json.ts'
import { queryOf } from '../../util/serialize.ts'

/** Returns the consumer's use shown by an exchange; undefined without a response. */
export function usedExchangeOf(operation: Operation, raw: RawExchange): UsedExchange | undefined {
  return usedByObservation(operation, observationOf(raw))
}

/** Like `usedExchangeOf`, for an observation. */
export function usedByObservation(operation: Operation, observation: Observation): UsedExchange | undefined {
  const observed = observeExchange(operation, observation)
  if (observed === undefined) return undefined
  const { response, mediaType, json } = observed
  const documented = (response?.headers ?? []).filter(({ name }) => Object.hasOwn(observed.headers, name.toLowerCase()))
  const requestBody = requestBodyOf(operation, observation.request.headers['content-type'], observation.request.body)
  return {
    operation,
    parameters: sentParameters(observed),
    parameterValues: enumValuesIn(operation, observation.request.path),
    // Recordings without response headers can still have the body's content type.
    ...(Object.keys(observed.headers).some((name) => name !== 'content-type') && {
      headers: documented.map(({ name }) => name),
    }),
    requestBody,
    unseen: unseenOf(operation, observation),
    response,
    mediaType,
    json,
  }
}

function unseenOf({ requestBody }: Operation, observation: Observation): UsedExchange['unseen'] {
  return [
    ...(requestBody !== undefined && isUnrecorded(observation, 'requestBody') ? (['body'] as const) : []),
    ...(isUnrecorded(observation, 'requestHeaders') ? (['header'] as const) : []),
    ...(isUnrecorded(observation, 'query') ? (['query'] as const) : []),
  ]
}

/** Returns the documented enum values in a query: `query sort=asc`. */
function enumValuesIn({ parameters }: Operation, path: string): readonly string[] {
  const query = queryOf(path)
  return parameters.flatMap(({ in: location, name, schema }) => {
    const listed = location === 'query' ? ownArray(schema?.node ?? null, 'enum').map(String) : []
    return query.getAll(name).flatMap((value) => (listed.includes(value) ? [`query ${name}=${value}`] : []))
  })
}

function requestBodyOf(
  operation: Operation,
  type: string | undefined,
  body: string | undefined,
): UsedExchange['requestBody'] {
  if (body === undefined || body === '') return undefined
  const mediaType = type === undefined ? undefined : matchMediaType(operation.requestBody?.content ?? [], type)
  const json = type !== undefined && isJsonType(type) ? parsed(body) : undefined
  return { mediaType, json }
}

function parsed(body: string): Json | undefined {
  try {
    return JSON.parse(body)
  } catch {
    // A non-JSON body only shows that a body was sent.
    return undefined
  }
}
