import { parse } from 'content-type'
import type { MediaType, Response } from '../../model/operation.ts'
import { memoOfText, memoWithin } from '../../util/text.ts'
import { bareType, isJsonType, isPlainJson, isVendorJson } from './media-type.ts'

/** The response that applies to a status: the exact one, then its range (`4XX`, any case), then `default`. */
export const matchResponse = memoWithin((responses: readonly Response[], status: number): Response | undefined => {
  const range = `${Math.floor(status / 100)}XX`
  for (const wanted of [String(status), range, 'DEFAULT']) {
    const found = responses.find((response) => response.status.toUpperCase() === wanted)
    if (found !== undefined) return found
  }
  return undefined
})

/**
 * The media type that applies to a Content-Type: the same type with its written parameters, the same
 * type without parameters, plain JSON for a vendor's type (and the reverse), then a range such as
 * `application/*+json` or `application/*`, then any. Another `+json` type is another format: `geo+json` is no `hal+json`.
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

/** Whether a client of one type reads the other: both plain JSON, one of them and the other a vendor's, or both XML (RFC 7303 §9.2). */
function readsAlike(documented: string, sent: string): boolean {
  if (xmlTypes.has(sent)) return xmlTypes.has(bareType(documented))
  if (isPlainJson(documented)) return isPlainJson(sent) || isVendorJson(sent)
  return isVendorJson(documented) && isPlainJson(sent)
}

/** `charset="UTF-8"` → `charset` → `utf-8`; values are compared without case and quotes. JSON has no charset (RFC 8259 §11). */
const parameters = memoOfText((type): ReadonlyMap<string, string> => {
  const written = Object.entries(parse(type).parameters).filter(([key]) => key !== 'charset' || !isJsonType(type))
  return new Map(written.map(([key, value]) => [key, value.toLowerCase()]))
})

const xmlTypes: ReadonlySet<string> = new Set(['application/xml', 'text/xml'])
