import type { NotChecked } from '../../model/observation.ts'
import type { Operation } from '../../model/operation.ts'
import type { RecordedExchange, RecordedHeaders } from '../recording.ts'

/** Why a response is none of the API, for what no status of the contract speaks of: a redirect to HTTPS, a switch to another protocol. */
export function beforeTheApi(
  { request, response }: RecordedExchange,
  operation: Operation | undefined,
): NotChecked | undefined {
  const status = response?.status
  if (status === undefined || (status !== 101 && (status < 300 || status > 399))) return undefined
  if (operation?.responses.some((one) => one.status === String(status))) return undefined
  const at = { operation: operation?.key, what: `responses ${status}` }
  if (status === 101) return { ...at, because: switched }
  return isToHttps(request.url, firstOf(response?.headers, 'location')) ? { ...at, because: secured } : undefined
}

const switched = 'they switch to another protocol, such as WebSocket (RFC 9110 §15.2.2)'
const secured = 'they redirect to the same URL by HTTPS, as browsers, proxies and servers do for every path'

function isToHttps(url: string, location: string): boolean {
  if (!/^http:\/\//i.test(url) || !/^https:\/\//i.test(location)) return false
  const rest = (text: string): string =>
    text.replace(/^https?:\/\//i, '').replace(/^([^/?#]*?):(?:80|443)(?=[/?#]|$)/, '$1')
  return rest(url) === rest(location)
}

function firstOf(headers: RecordedHeaders | undefined, wanted: string): string {
  const name = Object.keys(headers ?? {}).find((one) => one.toLowerCase() === wanted)
  return String([headers?.[name ?? '']].flat()[0] ?? '')
}
