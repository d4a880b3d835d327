import { parse } from 'content-type'
import type { MediaType, Response } from '../../model/operation.ts'
import { memoOfText, memoWithin } from '../../util/text.ts'
import { bareType, isJsonType, isPlainJson, isVendorJson } from './media-type.ts'

/** Returns the response for a status: the exact one, then its range (`4XX`, any case), then `default`. */
export const matchResponse = memoWithin((responses: readonly Response[], status: number): Response | undefined => {
  const range = `${Math.floor(status / 100)}XX`
  for (const wanted of [String(status), range, 'DEFAULT']) {
    const found = responses.find((response) => response.status.toUpperCase() === wanted)
    if (found !== undefined) return found
  }
  return undefined
})

/**
 * Returns the media type for a Content-Type, in order: same type and parameters, same type, plain for vendor JSON or the reverse, a range,
 * any type. Registered `+json` types such as `geo+json` and `hal+json` don't match each other.
 */
export const matchMediaType = memoWithin(
  (content: readonly MediaType[], contentType: string): MediaType | undefined => {
    const type = bareType(contentType)
    const sent = parameters(contentType)
    const same = content.filter((media) => bareType(media.type) === type)
    const fits = (media: MediaType): boolean =>
      [...parameters(media.type)].every(([key, value]) => sent.get(key) === value)
    const withParameters = same.filter((media) => parameters(media.type).size > 0)
    const exact = withParameters.find(fits) ?? same.find((media) => parameters(media.type).size === 0)
    if (exact !== undefined) return exact
    const alike = same.length === 0 ? content.find((media) => readsAlike(media.type, type)) : undefined
    if (alike !== undefined) return alike
    const suffixed = isJsonType(type) ? [`${type.split('/', 1)[0]}/*+json`] : []
    const ranges = [...suffixed, `${type.split('/', 1)[0]}/*`, '*/*']
    return ranges.flatMap((range) => content.filter((media) => bareType(media.type) === range))[0]
  },
)

/** Tests whether clients of one type can read the other: plain JSON and vendor JSON, or both XML types (RFC 7303 §9.2). */
function readsAlike(documented: string, sent: string): boolean {
  if (xmlTypes.has(sent)) return xmlTypes.has(bareType(documented))
  if (isPlainJson(documented)) return isPlainJson(sent) || isVendorJson(sent)
  return isVendorJson(documented) && isPlainJson(sent)
}

/** Parses `charset="UTF-8"` to `charset` → `utf-8`, lower-cased and unquoted. Ignores the charset of JSON (RFC 8259 §11). */
const parameters = memoOfText((type): ReadonlyMap<string, string> => {
  const written = Object.entries(parse(type).parameters).filter(([key]) => key !== 'charset' || !isJsonType(type))
  return new Map(written.map(([key, value]) => [key, value.toLowerCase()]))
})

const xmlTypes: ReadonlySet<string> = new Set(['application/xml', 'text/xml'])
