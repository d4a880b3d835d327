import type { Json } from '../../model/json.ts'
import { defineLogFormat, fieldOf } from '../reading/log-line.ts'

/** The field order of a standard log, up to the last field in use. */
const order =
  'date time x-edge-location sc-bytes c-ip cs-method cs(Host) cs-uri-stem sc-status cs(Referer) cs(User-Agent) cs-uri-query cs(Cookie) x-edge-result-type x-edge-request-id x-host-header cs-protocol cs-bytes time-taken x-forwarded-for ssl-protocol ssl-cipher x-edge-response-result-type cs-protocol-version fle-status fle-encrypted-fields c-port time-to-first-byte x-edge-detailed-result-type sc-content-type'.split(
    ' ',
  )

export default defineLogFormat({
  id: 'cloudfront',
  title: 'Standard logs of CloudFront: tab-separated in the standard field order, or as JSON',
  unknown: 'bodies, and headers except the content type',
  line(text) {
    if (text.startsWith('#')) return undefined
    const line = text.startsWith('{') ? (JSON.parse(text) as Json) : byName(text.split('\t'))
    const field = (...names: readonly string[]): string | undefined => fieldOf(line, names)
    const [stem, query] = [field('cs-uri-stem'), field('cs-uri-query')]
    const [date, time] = [field('date'), field('time')]
    return {
      method: field('cs-method'),
      target: stem && decoded(`${stem}${query === undefined ? '' : `?${query}`}`),
      scheme: field('cs-protocol'),
      host: field('x-host-header', 'cs(Host)'),
      time: date && time && `${date}T${time}Z`,
      milliseconds: Number(field('time-taken')) * 1000,
      // 0: the client disconnected first.
      status: Number(field('sc-status')),
      some: { 'content-type': field('sc-content-type')?.replaceAll('%20', ' ') },
    }
  },
})

function byName(values: readonly string[]): Json {
  if (!/^\d{4}-\d\d-\d\d$/.test(values[0] ?? '') || !/^[A-Z]+$/.test(values[5] ?? ''))
    throw new Error('its fields are not those of a standard log, in their order')
  return Object.fromEntries(order.map((name, at) => [name, values[at] ?? '-']))
}

/** Decodes percent signs, which CloudFront encodes a second time. */
function decoded(url: string): string {
  return url.replaceAll(/%25(?=[0-9A-Fa-f]{2})/g, '%')
}
