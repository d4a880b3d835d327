import { isRedirect, type Observation } from '../../model/observation.ts'

/** Headers that another origin may see; any other may be a credential. */
const harmless = /^(accept(-.*)?|cache-control|user-agent)$/i

/** The next request target. */
export interface RedirectTarget {
  readonly origin: string
  readonly path: string
  /** It is the same origin, or the same host over TLS: our credentials are for it too. */
  readonly trusted: boolean
}

/**
 * Where a redirected GET or HEAD goes. Undefined when the response is checked as it is: another method, or
 * a target on another host, whose response is not this API's.
 */
export function redirectTarget(
  method: string,
  response: Pick<Observation, 'status' | 'headers'>,
  from: string,
): RedirectTarget | undefined {
  const location = response.headers.location
  if (location === undefined || (method !== 'GET' && method !== 'HEAD')) return undefined
  if (!isRedirect(response.status) || !URL.canParse(location, from)) return undefined
  const [here, there] = [new URL(from), new URL(location, from)]
  if (here.hostname !== there.hostname || !/^https?:$/.test(there.protocol)) return undefined
  const upgraded = here.protocol === 'http:' && there.protocol === 'https:' && here.port === '' && there.port === ''
  const trusted = here.origin === there.origin || upgraded
  return { origin: there.origin, path: `${there.pathname}${there.search}`, trusted }
}

/** The headers of a request for an origin that is not to have its credentials. */
export function withoutCredentials(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => harmless.test(name)))
}
