import type { MediaType, Response } from '../model/operation.ts'
import { bareType, isJsonType } from './media-type.ts'

/** The response that applies to a status: the exact one, then its range (`4XX`, any case), then `default`. */
export function matchResponse(responses: readonly Response[], status: number): Response | undefined {
  const range = `${Math.floor(status / 100)}XX`
  for (const wanted of [String(status), range, 'DEFAULT']) {
    const found = responses.find((response) => response.status.toUpperCase() === wanted)
    if (found !== undefined) return found
  }
  return undefined
}

/**
 * The media type that applies to a Content-Type: the same type with its written parameters, the same
 * type without parameters, JSON for a `+json` type (and the reverse), then `application/*`, then any.
 */
export function matchMediaType(content: readonly MediaType[], contentType: string): MediaType | undefined {
  const type = bareType(contentType)
  const sent = parameters(contentType)
  const same = content.filter((media) => bareType(media.type) === type)
  const fits = (media: MediaType): boolean =>
    [...parameters(media.type)].every(([key, value]) => sent.get(key) === value)
  const withParameters = same.filter((media) => parameters(media.type).size > 0)
  const exact = withParameters.find(fits) ?? same.find((media) => parameters(media.type).size === 0)
  if (exact !== undefined) return exact
  const json = isJsonType(type) ? content.find((media) => isJsonType(media.type)) : undefined
  if (json !== undefined && same.length === 0) return json
  const ranges = [`${type.split('/', 1)[0]}/*`, '*/*']
  return ranges.flatMap((range) => content.filter((media) => bareType(media.type) === range))[0]
}

/** `charset=utf-8` → `charset` → `utf-8`; values are compared without case and quotes. */
function parameters(type: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const part of type.split(';').slice(1)) {
    const [key = '', value = ''] = part.split('=', 2).map((word) => word.trim().toLowerCase().replaceAll('"', ''))
    if (key !== '') found.set(key, value)
  }
  return found
}
