import type { Observation } from '../model/observation.ts'

const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/** Where to ask next. */
export interface RedirectTarget {
  readonly origin: string
  readonly path: string
}

/**
 * Where a redirected GET or HEAD goes. Undefined when the answer is to be judged as it is: another method, or
 * a place on another host, which would get our credentials and whose answer is not this API's.
 */
export function redirectTarget(
  method: string,
  answer: Pick<Observation, 'status' | 'headers'>,
  from: string,
): RedirectTarget | undefined {
  const location = answer.headers.location
  if (location === undefined || (method !== 'GET' && method !== 'HEAD')) return undefined
  if (answer.status === undefined || !redirects.has(answer.status) || !URL.canParse(location, from)) return undefined
  const [here, there] = [new URL(from), new URL(location, from)]
  const upgraded = here.protocol === 'http:' && there.protocol === 'https:' && here.port === '' && there.port === ''
  if (here.hostname !== there.hostname || !(here.origin === there.origin || upgraded)) return undefined
  return { origin: there.origin, path: `${there.pathname}${there.search}` }
}
